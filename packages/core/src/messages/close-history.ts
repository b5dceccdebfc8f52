import { toErrorReport } from '../errors/describe-thrown.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { AssistantToolCall, Message, ToolMessage } from './message.ts'

/**
 * Returns messages as providers accept them: every call is answered exactly once, right after the
 * message that asks for it. Missing answers become `interrupted`. Answers without a call are left
 * out. Each message follows the one before it. With `isWaiting`, calls at the very end stay open.
 */
export function closeHistory(
  messages: readonly Message[],
  now: number,
  isWaiting = false,
): Message[] {
  const closed: Message[] = []
  const add = (message: Message): void => {
    closed.push({ ...message, parentId: closed.at(-1)?.id ?? null })
  }
  let open = new Map<string, AssistantToolCall>()
  const closeOpen = (): void => {
    for (const call of open.values()) add(interrupted(call, now))
    open = new Map()
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.delete(message.id)) add(message)
      continue
    }
    closeOpen()
    add(message)
    if (message.role === 'assistant') open = new Map(message.calls?.map((call) => [call.id, call]))
  }
  if (!isWaiting) closeOpen()
  return closed
}

const unknownOutcome = JSON.stringify(
  toErrorReport(new AgentError('The call was interrupted; its outcome is unknown.')),
)

/** Returns the answer to a call whose outcome nobody knows. */
export const interrupted = ({ id, name }: AssistantToolCall, now: number): ToolMessage => ({
  id,
  parentId: null,
  role: 'tool',
  name,
  createdAt: now,
  content: unknownOutcome,
  status: 'interrupted',
})
