import type { Agent, CallOptions, ChatInput } from '@ambit/core'
import { type SentRun, toSentRun } from './sent-run.ts'

/**
 * What a page can do with the open session. The functions are the same ones for as long as the
 * agent is.
 */
export interface SessionActions {
  readonly agent: Agent
  /**
   * Says something. While a run goes on the message waits for its turn, unless `onBusy` says
   * otherwise. Never rejects, so that it can be called and forgotten: what goes wrong is `error`.
   */
  readonly send: (input: ChatInput, options?: CallOptions) => SentRun
  /** Ends what runs and what waits, as the person's wish. */
  readonly cancel: () => void
  /** Goes on after an error without saying anything again. Never rejects. */
  readonly retry: () => SentRun
}

export const createActions = (agent: Agent): SessionActions => ({
  agent,
  send: (input, options) =>
    toSentRun(agent.chat(input, { ...options, onBusy: options?.onBusy ?? 'queue' })),
  cancel: () => agent.cancelAll({ kind: 'user' }),
  retry: () => toSentRun(agent.retry({ onBusy: 'queue' })),
})
