import { AgentError } from '@ambit/core'
import { orAborted } from '@ambit/core/storage'

/** The longest wait for a server before the device goes on without it, in milliseconds. */
export const patienceMs = 2_000

/** That wait where the browser knows of no network, and only a server on this machine answers. */
const offlinePatienceMs = 500

/** The times before the server is asked again, in milliseconds. The time doubles up to the last. */
const firstPauseMs = 1_000
const lastPauseMs = 300_000

/** The error of an operation that did not reach the server. */
export class AwayError extends Error {}

/** Returns a function that turns an `AwayError` into a value, and throws any other error. */
export const ifAway =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof AwayError) return value
    throw error
  }

/** The line to a server, which is down from a failure on until the server answers again. */
export class ServerLine {
  /** Asks the server for anything, and then sends what was not sent. */
  readonly #onUp: () => Promise<void>
  readonly #probe: () => Promise<unknown>
  readonly #onRefused: (refusal: AgentError) => void
  /** The answer of a server that takes nothing; undefined while it does, or cannot be reached. */
  refusal: AgentError | undefined
  #isDown = false
  #pauseMs = firstPauseMs
  #timer: ReturnType<typeof setTimeout> | undefined
  /** True if the pause was cut, because there was something new to send. */
  #isShort = false

  constructor(options: {
    readonly probe: () => Promise<unknown>
    readonly onUp: () => Promise<void>
    /** Called when the server answers that it takes nothing, once for each reason. */
    readonly onRefused: (refusal: AgentError) => void
  }) {
    this.#probe = options.probe
    this.#onUp = options.onUp
    this.#onRefused = options.onRefused
  }

  /** True while the server cannot be reached, as far as this page knows. */
  get isDown(): boolean {
    return this.#isDown
  }

  /**
   * Does some work of the server. Rejects with `AwayError` if the server cannot be reached, and as
   * the signal says. The work gets the signal.
   */
  async ask<T>(work: (signal?: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.isDown) throw this.#goDown()
    try {
      return await orAborted(work(signal), signal)
    } catch (error) {
      if (signal?.aborted || isRefusal(error)) throw error
      throw this.#goDown(error)
    }
  }

  /** Does some work as `ask` does, but waits only a moment. */
  async askSoon<T>(work: (signal?: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = AbortSignal.timeout(isOffline() ? offlinePatienceMs : patienceMs)
    try {
      return await this.ask(work, either(signal, late))
    } catch (error) {
      if (signal?.aborted || !late.aborted) throw error
      throw this.#goDown(error)
    }
  }

  /** Takes note that there is something new to send: the server is asked again in a moment. */
  said(): void {
    if (this.#timer === undefined || this.#isShort) return
    clearTimeout(this.#timer)
    this.#wait(firstPauseMs)
    this.#isShort = true
  }

  /** Takes note that the server was heard. */
  heard(): void {
    if (!this.#isDown) return
    // It is being asked, and may have been away then.
    if (this.#timer === undefined) this.#pauseMs = firstPauseMs
    else this.#tryAgain()
  }

  /** Asks again after a pause, unless that is due already. Returns the error to throw. */
  #goDown(cause?: unknown): AwayError {
    if (isAnswer(cause) && cause.message !== this.refusal?.message) {
      this.refusal = cause
      this.#onRefused(cause)
    }
    if (this.#timer === undefined) {
      this.#isDown = true
      this.#isShort = false
      this.#wait(this.#pauseMs)
      this.#pauseMs = Math.min(lastPauseMs, this.#pauseMs * 2)
      globalThis.addEventListener?.('online', this.#online, { once: true })
    }
    return new AwayError('', { cause })
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(this.#tryAgain, ms)
    unref(this.#timer)
  }

  readonly #online = (): void => this.heard()

  readonly #tryAgain = (): void => void this.#retry()

  async #retry(): Promise<void> {
    clearTimeout(this.#timer)
    globalThis.removeEventListener?.('online', this.#online)
    this.#timer = undefined
    try {
      await this.#probe()
    } catch (error) {
      if (!isRefusal(error)) return void this.#goDown(error)
    }
    this.#isDown = false
    this.refusal = undefined
    await this.#onUp()
    // A server can answer, and still fail to take what is sent.
    if (!this.#isDown) this.#pauseMs = firstPauseMs
  }
}

/** Whether the browser knows of no network. A server on this machine may answer all the same. */
const isOffline = (): boolean =>
  typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine

/** Whether a storage has decided, so that it was reached. */
const isRefusal = (error: unknown): boolean =>
  AgentError.is(error, 'storage') && error.details.kind !== 'unavailable'

/** Whether the server has answered that it takes nothing, as while nobody is signed in. */
const isAnswer = (error: unknown): error is AgentError =>
  AgentError.is(error, 'storage') && !isRefusal(error) && typeof error.cause === 'number'

/** Lets a program end before the time of a timer, where programs can end. */
export const unref = (timer: unknown): void => (timer as { unref?: () => void }).unref?.()

/** Returns a signal that aborts with the first of these. */
export const either = (
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined => (one && other ? AbortSignal.any([one, other]) : (one ?? other))
