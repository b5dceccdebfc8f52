// The reasons: decisions/0070.
import type { Cancellation } from '../cancellation.ts'
import type { CallWork, Executable, Found } from '../engine/call.ts'
import { CallContext } from '../engine/context.ts'
import { describeThrown, isThenable } from '../errors/agent-error.ts'
import { DisabledToolError, ToolDeniedError } from '../errors/errors.ts'
import { hash } from '../json/hash.ts'
import { toJsonText } from '../json/json-text.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import { type CallSubject, optionsOf } from '../tools/context.ts'
import type { KnownParts } from '../tools/registry.ts'
import type { Scope } from '../tools/scope.ts'
import { isSameSubject, readToolSubject, type ToolSubject } from '../tools/subject.ts'
import { type ShownArguments, textOf, toCanonicalText, toValueText } from './arguments.ts'
import type { PendingApproval } from './policy.ts'

/** What a tool's `preview` and `title` say of a call; empty if the tool has no such functions. */
export type Previewed = Pick<PendingApproval, 'preview' | 'previewError' | 'sentence'>

/** Arguments that the functions of a tool are asked about. */
interface Asked {
  readonly args: JsonObject
  /** A parse of `args` for these functions, which the handler does not get. */
  readonly own: unknown
}

/**
 * Everything that an approval covers: one call, its arguments, the tool and where it is registered,
 * what the call is for, `binds` and `preview`. An approval counts only for a call of which nothing
 * has changed.
 */
export class Binding {
  /** SHA-256 of the parts of the tool that the model and the user know. */
  readonly toolHash: string
  readonly #work: CallWork
  readonly #found: Found
  readonly #scope: Scope | undefined
  /** What the tool was about. */
  readonly #about: ToolSubject | undefined
  readonly #handler: Executable['handler']
  /** The call that was bound. A plug-in may still hold its arguments. */
  readonly #given: AssistantToolCall
  readonly #text: string
  #asked: Asked
  /** The values of `binds` as text, with the arguments that they are of. */
  readonly #bounds: (Asked & { readonly text: string | undefined })[] = []
  /** The call that is to run, which has the model's arguments or those of a user. */
  #call: AssistantToolCall
  #shown: ShownArguments
  #subject: CallSubject | undefined
  /** The preview that was shown; undefined if none was, or if it answers later. */
  #preview: Previewed | undefined

  /** Binds to a call as it is now. `own` is a parse of `shown` for the functions of the tool. */
  constructor(work: CallWork, found: Found, shown: ShownArguments, own: unknown) {
    const { executable, registered } = found
    this.toolHash = hashTool(work.call.name, executable)
    this.#work = work
    this.#found = found
    this.#scope = registered?.scope
    this.#about = registered && readToolSubject(registered)
    this.#handler = executable.handler
    this.#given = this.#call = work.call
    this.#shown = shown
    this.#text = shown.text
    this.#asked = { args: shown.words, own }
    this.runWith(shown, own)
  }

  /** The subject of the call: what it is for, such as one row of a list. */
  get subject(): CallSubject | undefined {
    return this.#subject
  }

  /** Puts other arguments into the call, such as those of a user. */
  runWith(shown: ShownArguments, own: unknown): void {
    const { id, name } = this.#given
    const { words: args } = shown
    this.#shown = shown
    this.#asked = { args, own }
    this.#subject = this.#found.executable.subjectOf?.(args)
    this.#work.call = this.#call = { id, name, arguments: args }
  }

  /** Binds to the values that `binds` returns now. Throws what `binds` throws. */
  hold(): void {
    const asked = this.#asked
    this.#bounds.push({ ...asked, text: boundText(this.#found.executable, asked) })
  }

