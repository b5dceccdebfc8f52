import { TimeoutError } from '../errors/run-errors.ts'
import type { Artifact } from '../values/artifact.ts'
import type { CancelReason } from '../values/cancel-reason.ts'
import { type Duration, parseDuration } from '../values/duration.ts'
import type { Dependencies, Metadata, State } from '../values/register.ts'
import type { ToolContext } from '../values/tool-context.ts'
import type { Cancellation } from './cancellation.ts'
import type { RunCore } from './run-core.ts'
import { runOfContext } from './run-of.ts'

/** One call as the executor works on it. */
export interface CallInfo {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  /** Clean-ups the handler deferred, in the order in which it did. */
  readonly deferred: (() => unknown)[]
}

/** What one attempt's handler is given. Everything is read when it is asked for, so an unused field costs nothing. */
export class CallContext implements ToolContext {
  readonly #call: CallInfo
  readonly #cancellation: Cancellation

  constructor(call: CallInfo, cancellation: Cancellation) {
    this.#call = call
    this.#cancellation = cancellation
  }

  static {
    Object.defineProperty(this.prototype, runOfContext, {
      get(this: CallContext): RunCore {
        return this.#call.run
      },
    })
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }
  get runId(): string {
    return this.#call.run.id
  }
  get rootRunId(): string {
    return this.#call.run.rootId
  }
  get callId(): string {
    return this.#call.callId
  }
  get iteration(): number {
    return this.#call.iteration
  }
  get sessionId(): string {
    return this.#call.run.session.id
  }
  get userId(): string | undefined {
    return this.#call.run.config.userId
  }
  get tenantId(): string | undefined {
    return this.#call.run.config.tenantId
  }
  get metadata(): Metadata {
    return this.#call.run.config.metadata
  }
  get dependencies(): Dependencies {
    return this.#call.run.config.dependencies
  }
  get idempotencyKey(): string {
    return `${this.sessionId}:${this.callId}`
  }
  get artifacts(): { add(artifact: Artifact): void } {
    const { artifacts } = this.#call.run
    return { add: (artifact) => void artifacts.set(artifact.id, artifact) }
  }
  // Arrow functions, so that a handler may take them out of the context.
  readonly getState = (): State => this.#call.run.session.state
  readonly setState = (change: Partial<State>): void => {
    const { session } = this.#call.run
    session.state = { ...(session.state as object), ...change } as State
  }
  readonly report = (progress: { pct?: number | undefined; message?: string | undefined }): void =>
    this.#call.run.log.emit('tool_progress', { ...this.#names, ...progress })
  readonly emit = (name: string, data: unknown): void =>
    this.#call.run.log.emit('custom', { ...this.#names, name, data })
  readonly defer = (cleanup: () => unknown): void => void this.#call.deferred.push(cleanup)
  readonly cancel = (reason?: CancelReason): void => this.#call.run.cancel(reason)

  readonly waitForScope = (
    name: string,
    { timeout = '2s' }: { timeout?: Duration | undefined } = {},
  ): Promise<void> => {
    const { registry } = this.#call.run.toolbox
    const { clock } = this.#call.run.ports
    const timeoutMs = parseDuration(timeout, 'timeout')
    let stop = (): void => undefined
    const arrival = new Promise<void>((resolve, reject) => {
      if (registry.has(name)) return resolve()
      const unsubscribe = registry.subscribe(() => registry.has(name) && resolve())
      const timer = clock.setTimeout(
        () => reject(new TimeoutError(`Waiting for the scope "${name}"`, timeoutMs)),
        timeoutMs,
      )
      stop = () => {
        unsubscribe()
        clock.clearTimeout(timer)
      }
    })
    return this.#cancellation.race(arrival).finally(() => stop())
  }

  get #names(): { callId: string; tool: string; iteration: number } {
    const { callId, tool, iteration } = this.#call
    return { callId, tool, iteration }
  }
}
