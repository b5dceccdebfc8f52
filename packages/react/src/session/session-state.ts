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
  readonly error: unknown
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
  readonly ids: readonly string[]
  /** The message that is being written. */
  readonly draft: AssistantMessage | undefined
  /** What the parts above were made from. */
  readonly source: {
    readonly path: readonly Message[]
    readonly draft: ActivityState['draft']
  }
}

/** The state now; the one before itself, or parts of it, where nothing changed. */
export function readSession(agent: Agent, before: SessionState | undefined): SessionState {
  const { status, error, draft: written, calls } = agent.activity.getState()
  const path = agent.history.messages
  const { waiting: queue } = agent.queue.getState()
  const usage = agent.usage.getState()
  const { artifacts } = agent.artifacts.getState()
  const draft = toMessage(agent, written, calls, before)
  const isSamePath = before?.source.path === path && before.draft === draft
  if (
    before &&
    isSamePath &&
    before.status === status &&
    before.error === error &&
    before.queue === queue &&
    before.usage === usage &&
    before.artifacts === artifacts
  ) {
    return before
  }
  const messages = isSamePath ? before.messages : draft ? [...path, draft] : path
  return {
    status,
    error,
    messages,
    queue,
    usage,
    artifacts,
    ids: isSamePath
      ? before.ids
      : keepEqual(
          before?.ids,
          messages.map(({ id }) => id),
        ),
    draft,
    source: { path, draft: written },
  }
}

/** The draft as a message, once there is anything in it and until the history has it. */
function toMessage(
  agent: Agent,
  draft: ActivityState['draft'],
  calls: ActivityState['calls'],
  before: SessionState | undefined,
): AssistantMessage | undefined {
  if (!draft || agent.history.has(draft.id)) return undefined
  const { id, content, reasoning } = draft
  const asked = [...calls.values()].filter(({ messageId }) => messageId === id)
  if (!content && !reasoning && asked.length === 0) return undefined
  const last = before?.draft?.id === id ? before.draft : undefined
  if (last && before?.source.draft === draft && (last.calls?.length ?? 0) === asked.length) {
    return last
  }
  return {
    id,
    parentId: agent.history.head,
    role: 'assistant',
    createdAt: last?.createdAt ?? Date.now(),
    ...(content && { content }),
    ...(reasoning && { reasoning }),
    ...(asked.length > 0 && {
      calls: asked.map(({ callId, tool }) => ({ id: callId, name: tool, arguments: {} })),
    }),
    usage: noUsage,
    parts: [
      ...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []),
      ...(content ? [{ type: 'text', text: content } as const] : []),
      ...asked.map(({ callId, tool }) => ({ type: 'tool-call', id: callId, name: tool }) as const),
    ],
  }
}

const noUsage = Object.freeze({ promptTokens: 0, completionTokens: 0, totalTokens: 0 })

const keepEqual = (
  before: readonly string[] | undefined,
  now: readonly string[],
): readonly string[] =>
  before?.length === now.length && before.every((id, index) => id === now[index]) ? before : now
