import type {
  Agent,
  AgentEvent,
  CallOptions,
  CallResult,
  ChatInput,
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
   * Never rejects, so it can be called without awaiting it. An error is in `error`. A refusal is
   * only reported by the returned run, because the running chat has no error.
   */
  readonly send: (input: ChatInput, options?: CallOptions) => SentRun
  /**
   * Cancels every run, and the chats that wait, as a person's wish (`kind: 'user'`). Also stops
   * another page that runs the open session. The text that a model has written stays.
   */
  readonly cancel: () => void
  /** Goes on after an error, without another message. Never rejects. */
  readonly retry: () => SentRun
  /**
   * Goes on with a run that a reload, a crash or a closed page cut short. `agent.sessions` tells if
   * there is one. Needs a `storage`. Never rejects.
   */
  readonly resume: () => SentRun
  /**
   * Makes the model answer again. `messageId` is the assistant message to write again. Default: the
   * model answers the person's last message again. The old answer stays as another branch.
   *
   * Cancels the runs in progress and the chats that wait, unless `onBusy` says otherwise: the new
   * answer starts from what they leave. Never rejects.
   */
  readonly regenerate: (messageId?: string, options?: CallOptions) => SentRun
  /**
   * Replaces a user message by another one, as another branch. Treats runs in progress as
   * `regenerate` does. Never rejects.
   */
  readonly edit: (messageId: string, content: ChatInput, options?: CallOptions) => SentRun
  /**
   * Gives the model the results of the calls that a run with `toolMode: 'return'` returned, one for
   * each. While a chat runs, it waits for its turn. Never rejects.
   */
  readonly answerCalls: (results: readonly CallResult[], options?: CallOptions) => SentRun
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
  send: (input, options) =>
    toSentRun(agent.chat(input, withOnBusy(agent.onBusy ?? 'queue', options))),
  cancel: () => agent.cancelAll({ kind: 'user' }),
  retry: () => toSentRun(agent.retry({ onBusy: 'queue' })),
  resume: () => toSentRun(agent.resume({ onBusy: 'queue' })),
  regenerate: (messageId, options) =>
    toSentRun(agent.history.regenerate(messageId, withOnBusy('interrupt', options))),
  edit: (messageId, content, options) =>
    toSentRun(agent.history.edit(messageId, content, withOnBusy('interrupt', options))),
  answerCalls: (results, options) =>
    toSentRun(agent.answerCalls(results, withOnBusy('queue', options))),
})

const withOnBusy = (
  onBusy: CallOptions['onBusy'],
  options: CallOptions | undefined,
): CallOptions => ({ ...options, onBusy: options?.onBusy ?? onBusy })

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
