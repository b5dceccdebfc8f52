import type {
  Agent,
  AgentEvent,
  CallResult,
  ChatInput,
  ChatOptions,
  OnBusy,
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
   * Never rejects, so it can be called without awaiting it. An error is in `error`. A refusal is
   * only reported by the returned run, because the running chat has no error.
   */
  readonly send: (input: ChatInput, options?: ChatOptions) => SentRun
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
  readonly regenerate: (messageId?: string, options?: ChatOptions) => SentRun
  /**
   * Replaces a user message by another one, as another branch. Treats runs in progress as
   * `regenerate` does. Never rejects.
   */
  readonly edit: (messageId: string, content: ChatInput, options?: ChatOptions) => SentRun
  /**
   * Gives the model the results of the calls that a run with `calls.mode: 'return'` returned, one
   * for each. While a chat runs, it waits for its turn. Never rejects.
   */
  readonly answerCalls: (results: readonly CallResult[], options?: ChatOptions) => SentRun
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
  cancel: () => agent.cancel({ kind: 'user' }),
  retry: () => resume(agent, 'queue', {}),
  resume: () => resume(agent, 'queue', {}),
  regenerate: (messageId = lastOfPerson(agent), options) =>
    resume(agent, 'interrupt', { ...options, from: messageId }),
  edit: (replaces, content, options) =>
    toSentRun(agent.chat(content, withOnBusy('interrupt', { ...options, replaces }))),
  answerCalls: (results, options) => resume(agent, 'queue', { ...options, results }),
})

const withOnBusy = (
  onBusy: ChatOptions['onBusy'],
  options: ChatOptions | undefined,
): ChatOptions => ({ ...options, onBusy: options?.onBusy ?? onBusy })

function resume(
  agent: Agent,
  otherwise: OnBusy,
  { onBusy = otherwise, ...options }: ResumeOptions & Pick<ChatOptions, 'onBusy'>,
): SentRun {
  return toSentRun(agent.with({ onBusy }).resume(options))
}

/** Returns the id of the last message of the person; an empty one if there is none. */
const lastOfPerson = ({ history }: Agent): string =>
  history.messages.findLast((message) => message.role === 'user' && message.source === undefined)
    ?.id ?? ''

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
