// The reasons: decisions/0086.
import { inDevelopment } from '../dev/in-development.ts'
import { DisabledToolError } from '../errors/errors.ts'
import { hash } from '../json/hash.ts'
import { toJsonText } from '../json/json-text.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { optionsOf } from '../tools/context.ts'
import type { Effect, ToolTrust } from '../tools/effects.ts'
import { type Offer, readEdited, toOffer } from '../tools/offer.ts'
import type { RegisteredTool } from '../tools/registry.ts'
import type { Scope } from '../tools/scope.ts'
import {
  type About,
  isSameThing,
  readAbout,
  type ScopeReadings,
  type SubjectFault,
  withParents,
} from '../tools/subject.ts'
import type { CallWork, Executable, Found } from './call.ts'
import type { Settlement } from './page.ts'
import type { Toolbox } from './toolbox.ts'

type Binds = Offer['binds']

/** What is needed to ask the `binds` of a tool about a call. */
export interface Bound {
  /** A parse of the arguments, which the handler does not get. */
  readonly own: unknown
  /** True if the call may run though no `binds` of its request is known: a user decides. */
  readonly mayLack: boolean
}

/**
 * What the page offered to the model of a run with the latest request, or to the caller of one
 * call. After a handler returned, the tools of later calls of its message are offered anew, and
 * once more when the page has settled. That needs an offer that held right before the handler.
 * It also needs that no question to the user stood meanwhile, and that the user has not acted on
 * the page since the request.
 */
export class Offers {
  readonly #toolbox: Toolbox
  readonly #all: Map<string, Offer>
  readonly #redact: Redact
  /** The number of acts of the user when the page was shown. */
  readonly #acts: number
  /** What the latest handler may have changed; empty once the page has settled after it. */
  #held: ReadonlyMap<string, Held | undefined> = new Map()
  #hasReturned = false
  #wasAsked = false
  /** Whether a handler has begun since the request: the run itself changes the page too. */
  hasBegun = false
  /** The thing that the page waited for in vain, after a handler of the run. */
  late: string | undefined
  /** The contexts of the request as JSON, by scope. Absent apart from a request. */
  contexts: ReadonlyMap<Scope, string> | undefined
  /** The names of the tools in the latest request. Absent before the first. */
  names: ReadonlySet<string> | undefined
  /** The names of the tools of the message whose calls are answered, one after another. */
  called: ReadonlySet<string> = new Set()

  constructor(toolbox: Toolbox, all: Map<string, Offer>, redact?: Redact) {
    this.#toolbox = toolbox
    this.#all = all
    this.#redact = redact
    this.#acts = toolbox.registry.acts
  }

  /**
   * Offers all tools as they are now. `onFault` hears why a subject of one that is on cannot be
   * read. `redact` removes the secrets from contexts.
   */
  static read(toolbox: Toolbox, redact?: Redact, onFault?: (fault: SubjectFault) => void): Offers {
    const all = new Map<string, Offer>()
    const bases = new Set<Offer['base']>()
    const scopes: ScopeReadings = new Map()
    for (const entry of toolbox.entries()) {
      const offer = toOffer(entry, { scopes, bases })
      bases.add(offer.base)
      all.set(entry.tool.name, offer)
      if (offer.fault && onFault && toolbox.isOn(entry).enabled) onFault(offer.fault)
    }
    return new Offers(toolbox, all, redact)
  }

  /** Puts an earlier offer in the place of that of now, or of what is known of it. */
  put(name: string, known: Partial<Offer> = { text: undefined, binds: undefined }): void {
    const now = this.#all.get(name)
    if (now) this.#all.set(name, Object.freeze({ ...now, ...known }))
  }

  /** Returns the offer for a call that begins. A tool of the page that was not offered has none. */
  of(name: string, registered: RegisteredTool): Offer | undefined {
    const isOfPage = this.#toolbox.registry.find(name) === registered
    return this.#all.get(name) ?? (isOfPage ? undefined : toOffer(registered))
  }

  /** Returns a call with the subject that its tool was offered with. */
  stamp(call: AssistantToolCall): AssistantToolCall {
    const text = this.#all.get(call.name)?.text
    if (call.subject === text) return call
    const { subject: _given, ...own } = call
    return typeof text === 'string' ? { ...own, subject: text } : own
  }

