import { type CallWork, checkArguments, type Executable } from '../engine/call.ts'
import { CallContext } from '../engine/context.ts'
import { describeThrown, isThenable } from '../errors/agent-error.ts'
import { toJsonText } from '../json/json-text.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { deepFreeze } from '../messages/message.ts'
import { optionsOf } from '../tools/context.ts'
import { toCanonicalText } from './binding.ts'
import type { ApprovalRequest } from './policy.ts'

const maxWaitMs = 10_000

type Previewed = Pick<ApprovalRequest, 'preview' | 'previewError'>

/** The answers of a tool's `preview` and `binds` about one call, at one time. */
export interface Shown {
  /** The preview as a person sees it; empty if the tool has no `preview`. */
  readonly previewed: Previewed
  /** The error of `binds`. With one, the call cannot be allowed. */
  readonly bindsError?: string | undefined
  /** Tells if the answers of another time are the same. */
  readonly isSame: (other: Shown) => boolean
  /**
   * Asks the tool again and tells at once if it says the same. Undefined if only an asynchronous
   * `preview` could tell.
   */
  readonly isStill: (now: Executable) => boolean | undefined
}

/**
 * Asks a tool's `preview` and `binds` about a call. A preview has 10 s. Rejects only if the call is
 * cancelled.
 */
export async function readShown(work: CallWork, executable: Executable): Promise<Shown> {
  const { preview, binds } = optionsOf(executable, work.call.arguments)
  if (!preview && !binds) return nothingShown
  let args: unknown
  try {
    args = await checkArguments(work, executable)
  } catch (thrown) {
    work.cancellation.throwIfCancelled()
    const error = describeThrown(thrown)
    return new Answers(work, args, preview ? { previewError: error } : {}, binds && { error })
  }
  // The values come first: a change during the preview then differs from them later.
  const bound = readBound(binds, args)
  let isAsync = false
  if (!preview) return new Answers(work, args, {}, bound)
  const previewed = await withLimit(work, (cancellation) => {
    const shown = preview(args as never, new CallContext(work, cancellation))
    isAsync = isThenable(shown)
    return shown
  })
  return new Answers(work, args, previewed, bound, isAsync)
}

/**
 * Asks `binds` about parsed arguments, which were `given` so. The returned function asks again, and
 * tells if the values are the same.
 */
export function holdBound(
  executable: Executable,
  given: JsonObject,
  args: unknown,
): (now: Executable) => boolean {
  const before = readBound(optionsOf(executable, given).binds, args)
  return (now) => {
    const bound = readBound(optionsOf(now, given).binds, args)
    return bound?.error === undefined && bound?.text === before?.text
  }
}

/** Returns the text of the values that a call with parsed arguments is bound to, or an error. */
function readBound(binds: Executable['binds'], args: unknown): Bound | undefined {
  if (!binds) return undefined
  try {
    return { text: toBoundText(binds(args as never)) }
  } catch (thrown) {
    return { error: describeThrown(thrown) }
  }
}

/** The values that a call is bound to, as text, or the error of `binds`. */
interface Bound {
  readonly text?: string
  readonly error?: string
}

class Answers implements Shown {
  readonly previewed: Previewed
  readonly bindsError: string | undefined
  readonly #work: CallWork
  readonly #args: unknown
  readonly #bound: string | undefined
  readonly #isAsync: boolean

  constructor(
    work: CallWork,
    args: unknown,
    previewed: Previewed,
    bound: Bound | undefined,
    isAsync = false,
  ) {
    this.previewed = previewed
    this.bindsError = bound?.error
    this.#work = work
    this.#args = args
    this.#bound = bound?.text
    this.#isAsync = isAsync
  }

  isSame(other: Shown): boolean {
    return (
      other instanceof Answers &&
      this.bindsError === other.bindsError &&
      this.#bound === other.#bound &&
      this.#isSamePreview(other.previewed)
    )
  }

  isStill(now: Executable): boolean | undefined {
    const { binds, preview } = optionsOf(now, this.#work.call.arguments)
    const bound = readBound(binds, this.#args)
    if (bound?.error !== undefined || bound?.text !== this.#bound) return false
    if (!preview) return this.#isSamePreview({})
    if (this.#isAsync) return undefined
    try {
      const shown = preview(this.#args as never, this.#context())
      if (!isThenable(shown)) return this.#isSamePreview(toPreviewed(shown))
      void Promise.resolve(shown).catch(() => undefined)
      return false
    } catch (thrown) {
      return this.#isSamePreview({ previewError: describeThrown(thrown) })
    }
  }

  #context(): CallContext {
    return new CallContext(this.#work, this.#work.cancellation)
  }

  #isSamePreview({ preview, previewError }: Previewed): boolean {
    const mine = this.previewed
    return (
      previewError === mine.previewError &&
      toCanonicalText(preview ?? null) === toCanonicalText(mine.preview ?? null)
    )
  }
}

const nothingShown: Shown = {
  previewed: {},
  isSame: (other) => other === nothingShown,
  isStill: () => true,
}

const toPreviewed = (shown: unknown): Previewed => ({
  preview: deepFreeze(JSON.parse(toJsonText(shown)) as JsonValue),
})

/** Resolves with a preview, or with its error; the latter also after 10 s. */
async function withLimit(
  work: CallWork,
  ask: (cancellation: CallWork['cancellation']) => unknown,
): Promise<Previewed> {
  const { cancellation, run } = work
  const { clock } = run.ports
  const own = cancellation.child()
  const timer = clock.setTimeout(() => own.cancel({ kind: 'timeout' }), maxWaitMs)
  try {
    return toPreviewed(await own.race(ask(own)))
  } catch (thrown) {
    cancellation.throwIfCancelled()
    return { previewError: own.reason ? 'it took too long' : describeThrown(thrown) }
  } finally {
    clock.clearTimeout(timer)
    own.dispose()
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
      '`binds` returned a promise. It is compared at once, right before the call runs. Return the values themselves.',
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