  /**
   * Asks the `preview` of the tool about the arguments that are shown, and binds to the answer if
   * it comes at once. Rejects only if the call is cancelled.
   */
  async preview({ executable }: Found): Promise<Previewed> {
    const answer = askPreview(this.#work, executable, this.#asked)
    this.#preview = answer instanceof Promise ? undefined : answer
    return answer
  }

  /** Whether the tool, as it is found now, still provides the call. */
  isProvided(now: Found | undefined): boolean {
    try {
      return this.#changeOfTool(now) === undefined
    } catch {
      return false
    }
  }

  /**
   * Returns what is not as it was shown, in words; undefined if nothing changed but, perhaps, the
   * preview. Asks `binds` once more.
   */
  changeOf(now: Found | undefined): string | undefined {
    try {
      return this.#changeOfTool(now) ?? (now && this.#changeOfCall(now))
    } catch {
      return callWords
    }
  }

  /**
   * Throws the error of `changedError` if anything has changed. Asks `binds` once more, and a
   * `preview` that answers at once.
   */
  recheck(now: Found | undefined): void {
    const change = this.changeOf(now) ?? (now && this.#changeOfPreview(now))
    if (change !== undefined) throw changedError(this.#work.tool, change)
  }

  /**
   * Returns the reason why the approval does not hold, though its subject is on the page. Undefined
   * if the subject is not on the page.
   */
  whyNot({ executable }: Found): string | undefined {
    const before = this.#subject
    const now = before && executable.subjectOf?.(this.#shown.words)
    if (!now) return undefined
    const [from, to] = [before, now].map(({ label }) => JSON.stringify(label ?? ''))
    return from === to
      ? 'what the user was shown changed, so the approval does not hold'
      : `its label changed from ${from} to ${to}, so the approval does not hold`
  }

  #changeOfCall({ executable }: Found): string | undefined {
    const { call, startedAt } = this.#work
    const { value, valueText } = this.#shown
    if (call !== this.#call) return callWords
    if (textOf(this.#given) !== this.#text) return argumentsWords
    // A handler that is tried again may have changed them itself.
    if (startedAt === undefined && toValueText(value) !== valueText) return argumentsWords
    return this.#bounds.every((bound) => isBound(executable, bound)) ? undefined : subjectWords
  }

  #changeOfTool(now: Found | undefined): string | undefined {
    const { executable, registered } = this.#found
    if (!now || executable.handler !== this.#handler) return 'the tool'
    const isSameEntry = now.registered === registered && registered?.scope === this.#scope
    // A tool that says what the call is for may leave and come back: the row is the same one.
    const isSameTool = isSameEntry && now.executable === executable
    if (!this.#subject && !isSameTool && !this.#isSameThing(now)) return 'the tool'
    if (!isSameEntry && !isSameScope(now.registered?.scope, this.#scope)) {
      return 'where the tool is registered'
    }
    const { name } = this.#given
    if (hashTool(name, now.executable) !== this.toolHash) return 'the description of the tool'
    const { parts = [] } = this.#subject ?? {}
    const { parts: latest = [] } = now.executable.subjectOf?.(this.#shown.words) ?? {}
    const isSame =
      latest.length === parts.length && latest.every((part, at) => Object.is(part, parts[at]))
    return isSame ? undefined : subjectWords
  }

  /** Whether a tool that was made anew says that it is about the same thing. */
  #isSameThing({ registered }: Found): boolean {
    const about = this.#about
    if (!about || !registered) return false
    const isSaid = about.text !== undefined || registered.tool.mount !== undefined
    return isSaid && isSameSubject(readToolSubject(registered), about)
  }

  #changeOfPreview({ executable }: Found): string | undefined {
    if (!this.#preview) return undefined
    const answer = askPreview(this.#work, executable, this.#asked)
    if (answer instanceof Promise) void answer.catch(() => undefined)
    else if (isSamePreview(answer, this.#preview)) return undefined
    return previewWords
  }
}

const subjectWords = 'what it is for'
const callWords = 'the call'
const argumentsWords = 'the arguments'

/** The words for what another preview shows. */
export const previewWords = 'what it would do'

/** Returns the reason for refusing a call of which something has changed since it was shown. */
export const changed = (what: string): string =>
  `${what} changed after it was shown, so the approval does not cover it: ask again`

/**
 * Returns the error of a call of which something has changed since it was shown. If that is the
 * page, the call is stale. If it is the call itself, it is denied.
 */
export function changedError(tool: string, what: string): DisabledToolError | ToolDeniedError {
  const reason = changed(what)
  return [callWords, argumentsWords, previewWords].includes(what)
    ? new ToolDeniedError(tool, reason, reason, 'changed')
    : new DisabledToolError(tool, reason, 'changed')
}

const isSameScope = (a: Scope | undefined, b: Scope | undefined): boolean =>
  a?.name === b?.name && a?.label === b?.label

/** Whether two finds are of the same tool, which may have been registered anew in between. */
export const isSameTool = (name: string, before: Found, now: Found): boolean =>
  now.registered === before.registered ||
  (now.registered?.scope.name === before.registered?.scope.name &&
    describeTool(name, now.executable) === describeTool(name, before.executable))

/** Whether two answers of a preview show a user the same. */
export const isSamePreview = (a: Previewed, b: Previewed): boolean =>
  a.previewError === b.previewError &&
  a.sentence === b.sentence &&
  toCanonicalText(a.preview ?? null) === toCanonicalText(b.preview ?? null)

/** The longest wait for a preview, in milliseconds. */
const maxWaitMs = 10_000

/** Asks a tool's `preview` and `title`. Returns a promise only if they answer later. */
function askPreview(
  work: CallWork,
  executable: Executable,
  asked: Asked,
): Previewed | Promise<Previewed> {
  const previewed = askOwnPreview(work, executable, asked)
  const add = (answer: Previewed): Previewed => ({
    ...answer,
    ...toSentence(executable, asked, answer),
  })
  return previewed instanceof Promise ? previewed.then(add) : add(previewed)
}

/** Asks a `title` that is a function. What it throws hides no fact, so it ends nothing. */
function toSentence(
  { sentenceOf }: Executable,
  { own }: Asked,
  { preview, previewError }: Previewed,
): Pick<Previewed, 'sentence'> {
  if (!sentenceOf || previewError !== undefined) return {}
  try {
    const sentence: unknown = sentenceOf(own as never, preview)
    return typeof sentence === 'string' && sentence.trim() ? { sentence } : {}
  } catch {
    return {}
  }
}

function askOwnPreview(
  work: CallWork,
  executable: Executable,
  { args, own }: Asked,
): Previewed | Promise<Previewed> {
  const { preview } = optionsOf(executable, args)
  if (!preview) return {}
  const limit = work.cancellation.child()
  try {
    const answer: unknown = preview(own as never, new CallContext(work, limit))
    if (isThenable(answer)) return awaitPreview(work, limit, answer)
    limit.dispose()
    return toPreviewed(answer)
  } catch (thrown) {
    limit.dispose()
    return { previewError: describeThrown(thrown) }
  }
}

/** Resolves with a preview, or with its error; the latter also after 10 s. */
async function awaitPreview(
  { cancellation, run }: CallWork,
  limit: Cancellation,
  answer: PromiseLike<unknown>,
): Promise<Previewed> {
  const { clock } = run.ports
  const timer = clock.setTimeout(() => limit.cancel({ kind: 'timeout' }), maxWaitMs)
  try {
    return toPreviewed(await limit.race(answer))
  } catch (thrown) {
    cancellation.throwIfCancelled()
    return { previewError: limit.reason ? 'it took too long' : describeThrown(thrown) }
  } finally {
    clock.clearTimeout(timer)
    limit.dispose()
  }
}

const toPreviewed = (answer: unknown): Previewed => ({
  preview: deepFreeze(JSON.parse(toJsonText(answer)) as JsonValue),
})

function boundText(executable: Executable, { args, own }: Asked): string | undefined {
  const { binds } = optionsOf(executable, args)
  return binds && toBoundText(binds(own as never))
}

function isBound(
  executable: Executable,
  bound: Asked & { readonly text: string | undefined },
): boolean {
  try {
    return boundText(executable, bound) === bound.text
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
    throw new TypeError(
      '`approval.binds` returned a promise. It is compared at once, right before the call runs. Return the values themselves.',
    )
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

/** Returns the identifying parts of a tool as text. */
function describeTool(name: string, executable: KnownParts): string {
  const { title, description, jsonSchema, effect, untrusted } = executable
  return JSON.stringify({ name, title, description, jsonSchema, effect, untrusted })
}

/** The text of each tool, hashed. The text shows if a part has changed since. */
const known = new WeakMap<Executable, { readonly text: string; readonly hash: string }>()

/** Returns the SHA-256 of the parts of a tool that the model and the user know. */
export function hashTool(name: string, executable: Executable): string {
  const text = describeTool(name, executable)
  const before = known.get(executable)
  if (before?.text === text) return before.hash
  const hashed = { text, hash: hash(text) }
  known.set(executable, hashed)
  return hashed.hash
}
