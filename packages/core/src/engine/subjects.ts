// The reasons: decisions/0086.
import { hashTool, toBoundText } from '../approval/binding.ts'
import { inDevelopment } from '../dev/in-development.ts'
import { DisabledToolError } from '../errors/errors.ts'
import { hash } from '../json/hash.ts'
import { toJsonText } from '../json/json-text.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { optionsOf } from '../tools/context.ts'
import type { RegisteredTool } from '../tools/registry.ts'
import type { Effect } from '../tools/effects.ts'
import type { Scope } from '../tools/scope.ts'
import {
  isSameSubject,
  readBase,
  readToolSubject,
  type ScopeReadings,
  type SubjectFault,
  type ToolSubject,
  withParents,
} from '../tools/subject.ts'
import type { CallWork, Found } from './call.ts'
import type { Settlement } from './page.ts'
import type { Toolbox } from './toolbox.ts'

type Binds = ToolSubject['binds']

/** What one tool was about when the page was shown. */
interface Shown {
  text: ToolSubject['text']
  mount: ToolSubject['mount']
  /** What the tool edits, by reference. */
  base: unknown
  /**
   * The `binds` that have to agree, in pairs. That of the request is with that right before a
   * handler of the run, and that right after it with the next one. The last one is with that of
   * now.
   */
  binds: Binds[]
}

/** What is needed to ask the `binds` of a tool about a call. */
export interface Bound {
  /** A parse of the arguments, which the handler does not get. */
  readonly own: unknown
  /** True if the call may run though no `binds` of its request is known: a user decides. */
  readonly mayLack: boolean
}

/**
 * What the tools of a run were about when its model, or its caller, was shown the page. A call runs
 * only if its tool is about the same right before the handler. What a handler of the run changes
 * before it returns is the run's own act, and counts as shown. What changes while it waits for the
 * user does not, and nothing does once the user has acted on the page. What stands once the page
 * has then settled counts too.
 */
export class Subjects {
  readonly #toolbox: Toolbox
  readonly #shown: Map<string, Shown>
  readonly #redact: Redact
  /** The number of acts of the user when the page was shown. */
  readonly #acts: number
  /** The number of handlers that go on, and what tools were about when it last changed. */
  #handlers = 0
  #before: ReadonlyMap<string, ToolSubject> = new Map()
  /** The number of questions to the user for which handlers wait. */
  #waits = 0
  /** The part of a handler's act that the page may still have to show. */
  #act: 'none' | 'begun' | 'returned' = 'none'
  /** The thing that the page waited for in vain, after a handler of the run. */
  #late: string | undefined
  /** The contexts of the request as JSON, by scope. Absent apart from a request. */
  contexts: ReadonlyMap<Scope, string> | undefined
  /** The names of the tools in the latest request. Absent before the first. */
  offered: ReadonlySet<string> | undefined

  constructor(
    toolbox: Toolbox,
    shown: Iterable<readonly [tool: string, ToolSubject]>,
    redact?: Redact,
  ) {
    this.#toolbox = toolbox
    this.#redact = redact
    this.#acts = toolbox.registry.acts
    this.#shown = new Map(Array.from(shown, ([tool, subject]) => [tool, toShown(subject)]))
  }

  /**
   * Reads the subjects of all tools of now. `onFault` hears why one of a tool that is on cannot be
   * read. `redact` removes the secrets from contexts.
   */
  static read(
    toolbox: Toolbox,
    redact?: Redact,
    onFault?: (fault: SubjectFault) => void,
  ): Subjects {
    const read = readAll(toolbox)
    for (const [name, { fault }] of read) {
      const tool = fault && onFault && toolbox.find(name)
      if (tool && toolbox.isOn(tool).enabled) onFault(fault)
    }
    return new Subjects(toolbox, read, redact)
  }

