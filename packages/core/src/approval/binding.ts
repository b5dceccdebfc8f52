// The reasons: decisions/0070.
import type { Cancellation } from '../cancellation.ts'
import type { CallWork, Executable, Found } from '../engine/call.ts'
import { CallContext } from '../engine/context.ts'
import { changed, hashTool, stale, toBoundText } from '../engine/offers.ts'
import { describeThrown, isThenable } from '../errors/agent-error.ts'
import { type DisabledToolError, ToolDeniedError } from '../errors/errors.ts'
import { canonicalJson, toJsonText } from '../json/json-text.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import { type CallSubject, optionsOf } from '../tools/context.ts'
import { type ShownArguments, textOf, toValueText } from './arguments.ts'
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
 * What a question adds to the offer of a call: the arguments, the row that it is for, `binds` and
 * `preview`, as they were shown. An approval counts only for a call of which nothing has changed.
 * Its offer has to hold, too.
 */
export class Binding {
  /** SHA-256 of the parts of the tool that the model and the user know. */
  readonly toolHash: string
  readonly #work: CallWork
  readonly #found: Found
  /** What the user was told of the tool and of its scope. */
  readonly #said: string
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
    const { executable } = found
    this.toolHash = hashTool(work.call.name, executable)
    this.#work = work
    this.#found = found
    this.#given = this.#call = work.call
    this.#said = this.#describe(found)
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
      return this.#changeOfPage(now, true) === undefined
    } catch {
      return false
    }
  }

  /**
   * Returns the error of a call that is not as it was shown; undefined if nothing changed but,
   * perhaps, the preview. If the page is another one, the call is stale. If the call itself is, it
   * is denied. Asks `binds` once more. `mayLack` is as in `Bound`.
   */
  errorOf(now: Found | undefined, mayLack = true): DisabledToolError | ToolDeniedError | undefined {
    try {
      const change = this.#changeOfPage(now, mayLack)
      return change === undefined ? this.#changeOfCall(now as Found) : stale(this.#work, change)
    } catch {
      return this.#deny(callWords)
    }
  }

  /**
   * Throws the error of `errorOf` if anything has changed. Asks `binds` once more, and a `preview`
   * that answers at once.
   */
  recheck(now: Found | undefined, mayLack: boolean): void {
    const error = this.errorOf(now, mayLack) ?? (now && this.#changeOfPreview(now))
    if (error) throw error
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
      ? notCovered(subjectWords)
      : `its label changed from ${from} to ${to}, so the approval does not hold`
  }

  #deny(what: string): ToolDeniedError {
    const reason = notCovered(what)
    return new ToolDeniedError(this.#work.tool, reason, reason, 'changed')
  }

  #changeOfCall({ executable }: Found): DisabledToolError | ToolDeniedError | undefined {
    const { call, startedAt } = this.#work
    const { value, valueText } = this.#shown
    if (call !== this.#call) return this.#deny(callWords)
    if (textOf(this.#given) !== this.#text) return this.#deny(argumentsWords)
    // A handler that is tried again may have changed them itself.
    if (startedAt === undefined && toValueText(value) !== valueText)
      return this.#deny(argumentsWords)
    const isHeld = this.#bounds.every((bound) => isBound(executable, bound))
    return isHeld ? undefined : stale(this.#work, notCovered(subjectWords))
  }

  #changeOfPage(now: Found | undefined, mayLack: boolean): string | undefined {
    const { own } = this.#asked
    const change = changed(this.#work, this.#found, now, { own, mayLack })
    if (change !== undefined || !now) return change
    if (this.#describe(now) !== this.#said) return notCovered('the description of the tool')
    const { parts = [] } = this.#subject ?? {}
    const { parts: latest = [] } = now.executable.subjectOf?.(this.#shown.words) ?? {}
    const isSame =
      latest.length === parts.length && latest.every((part, at) => Object.is(part, parts[at]))
    return isSame ? undefined : notCovered(subjectWords)
  }

  /** Returns what a user is told of a tool and of its scope, as text. */
  #describe({ executable, registered }: Found): string {
    return `${hashTool(this.#given.name, executable)} ${registered?.scope.label}`
  }

  #changeOfPreview({ executable }: Found): DisabledToolError | undefined {
    if (!this.#preview) return undefined
    const answer = askPreview(this.#work, executable, this.#asked)
    if (answer instanceof Promise) void answer.catch(() => undefined)
    else if (isSamePreview(answer, this.#preview)) return undefined
    return this.staleOfPreview()
  }

  /** Returns the refusal of a call whose preview is another one than was shown. */
  staleOfPreview(): DisabledToolError {
    return stale(this.#work, notCovered('what it would do'))
  }
}

const subjectWords = 'what it is for'
const callWords = 'the call'
const argumentsWords = 'the arguments'

/** Returns the reason for refusing a call of which something has changed since it was shown. */
const notCovered = (what: string): string =>
  `${what} changed after it was shown, so the approval does not hold: ask again`

/** Whether two answers of a preview show a user the same. */
export const isSamePreview = (a: Previewed, b: Previewed): boolean =>
  a.previewError === b.previewError &&
  a.sentence === b.sentence &&
  canonicalJson(a.preview ?? null) === canonicalJson(b.preview ?? null)

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
