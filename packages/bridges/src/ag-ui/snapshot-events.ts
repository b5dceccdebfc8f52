import type { AguiEvent } from './agui-event.ts'

interface SnapshotMessage {
  readonly id: string
  readonly role: string
  readonly content?: unknown
  readonly subagentRunId?: string
  readonly toolCallId?: string
  readonly toolCalls?: readonly SnapshotCall[]
}

interface SnapshotCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/**
 * Returns what a snapshot of the messages adds to a run, as the events that would have told it.
 * These are the messages and calls after the last message of the user that are not known yet.
 *
 * @param isKnown Whether a message or a call was sent to the remote agent, or has come from it.
 * @param isAnswered Whether a call is answered, or is not of this run.
 */
export function toSnapshotEvents(
  messages: unknown,
  isKnown: (id: string) => boolean,
  isAnswered: (callId: string) => boolean,
): AguiEvent[] {
  const all = messages as readonly SnapshotMessage[]
  const made = new Set<string>()
  const events: AguiEvent[] = []
  for (const message of all.slice(all.findLastIndex(({ role }) => role === 'user') + 1)) {
    const { id: messageId, role, content, toolCallId = '', toolCalls = [] } = message
    const kind = role === 'assistant' ? 'TEXT' : role === 'reasoning' ? 'REASONING' : undefined
    if (kind && typeof content === 'string' && content !== '' && !isKnown(messageId)) {
      const { subagentRunId } = message
      events.push({ type: `${kind}_MESSAGE_START`, messageId, subagentRunId })
      events.push({ type: `${kind}_MESSAGE_CONTENT`, messageId, delta: content })
    }
    for (const { id, function: asked } of toolCalls) {
      if (isKnown(id)) continue
      made.add(id)
      const call = { toolCallId: id, toolCallName: asked.name, parentMessageId: messageId }
      events.push({ type: 'TOOL_CALL_START', ...call })
      events.push({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: asked.arguments })
      events.push({ type: 'TOOL_CALL_END', toolCallId: id })
    }
    if (role === 'tool' && (made.has(toolCallId) || !isAnswered(toolCallId))) {
      events.push({ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content })
    }
  }
  return events
}
