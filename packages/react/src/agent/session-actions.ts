import type {
  Agent,
  AgentEvent,
  CallOptions,
  ChatInput,
  Run,
  RunResult,
  RunStatus,
} from '@ambit/core'

/**
 * What a page can do with the open session. The functions are the same ones for as long as the
 * agent is.
 */
export interface SessionActions {
  readonly agent: Agent
  /**
   * Says something: text, or parts with images and files. While a run goes on, `onBusy` decides,
   * else the agent's own `onBusy`: the message joins the run (`steer`), takes its place
   * (`interrupt`), is refused (`reject`) or, by default, waits for its turn in `queue`. Never
   * rejects, so that it can be called and forgotten: what goes wrong is `error`, except that a
   * refusal is told by the returned run alone, since the one that goes on is well.
   */
  readonly send: (input: ChatInput, options?: CallOptions) => SentRun
  /** Ends what runs and what waits, as the person's wish. What a model has said by then is kept. */
  readonly cancel: () => void
  /** Goes on after an error without saying anything again. Never rejects. */
  readonly retry: () => SentRun
  /**
   * Goes on with a run that a reload, a crash or a closed page cut short; `agent.sessions` tells
   * whether there is one. Needs a `storage`. Never rejects.
   */
  readonly resume: () => SentRun
  /**
   * Has the model answer once more: the assistant message of this id, by default what the person
   * said last. The answer that was there stays, as another branch. What runs and what waits is
   * cancelled first, unless `onBusy` says otherwise, since it goes on from what is left behind.
   * Never rejects.
   */
  readonly regenerate: (messageId?: string, options?: CallOptions) => SentRun
  /**
   * Says something else in the place of a user message, as another branch. What runs is treated as
   * by `regenerate`. Never rejects.
   */
  readonly edit: (messageId: string, content: ChatInput, options?: CallOptions) => SentRun
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
})

const withOnBusy = (
  onBusy: CallOptions['onBusy'],
  options: CallOptions | undefined,
): CallOptions => ({ ...options, onBusy: options?.onBusy ?? onBusy })

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