  /** Puts what a tool was about earlier in the place of what it is about now. */
  showAs(tool: string, { text, binds, mount, edits }: Partial<ToolSubject> = {}): void {
    const now = this.#shown.get(tool)
    this.#shown.set(tool, {
      text,
      binds: [binds],
      mount: mount ?? now?.mount,
      base: edits ? readBase(edits) : now?.base,
    })
  }

  /** Returns what a tool edits, as the page was shown, with what its own calls have made of it. */
  baseOf(tool: string): unknown {
    return this.#shown.get(tool)?.base
  }

  /** Takes over what a call has made of what its tool, and each that edits the same, edits. */
  setBase(tool: string, base: unknown): void {
    const was = this.baseOf(tool)
    for (const [name, shown] of this.#shown)
      if (name === tool || (shown.base === was && Object(was) === was)) shown.base = base
  }

  /** Returns a call with the subject that its tool was shown with. */
  stamp(call: AssistantToolCall): AssistantToolCall {
    const text = this.#shown.get(call.name)?.text
    if (call.subject === text) return call
    const { subject: _given, ...own } = call
    return typeof text === 'string' ? { ...own, subject: text } : own
  }

  /**
   * Returns the page of a call, to know it again after a reload: a hash of the tool and of the
   * context of its scope. Undefined with a subject, which says more, and without a
   * tool of the page.
   */
  pageOf({ name }: AssistantToolCall): string | undefined {
    const registered = this.#toolbox.registry.find(name)
    if (!registered || this.#shown.get(name)?.text !== undefined) return undefined
    const { tool, scope } = registered
    // A call of a row names it by its id.
    const context =
      tool.instances === undefined &&
      (this.contexts ? this.contexts.get(scope) : this.#contextOf(scope))
    return hash(JSON.stringify([scope.name, hashTool(name, tool), context]))
  }

  #contextOf(scope: Scope): string | undefined {
    return this.#toolbox.isListed(scope) ? contextOf(scope, this.#redact) : undefined
  }

  /** Throws if the tool is not about the same as when it was shown. */
  require(tool: string, registered: RegisteredTool): void {
    const now = readToolSubject(registered)
    if (typeof now.text === 'symbol') throw stale(tool, 'what it is for cannot be read now')
    const shown = this.#shown.get(tool)
    // A tool of a tool list, such as a search, is about nothing on the page.
    const isOfPage = this.#toolbox.registry.find(tool) === registered
    const isSame = shown ? isSameSubject(now, shown) : !isOfPage
    if (!isSame && (isOfPage || now.text !== shown?.text))
      throw stale(tool, turned(shown, now, registered.scope))
  }

  /** Throws if the `binds` of now does not agree with that of the request. */
  requireBinds(tool: string, registered: RegisteredTool, { own, mayLack }: Bound): void {
    const now = registered.tool.bindsNow
    const { binds } = this.#shown.get(tool) ?? { binds: [undefined] }
    const isKnown = binds.some((one) => one !== undefined)
    if (!isKnown && (!now || mayLack)) return
    const all = [...binds, now]
    for (let at = 0; at < all.length; at += 2) {
      if (all[at] !== all[at + 1] && !agree(all[at], all[at + 1], own)) throw stale(tool)
    }
  }

  /** Throws for a call that writes, if the page was not ready after a handler of the run. */
  requireReady(tool: string, effect: Effect | undefined): void {
    if (this.#late === undefined || effect === 'read') return
    throw stale(tool, `the page was not ready (${this.#late})`)
  }

  /**
   * Begins a handler. The returned function ends it, and takes over what was changed meanwhile, if
   * the handler has returned or thrown. Handlers at the same time compare with one reading, so that
   * none undoes what another changed.
   */
  follow(): (hasReturned: boolean) => void {
    if (this.#handlers++ === 0) this.#before = readAll(this.#toolbox)
    this.#act = 'begun'
    return (hasReturned) => {
      this.#takeOver(hasReturned)
      if (--this.#handlers === 0 && hasReturned) this.#act = 'returned'
    }
  }

  /** Begins a wait of a handler for the user: what is changed until its end is not the run's. */
  waitForUser(): () => void {
    // A condition or a preview can ask too, and changes nothing as the run's own act.
    if (this.#handlers > 0) this.#takeOver()
    this.#waits++
    return () => {
      this.#takeOver()
      this.#waits--
    }
  }

  /** Takes over what the page shows after a wait that handlers of the run have caused. */
  settled({ ok, why }: Settlement): void {
    if (!ok && !restless.has(why)) this.#late = why
    else if (this.#act === 'returned') this.#takeOver()
    if (this.#act === 'returned') this.#act = 'begun'
  }

  #takeOver(hasReturned = true): void {
    const all = readAll(this.#toolbox)
    const hasUserActed = this.#toolbox.registry.acts > this.#acts
    const isOwn = hasReturned && this.#waits === 0 && !hasUserActed
    for (const [tool, now] of isOwn ? all : []) {
      const was = this.#before.get(tool)
      const shown = this.#shown.get(tool)
      if (!was) this.#shown.set(tool, toShown(now))
      else if (shown) {
        if (now.text !== was.text) shown.text = now.text
        if (now.mount !== was.mount) shown.mount = now.mount
        if (now.binds !== was.binds) shown.binds.push(was.binds, now.binds)
      }
    }
    this.#before = all
  }

  /**
   * Hints, in development, at a tool without a subject, if the context of its scope is not that of
   * the request. Only before the first handler of a message: the run itself changes the page too.
   */
  advise({ call }: CallWork, { executable, registered }: Found): void {
    const { contexts } = this
    if (this.#act !== 'none' || !registered || !contexts) return
    const { scope, tool } = registered
    if (tool.bindsNow || tool.edits || tool.instances) return
    if (this.#shown.get(call.name)?.text !== undefined) return
    inDevelopment(
      'subject',
      call.name,
      scope.name,
      () =>
        optionsOf(executable, call.arguments).effect !== 'read' &&
        this.#contextOf(scope) !== contexts.get(scope),
    )
  }
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

const toShown = ({ text, mount, binds, edits }: ToolSubject): Shown => ({
  text,
  mount,
  base: readBase(edits),
  binds: [binds],
})

function readAll(toolbox: Toolbox): Map<string, ToolSubject> {
  const read = new Map<string, ToolSubject>()
  const scopes: ScopeReadings = new Map()
  for (const entry of toolbox.entries()) {
    read.set(entry.tool.name, readToolSubject(entry, scopes))
  }
  return read
}

function agree(a: Binds, b: Binds, own: Bound['own']): boolean {
  try {
    return !!a && !!b && toBoundText(a(own as never)) === toBoundText(b(own as never))
  } catch {
    return false
  }
}

/**
 * Returns the words for the thing that is another one now. Ids are not told: they may be those of
 * a page, which say nothing to a model.
 */
function turned(before: Shown | undefined, now: ToolSubject, scope: Scope): string {
  const [was = [], is = []] = [before?.text, now.text].map((text) =>
    typeof text === 'string' ? (JSON.parse(text) as (string | null)[]) : [],
  )
  const scopes = withParents(scope).reverse()
  const turned = scopes.find((_, at) => (was[at] ?? null) !== (is[at] ?? null))
  const what = turned ? `the scope "${turned.name}"` : 'it'
  return changedSince(what)
}

/** Returns the refusal of a call that is not about what was shown. Its answer is `stale`. */
const stale = (tool: string, reason = changedSince('it')): DisabledToolError =>
  new DisabledToolError(tool, reason, 'changed')

const changedSince = (what: string): string =>
  `what ${what} is for changed after the page was shown to you`

/** Throws `DisabledToolError` if a call is not about what was shown. Awaits nothing. */
export function requireSubject(work: CallWork, found: Found, bound: Bound): void {
  const { run, call } = work
  const { registered, executable } = found
  if (!registered || !run.subjects) return
  run.subjects.require(call.name, registered)
  run.subjects.requireBinds(call.name, registered, bound)
  run.subjects.requireReady(call.name, optionsOf(executable, call.arguments).effect)
}
