import type {
  ActivityState,
  Agent,
  AssistantMessage,
  Message,
  QueuedChat,
  SessionArtifact,
  UsageState,
} from '@ambit/core'

/** What a page shows of the open session. */
export interface SessionState {
  readonly status: ActivityState['status']
  /** Why the last run did not complete; gone when the next starts. */
  readonly error: Error | undefined
  /**
   * The path to the history's head; while a model writes, its message as far as it has come stands
   * last, without a `finishReason`.
   */
  readonly messages: readonly Message[]
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[]
  /** What was used so far, and what it cost. */
  readonly usage: UsageState
  /** What tools gave the page. */
  readonly artifacts: readonly SessionArtifact[]
  /** The message that is being written. */
  readonly draft: AssistantMessage | undefined
  /** The messages without it. */
  readonly path: readonly Message[]
}

/** The state now; the one before itself, or parts of it, where nothing changed. */
export function readSession(agent: Agent, before: SessionState | undefined): SessionState {
  const { status, error, draft: written } = agent.activity.getState()
  const path = agent.history.messages
  const { waiting: queue } = agent.queue.getState()
  const usage = agent.usage.getState()
  const { artifacts } = agent.artifacts.getState()
  // Once it is complete it stands in the history.
  const draft = written && !agent.history.has(written.id) ? written.message : undefined
  const isSame = before?.path === path && before.draft === draft
  const messages = isSame ? before.messages : draft ? [...path, draft] : path
  const now: SessionState = { status, error, messages, queue, usage, artifacts, draft, path }
  for (const key of Object.keys(now) as (keyof SessionState)[]) {
    if (now[key] !== before?.[key]) return now
  }
  return before ?? now
}
