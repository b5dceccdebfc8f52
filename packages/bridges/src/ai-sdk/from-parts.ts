import type { AssistantToolCall, MessageInput, MessagePart, ToolStatus } from '@ambit/core'
import type { UIPart } from './ui-part.ts'
import { count } from './user-content.ts'

type ToolPart = Extract<UIPart, { toolCallId: string }>
type AssistantInput = Extract<MessageInput, { role: 'assistant' }>

/** Returns the message of a model that the parts of one step say, and the answers to its calls. */
export function fromParts(
  id: string | undefined,
  step: readonly UIPart[],
  ignored: Map<string, number> = new Map(),
): MessageInput[] {
  const parts: MessagePart[] = []
  const calls: AssistantToolCall[] = []
  const answers: MessageInput[] = []
  for (const part of step) {
    if (part.type === 'text' || part.type === 'reasoning') {
      parts.push({ type: part.type, text: part.text })
    } else if (part.type === 'file' || part.type === 'reasoning-file') {
      const { type, mediaType, url } = part
      parts.push({ type, mediaType, data: { type: 'url', url } })
    } else if (!('toolCallId' in part) || part.providerExecuted) count(ignored, part.type)
    else {
      const call = toCall(part)
      parts.push({ type: 'tool-call', id: call.id, name: call.name })
      calls.push(call)
      answers.push(toAnswer(part, call))
    }
  }
  if (parts.length === 0) return []
  const join = (type: 'text' | 'reasoning'): string =>
    parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
  const [content, reasoning] = [join('text'), join('reasoning')]
  const message: AssistantInput = {
    ...(id !== undefined && { id }),
    role: 'assistant',
    ...(content && { content }),
    ...(reasoning && { reasoning }),
    ...(calls.length > 0 && { calls }),
    finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
    parts,
  }
  return [message, ...answers]
}

function toCall(part: ToolPart): AssistantToolCall {
  const { toolCallId: id, input } = part
  const name = 'toolName' in part ? part.toolName : part.type.slice('tool-'.length)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return { id, name, arguments: isObject ? (input as Record<string, unknown>) : {} }
}

function toAnswer(part: ToolPart, { id, name }: AssistantToolCall): MessageInput {
  const status = toStatus(part)
  const content =
    status === 'ok'
      ? JSON.stringify(part.output ?? null)
      : JSON.stringify({ error: { name: 'Error', message: toWords(part) } })
  return { role: 'tool', id, name, status, content }
}

/** Returns the outcome of a call. Where `ai` has no word, `toolMetadata` has it. */
function toStatus({ state, toolMetadata }: ToolPart): ToolStatus {
  if (state === 'output-available') return 'ok'
  if (state === 'output-denied') return 'denied'
  if (state !== 'output-error') return 'interrupted'
  const told = toolMetadata?.['status']
  return isStatus(told) ? told : 'error'
}

const statuses = [
  'error',
  'invalid',
  'unknown',
  'disabled',
  'stale',
  'cancelled',
  'timeout',
  'interrupted',
]

const isStatus = (told: unknown): told is ToolStatus =>
  typeof told === 'string' && statuses.includes(told)

const toWords = (part: ToolPart): string =>
  part.errorText ?? part.approval?.reason ?? 'The call has no answer.'
