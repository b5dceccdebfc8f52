import { checkOptions } from '@ambit/core'
import type { AssistantToolCall, MessageInput, MessagePart, ToolStatus } from '@ambit/core'
import type { UIMessage } from 'ai'
import type { UIPart } from './ui-part.ts'
import { count, toContent } from './user-content.ts'

/** The options of `fromUIMessages`. */
export interface FromUIMessagesOptions {
  /** Gets the number of parts that were left out, by type. Default: they are not counted. */
  readonly ignored?: Map<string, number> | undefined
}

type ToolPart = Extract<UIPart, { toolCallId: string }>
type AssistantInput = Extract<MessageInput, { role: 'assistant' }>

/**
 * Converts the messages of a chat of the AI SDK for a history: `agent.history.load(…)`, or the
 * option `history` of `execute`. Each step of an answer becomes a message of the model with its
 * calls, followed by their answers. A call without an answer is answered as `interrupted`.
 *
 * Messages of the system, and parts of types that a history does not have, are left out.
 */
export function fromUIMessages(
  messages: readonly UIMessage[],
  options: FromUIMessagesOptions = {},
): MessageInput[] {
  checkOptions('`fromUIMessages`', options, { ignored: '' })
  const { ignored = new Map() } = options
  return messages.flatMap(({ id, role, parts }): MessageInput[] => {
    if (role === 'user') return [{ id, role, content: toContent(parts, ignored) }]
    if (role === 'assistant') return fromAnswer(id, parts, ignored)
    count(ignored, role)
    return []
  })
}

function fromAnswer(
  id: string,
  parts: readonly UIPart[],
  ignored: Map<string, number>,
): MessageInput[] {
  const steps: UIPart[][] = [[]]
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else steps.at(-1)?.push(part)
  }
  const said = steps.filter((step) => step.length > 0)
  return said.flatMap((step, at) => fromStep(at === 0 ? id : undefined, step, ignored))
}

function fromStep(
  id: string | undefined,
  step: readonly UIPart[],
  ignored: Map<string, number>,
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
