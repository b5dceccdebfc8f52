import { CancellationError } from './errors/run-errors.ts'
import type { CancelReason } from './cancel-reason.ts'

/**
 * One node of the tree in which cancels travel down: run, call, attempt. Cheap while nobody asks for its `AbortSignal`, which is made on
 * demand. The first reason stays; later cancels are ignored.
 */
export class Cancellation {
  #reason: CancelReason | undefined
  #listeners: Set<(reason: CancelReason) => void> | undefined
  #controller: AbortController | undefined
  #detach: (() => void) | undefined

  /** Why it was cancelled; undefined until then. */
  get reason(): CancelReason | undefined {
    return this.#reason
  }

  /** The same as a platform signal, whose `reason` is the `CancelReason`. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  cancel(reason: CancelReason): void {
    if (this.#reason) return
    this.#reason = reason
    this.dispose()
    this.#controller?.abort(reason)
    const listeners = this.#listeners
    this.#listeners = undefined
    listeners?.forEach((listener) => listener(reason))
  }

  /** Calls `listener` once on cancel, at once when that was before, until the returned function is called. */
  onCancel(listener: (reason: CancelReason) => void): () => void {
    if (this.#reason) {
      listener(this.#reason)
      return () => undefined
    }
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** A node that is cancelled with this one; `dispose` it when its work is over. */
  child(): Cancellation {
    const child = new Cancellation()
    child.#detach = this.onCancel((reason) => child.cancel(reason))
    return child
  }

  /** Follows a platform signal until `dispose`. A foreign abort reason is kept as the `cause` of a `manual` one. */
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

  /** Throws `CancellationError` when cancelled. */
  throwIfCancelled(): void {
    if (this.#reason) throw new CancellationError(this.#reason)
  }

  /** What the work comes to, or a `CancellationError` as soon as this is cancelled; a late outcome is dropped. */
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

function toReason(reason: unknown): CancelReason {
  if (typeof reason === 'object' && reason !== null && 'kind' in reason)
    return reason as CancelReason
  const kind =
    reason instanceof DOMException && reason.name === 'TimeoutError' ? 'deadline' : 'manual'
  return { kind, cause: reason }
}
