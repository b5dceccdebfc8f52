import type {
  Agent,
  AgentEvent,
  ChatInput,
  ChatOptions,
  ResumeOptions,
  Run,
  RunResult,
  RunStatus,
} from '@ambit/core'

/** The actions of a page on the open session. The functions stay the same as long as the agent. */
export interface SessionActions {
  readonly agent: Agent
  /**
   * Sends a message: text, or parts with images and files. While a chat runs, the option `onBusy`
   * decides, or else the agent's `onBusy`:
   *
   * - `queue` (default): the message waits for its turn
   * - `steer`: the message joins the run
   * - `interrupt`: the message replaces the run
   * - `reject`: the message is refused
   *
   * With `replaces`, takes the place of a message of the user, as another branch. The default is
   * then `interrupt`, also for an agent with `onBusy`: the message starts from what the runs leave.
   *
   * Never rejects, so it can be called without awaiting it. An error is in `error`. A refusal is
   * only reported by the returned run, because the running chat has no error.
   */
  readonly chat: (input: ChatInput, options?: ChatOptions) => SentRun
  /**
   * Goes on without another message, as `agent.resume`: after an error, or with a run that a
   * reload, a crash or a closed page cut short. Never rejects.
   *
   * - With `from`, answers that message again, as another branch.
   * - With `results`, gives the model the results of returned calls, one for each.
   *
   * While a chat runs, `onBusy` decides. Default: `interrupt` with `from`, or else `queue`.
   */
  readonly resume: (options?: ResumeOptions & Pick<ChatOptions, 'onBusy'>) => SentRun
  /**
   * Cancels every run, and the chats that wait, as a user's wish (`kind: 'user'`). Also stops
   * another page that runs the open session. The text that a model has written stays.
   */
  readonly cancel: () => void
}

/**
 * A run that the page asked for. Await it for its end. It never rejects: an error is in
 * `useAgent().error`.
 */
export interface SentRun extends PromiseLike<RunResult | undefined>, AsyncIterable<AgentEvent> {
  readonly id: string
  readonly status: RunStatus
  /** Cancels this run alone, also while it waits for its turn. */
  cancel: Run<RunResult>['cancel']
}

export const createActions = (agent: Agent): SessionActions => ({
  agent,
  chat: (input, options) => {
    const otherwise = options?.replaces === undefined ? (agent.onBusy ?? 'queue') : 'interrupt'
    return toSentRun(agent.chat(input, { ...options, onBusy: options?.onBusy ?? otherwise }))
  },
  resume: ({ onBusy, ...options } = {}) => {
    const otherwise = options.from === undefined ? 'queue' : 'interrupt'
    return toSentRun(agent.with({ onBusy: onBusy ?? otherwise }).resume(options))
  },
  cancel: () => agent.cancel({ kind: 'user' }),
})

/** Wraps a run. The wrapper resolves with undefined if the run rejects. */
function toSentRun(run: Run<RunResult>): SentRun {
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
