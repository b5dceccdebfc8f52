import type { AgentEvent, Run, RunResult, RunStatus } from '@ambit/core'

/**
 * A run that the page asked for: await it for its end. It never rejects: what went wrong is
 * `useAgent().error`.
 */
export interface SentRun extends PromiseLike<RunResult | undefined>, AsyncIterable<AgentEvent> {
  readonly id: string
  readonly status: RunStatus
  /** Ends this run alone, also one that still waits for its turn. */
  cancel: Run<RunResult>['cancel']
}

/** Resolves with undefined where the run rejects. */
export function toSentRun(run: Run<RunResult>): SentRun {
  const end = run.result.catch(() => undefined)
  return {
    get id() {
      return run.id
    },
    get status() {
      return run.status
    },
    cancel: (reason) => run.cancel(reason),
    // oxlint-disable-next-line unicorn/no-thenable -- a run is awaited by design
    then: (onResolved, onRejected) => end.then(onResolved, onRejected),
    [Symbol.asyncIterator]: () => run[Symbol.asyncIterator](),
  }
}
