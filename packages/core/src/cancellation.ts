import { CancellationError, describeThrown } from './errors/agent-error.ts'

/**
 * A node of the tree in which a cancel goes down from a run to its calls and their attempts. The
 * `AbortSignal` is made on demand, so a node without one is cheap. The first reason stays; later
 * cancels are ignored.
 */
export class Cancellation {
  #reason: CancelReason | undefined
  #listeners: Set<(reason: CancelReason) => void> | undefined
  #controller: AbortController | undefined
  #detach: (() => void) | undefined

  /** The reason of the cancel; undefined before a cancel. */
  get reason(): CancelReason | undefined {
    return this.#reason
  }

  /** The node as a platform signal. The `reason` of the signal is the `CancelReason`. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** Cancels with a reason. Anything else becomes the cause of one of kind `manual`. */
  cancel(given: CancelReason): void {
    if (this.#reason) return
    const reason = Object.freeze(toReason(given))
    this.#reason = reason
    this.dispose()
    this.#controller?.abort(reason)
    const listeners = this.#listeners
    this.#listeners = undefined
    listeners?.forEach((listener) => listener(reason))
  }

  /**
   * Calls `listener` once on a cancel, until the returned function is called. Calls `listener` at
   * once if the node is cancelled already.
   */
  onCancel(listener: (reason: CancelReason) => void): () => void {
    if (this.#reason) {
      listener(this.#reason)
      return () => undefined
    }
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /**
   * Returns a node that is cancelled with this one. Call the `dispose` of that node when its work
   * is over.
   */
  child(): Cancellation {
    const child = new Cancellation()
    child.#detach = this.onCancel((reason) => child.cancel(reason))
    return child
  }

  /**
   * Cancels this node when a platform signal aborts, until `dispose`. A foreign abort reason
   * becomes the `cause` of a reason of kind `manual`, or `deadline` for a timeout.
   */
  follow(signal: AbortSignal): void {
    const onAbort = (): void => this.cancel(toReason(signal.reason))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    const detach = this.#detach
    this.#detach = () => {
      signal.removeEventListener('abort', onAbort)
      detach?.()
    }
  }

  /** Stops following the parent and the signal. */
  dispose(): void {
    this.#detach?.()
    this.#detach = undefined
  }

  /** Throws `CancellationError` if this node is cancelled. */
  throwIfCancelled(): void {
    if (this.#reason) throw new CancellationError(this.#reason)
  }

  /**
   * Resolves or rejects as the work does. Rejects with `CancellationError` as soon as this node is
   * cancelled; a later outcome of the work is dropped.
   */
  race<T>(work: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.onCancel((reason) => reject(new CancellationError(reason)))
      Promise.resolve(work).then(
        (value) => {
          stop()
          resolve(value)
        },
        (error: unknown) => {
          stop()
          reject(error as Error)
        },
      )
    })
  }
}

function toReason(given: unknown): CancelReason {
  if (isReason(given)) return given
  const isTimeout = given instanceof DOMException && given.name === 'TimeoutError'
  const cause = given instanceof Error || isJson(given) ? given : describeThrown(given)
  return { kind: isTimeout ? 'deadline' : 'manual', cause }
}

/** Whether a value can be written as JSON, as events are. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/** Whether a value is a reason that events can have. An application may give anything. */
export function isReason(value: unknown): value is CancelReason {
  try {
    const { cause: _cause, ...rest } = value as CancelReason
    const { kind, message, tag } = rest
    const isText = [message, tag].every((text) => text === undefined || typeof text === 'string')
    return kinds.includes(kind) && isText && isJson(rest)
  } catch {
    return false
  }
}

const kinds = [
  'user',
  'deadline',
  'timeout',
  'parent_failed',
  'sibling_failed',
  'race_lost',
  'budget',
  'scope_ended',
  'manual',
] as const

/** The party or event that ended a run early. */
export type CancelKind = (typeof kinds)[number]

/**
 * The reason for which a run, a call or a wait was cancelled. It is the same object from the cancel
 * to the rejection.
 */
export interface CancelReason {
  readonly kind: CancelKind
  /** A word of the caller, to distinguish one cancel from another. */
  readonly tag?: string | undefined
  /**
   * The kind of the reason in more detail, which the answer of the call has as its `code`.
   * `changed`: what the call was for has changed. `cut`: the model's message ended before it was
   * whole. `not_started`: the page ended before the call began. `outcome_unknown`: the page ended
   * while the call ran. Absent for any other.
   */
  readonly code?: 'changed' | 'cut' | 'not_started' | 'outcome_unknown' | undefined
  /** A sentence for people and logs. */
  readonly message?: string | undefined
  readonly cause?: unknown
  /** The key of `limits`, or of `limits.custom`. Present if `kind` is `budget`. */
  readonly budgetKey?: string | undefined
  /** The limit of the budget. Present if `kind` is `budget`. */
  readonly limit?: number | undefined
  /** The amount that was spent, without the refused charge. Present if `kind` is `budget`. */
  readonly spent?: number | undefined
}