  /**
   * Returns a hash of the tool of a call and of the context of its scope, to know its offer again
   * after a reload. Undefined with a subject, which says more, and without a tool of the page.
   */
  hashOf({ name }: AssistantToolCall): string | undefined {
    const registered = this.#toolbox.registry.find(name)
    if (!registered || this.#all.get(name)?.text !== undefined) return undefined
    const { tool, scope } = registered
    // A call of a row names it by its id.
    const context =
      tool.instances === undefined &&
      (this.contexts ? this.contexts.get(scope) : this.contextOf(scope))
    return hash(JSON.stringify([scope.name, hashTool(name, tool), context]))
  }

  /** Returns the context of a scope now, as a request has it. */
  contextOf(scope: Scope): string | undefined {
    return this.#toolbox.isListed(scope) ? contextOf(scope, this.#redact) : undefined
  }

  /** Returns what `changed` does, for a tool that is registered. */
  changed(
    { offer }: CallWork,
    found: Found,
    { registered, executable }: Found,
    bound: Bound,
  ): string | undefined {
    const place = registered as RegisteredTool
    const about = readAbout(place)
    if (typeof about.text === 'symbol') return `${whatItIsFor} cannot be read now`
    if (!offer) return since(whatItIsFor)
    // Another object is the same tool only if it says so.
    const isSaid = offer.text !== undefined || place.tool.mount !== undefined
    const isOther = executable !== found.executable && !isSaid
    const change = isOther ? 'the tool' : changeOf(offer, place, about)
    if (change !== undefined) return since(change)
    return isBound(offer, place.tool.bindsNow, bound) ? undefined : since(whatItIsFor)
  }

  /** Whether a tool is the one that a call was offered, whatever it is about now. */
  isSame({ offer }: CallWork, { registered }: Found): boolean {
    return offer !== undefined && registered !== undefined && !changeOfTool(offer, registered)
  }

  /** Begins a handler. The returned function ends it: true if it has returned or thrown. */
  begin(): (hasReturned: boolean) => void {
    const held = new Map<string, Held | undefined>()
    for (const name of this.called) {
      const registered = this.#toolbox.find(name)
      const offer = this.#all.get(name)
      if (!offer || !registered) {
        if (!offer && !registered) held.set(name, undefined)
        continue
      }
      const before = toOffer(registered, offer)
      if (changeOf(offer, before, before)) continue
      held.set(name, { offer, before, shown: offer.base.value, was: readEdited(before.tool.edits) })
    }
    this.#held = held
    this.hasBegun = true
    this.#hasReturned = this.#wasAsked = false
    return (hasReturned) => {
      this.#hasReturned = hasReturned && !this.#wasAsked
      this.#renew()
    }
  }

  /** Records that a question to the user stands: what changes meanwhile is not the run's act. */
  asked(): void {
    this.#wasAsked = true
  }

  /** Takes over what the page shows after a wait that handlers of the run have caused. */
  settled({ ok, why }: Settlement): void {
    if (!ok && !restless.has(why)) this.late = why
    else this.#renew()
    this.#held = new Map()
  }

  #renew(): void {
    if (!this.#hasReturned || this.#toolbox.registry.acts > this.#acts) return
    for (const [name, held] of this.#held) {
      const registered = this.#toolbox.find(name)
      const now = registered && (held ? renew(held, registered) : this.#offer(registered))
      if (now) this.#all.set(name, now)
      else this.#all.delete(name)
    }
  }

  #offer(registered: RegisteredTool): Offer {
    return toOffer(registered, { bases: Array.from(this.#all.values(), ({ base }) => base) })
  }
}

/** A tool, right before a handler of the run. */
interface Held {
  readonly offer: Offer
  readonly before: Offer
  /** What it edits: as its base has it, and as it was on the page. */
  readonly shown: unknown
  readonly was: unknown
}

/** Offers a tool anew. What the handler has made of what it edits is added to its base. */
function renew({ offer, before, shown, was }: Held, registered: RegisteredTool): Offer {
  const { edits } = registered.tool
  // What it edits now was not shown, so its calls are stale.
  if (edits && !isSameThing(before, readAbout(registered)))
    return Object.freeze({ ...offer, text: Symbol() })
  const value = readEdited(edits)
  if (value !== was && was === shown) offer.base.value = value
  // What does not have to agree any more is not kept.
  const renews = offer.binds === before.binds ? offer.renews : ([offer, before] as const)
  return Object.freeze({ ...toOffer(registered, offer), renews })
}

/** Why a page is not settled though it has shown what the calls before changed: it never rests. */
const restless: ReadonlySet<string> = new Set(['rendering', 'unstable'])

type Redact = ((json: string) => string) | undefined

/** Returns the context of a scope as a request has it; undefined for none. */
function contextOf({ context }: Scope, redact: Redact): string | undefined {
  try {
    const value = context?.()
    const json = value === undefined ? undefined : toJsonText(value)
    return json !== undefined && redact ? redact(json) : json
  } catch {
    return undefined
  }
}

/**
 * Returns the effect of a call of a tool with an `effect` that is a function. What is not known
 * counts as the worst.
 */
export function toEffect(
  tool: string,
  effectOf: NonNullable<ToolTrust['effectOf']>,
  args: unknown,
): Effect {
  let said: unknown
  try {
    said = effectOf(args as never)
    if (['read', 'write', 'egress', 'destructive'].includes(said as Effect)) return said as Effect
  } catch (thrown) {
    said = thrown
  }
  inDevelopment('effect', tool, said)
  return 'destructive'
}

/**
 * Returns what has changed of a call's tool since it was offered, as a sentence for the model.
 * Undefined if the offer holds. Apart from a page, a tool has to be the same object. Awaits
 * nothing.
 */
export function changed(
  work: CallWork,
  found: Found,
  now: Found | undefined,
  bound: Bound,
): string | undefined {
  if (!now) return hasLeft
  const { offers } = work.run
  if (offers && now.registered) {
    const change = offers.changed(work, found, now, bound)
    if (change !== undefined) return change
  } else if (now.executable !== found.executable) return since('the tool')
  const { effect, effectOf } = optionsOf(now.executable, work.call.arguments)
  const latest = effectOf ? toEffect(work.tool, effectOf, bound.own) : effect
  return latest === work.effect ? undefined : since('its effect')
}

/** Throws `DisabledToolError` for a call whose tool is not as it was offered. Awaits nothing. */
export function requireOffer(
  work: CallWork,
  found: Found,
  now: Found | undefined,
  bound: Bound,
): void {
  const change = changed(work, found, now, bound)
  if (change !== undefined) throw stale(work, change)
}

/** Throws `DisabledToolError` for a call that writes, if the page was not ready after a handler. */
export function requireReady(work: CallWork): void {
  const late = work.run.offers?.late
  if (late === undefined || work.effect === 'read') return
  throw stale(work, `the page was not ready (${late})`)
}

/** Returns the refusal of a call that is not about what was shown. Its answer is `stale`. */
export const stale = ({ call }: CallWork, reason: string): DisabledToolError =>
  new DisabledToolError(call.name, reason, 'changed')

const whatItIsFor = 'what it is for'

export const since = (what: string): string => `${what} changed after the page was shown to you`

/** The reason why a call of a tool that was offered does not run. */
export const hasLeft = 'it has left the page since it was shown to you'

function changeOf(offer: Offer, { tool, scope }: RegisteredTool, about: About): string | undefined {
  return isSameThing(offer, about)
    ? changeOfTool(offer, { tool, scope })
    : turned(offer, about, scope)
}

/** Returns what is another tool than the one that was offered, whatever it is about. */
function changeOfTool(
  { tool: offered, handler, scope: { name: where } }: Offer,
  { tool, scope }: RegisteredTool,
): string | undefined {
  const { name } = tool
  if (offered.handler !== handler) return 'the tool'
  if (scope.name !== where) return 'where the tool is registered'
  const isSame = tool === offered || textOfTool(name, tool) === textOfTool(name, offered)
  if (isSame) return undefined
  return tool.effect === offered.effect ? 'the description of the tool' : 'its effect'
}

/**
 * Returns the words for the thing that is another one now. Ids are not told: they may be those of
 * a page, which say nothing to a model.
 */
function turned(before: Offer, now: About, scope: Scope): string {
  const [was = [], is = []] = [before.text, now.text].map((text) =>
    typeof text === 'string' ? (JSON.parse(text) as (string | null)[]) : [],
  )
  const scopes = withParents(scope).reverse()
  const other = scopes.find((_, at) => (was[at] ?? null) !== (is[at] ?? null))
  return other ? `what the scope "${other.name}" is for` : whatItIsFor
}

/** Whether `binds` agrees with that of the request, and so at each renewal in between. */
function isBound({ binds, renews }: Offer, now: Binds, bound: Bound): boolean {
  if (renews && !isBound(renews[0], renews[1].binds, bound)) return false
  if (binds === now || (!binds && bound.mayLack)) return true
  try {
    const [before, after] = [binds, now].map((one) => one && toBoundText(one(bound.own as never)))
    return before !== undefined && before === after
  } catch {
    return false
  }
}

/**
 * Returns a text that is the same for equal values. Plain objects, lists and dates are compared by
 * their content. Everything else, such as a Map or an instance of a class, is compared by identity.
 * Throws for a promise, and for data that contains itself.
 */
export function toBoundText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint':
      return `${value}n`
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : textOfObject(value)
    default:
      return identityOf(value as object | symbol)
  }
}

function textOfObject(value: object): string {
  if (typeof (value as { then?: unknown }).then === 'function') {
    throw new TypeError('`approval.binds` returned a promise. Return the values themselves.')
  }
  if (Array.isArray(value)) return `[${Array.from(value, toBoundText).join()}]`
  if (value instanceof Date) return `Date(${value.getTime()})`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return identityOf(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, of]) => `${JSON.stringify(key)}:${toBoundText(of)}`).join()}}`
}

let identities = 0
const identityByObject = new WeakMap<object, string>()

function identityOf(value: object | symbol): string {
  if (typeof value === 'symbol') return String(value)
  let identity = identityByObject.get(value)
  if (identity === undefined) identityByObject.set(value, (identity = `#${++identities}`))
  return identity
}

/** Returns the parts of a tool that callers and the user know, as text. */
function textOfTool(name: string, executable: Executable): string {
  const { title, description, jsonSchema, effect, untrusted } = executable
  return JSON.stringify({ name, title, description, jsonSchema, effect, untrusted })
}

/** The text of each tool, hashed. The text shows if a part has changed since. */
const known = new WeakMap<Executable, { readonly text: string; readonly hash: string }>()

/** Returns the SHA-256 of the parts of a tool that the model and the user know. */
export function hashTool(name: string, executable: Executable): string {
  const text = textOfTool(name, executable)
  const before = known.get(executable)
  if (before?.text === text) return before.hash
  const hashed = { text, hash: hash(text) }
  known.set(executable, hashed)
  return hashed.hash
}
