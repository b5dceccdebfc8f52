import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { AssistantMessage, Message, ToolMessage, UserMessage } from '../values/message.ts'
import type { MessagePart } from '../values/message-part.ts'
import type { MediaPart } from '../values/content.ts'
import { cloneJson, type JsonValue } from '../values/json.ts'

type PromptOf<Role> = Extract<LanguageModelV4Message, { role: Role }>
type AssistantContent = PromptOf<'assistant'>['content'][number]
type ToolContent = PromptOf<'tool'>['content'][number]
type UserContent = PromptOf<'user'>['content'][number]

const converted = new WeakMap<Message, LanguageModelV4Message | ToolContent>()

/** A history as a model's prompt. Messages are frozen, so each is converted once. */
export function toPrompt(messages: readonly Message[]): LanguageModelV4Message[] {
  const prompt: LanguageModelV4Message[] = []
  let results: ToolContent[] | undefined
  for (const message of messages) {
    if (message.role === 'tool') {
      // Answers to the calls of one message stand together: some providers demand it.
      if (!results) prompt.push({ role: 'tool', content: (results = []) })
      results.push(once(message, toToolResult))
    } else {
      results = undefined
      const entry = once<Message, LanguageModelV4Message>(message, toMessage)
      if (saysAnything(entry)) prompt.push(entry)
    }
  }
  return prompt
}

/** A provider's own notes are no message alone: some leave them out, and then refuse one without content. */
const saysAnything = ({ content }: LanguageModelV4Message): boolean =>
  typeof content === 'string' || content.some(({ type }) => type !== 'custom')

function once<M extends Message, P extends LanguageModelV4Message | ToolContent>(
  message: M,
  convert: (message: M) => P,
): P {
  const known = converted.get(message) as P | undefined
  if (known) return known
  const made = convert(message)
  Object.freeze(made)
  converted.set(message, made)
  return made
}

const toMessage = (message: Message): LanguageModelV4Message =>
  message.role === 'user' ? toUserMessage(message) : toAssistantMessage(message as AssistantMessage)

const toUserMessage = ({ content }: UserMessage): PromptOf<'user'> => ({
  role: 'user',
  content:
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : content.map((part) => (part.type === 'text' ? part : toFile(part))),
})

function toFile({ type, data, mediaType, filename }: MediaPart): UserContent {
  const name = filename === undefined ? {} : { filename }
  const inline = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(data)
  if (inline) {
    const [, ofUrl, base64 = ''] = inline
    return {
      type: 'file',
      ...name,
      mediaType: mediaType ?? (ofUrl || type),
      data: { type: 'data', data: base64 },
    }
  }
  const url = /^https?:/.test(data) ? new URL(data) : undefined
  return {
    type: 'file',
    ...name,
    mediaType: mediaType ?? (type === 'file' ? 'application/octet-stream' : type),
    data: url ? { type: 'url', url } : { type: 'data', data },
  }
}

function toAssistantMessage(message: AssistantMessage): PromptOf<'assistant'> {
  const { calls } = message
  const parts = message.parts.filter((part) => !isBlank(part))
  // Reasoning that nothing follows is refused by providers: a message may be cut in it, or reach its length.
  const last = parts.findLastIndex(({ type }) => type !== 'reasoning' && type !== 'source')
  return {
    role: 'assistant',
    content: parts.slice(0, last + 1).flatMap((part) => toAssistantContent(part, calls)),
  }
}

/** Some providers refuse text without a word in it. */
const isBlank = (part: MessagePart): boolean =>
  part.type === 'text' && !part.providerMetadata && part.text.trim() === ''

function toAssistantContent(
  part: MessagePart,
  calls: AssistantMessage['calls'],
): AssistantContent[] {
  const options = part.providerMetadata && {
    providerOptions: part.providerMetadata as NonNullable<AssistantContent['providerOptions']>,
  }
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, ...options }]
    case 'tool-call': {
      const { id: toolCallId, name: toolName, providerExecuted } = part
      const call = calls?.find(({ id }) => id === toolCallId)
      const input = cloneJson(call ? call.arguments : part.input)
      const executed = providerExecuted ? { providerExecuted } : {}
      return [{ type: 'tool-call', toolCallId, toolName, input, ...executed, ...options }]
    }
    case 'tool-result': {
      const { id: toolCallId, name: toolName, result, isError } = part
      const output = { type: isError ? 'error-json' : 'json', value: result } as const
      return [{ type: 'tool-result', toolCallId, toolName, output: mutable(output), ...options }]
    }
    case 'file':
    case 'reasoning-file': {
      const { data, mediaType } = part
      const file = data.type === 'url' ? { type: 'url' as const, url: new URL(data.url) } : data
      return [{ type: part.type, mediaType, data: file, ...options }]
    }
    case 'custom':
      return [{ type: 'custom', kind: part.kind, ...options }]
    case 'source':
      return []
  }
}

function toToolResult(message: ToolMessage): ToolContent {
  const { id: toolCallId, name: toolName, content, status, output } = message
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output:
      typeof output === 'object'
        ? {
            type: 'content',
            value: output.map((part) => (part.type === 'text' ? part : toFile(part))),
          }
        : { type: status === 'ok' ? 'text' : 'error-text', value: output ?? content },
  }
}

/** The provider's types ask for mutable JSON. */
const mutable = <T extends { value: JsonValue }>(output: T): T & { value: never } =>
  output as T & { value: never }
