import type { AssistantMessage, AssistantToolCall, MessagePart, UserContent } from '@ambit/core'
import type { PartOptions, UIPart } from './ui-part.ts'

/**
 * Returns the parts of a model's message, as a chat of the AI SDK shows them. Calls have no answer
 * yet.
 */
export function toAssistantParts(
  message: Pick<AssistantMessage, 'parts' | 'calls'>,
  options: PartOptions,
): UIPart[] {
  const parts: UIPart[] = [{ type: 'step-start' }]
  const calls = new Map(message.calls?.map((call) => [call.id, call]))
  for (const part of message.parts) {
    const last = parts.at(-1)
    if (part.type === 'text' || part.type === 'reasoning') {
      if (last?.type === part.type) last.text += part.text
      else parts.push({ type: part.type, text: part.text, state: 'done' })
    } else if (part.type === 'tool-call') {
      parts.push(toCallPart(part, calls.get(part.id), options))
    } else if (part.type === 'tool-result') {
      const at = parts.findIndex((own) => 'toolCallId' in own && own.toolCallId === part.id)
      const call = parts[at]
      if (call) parts[at] = { ...call, ...toProviderAnswer(part) } as UIPart
    } else {
      const own = toOwnPart(part)
      if (own) parts.push(own)
    }
  }
  return parts
}

/**
 * Returns the part of a call that has no answer. A call through `use_tool` is that of the tool that
 * the model meant.
 */
function toCallPart(
  part: Extract<MessagePart, { type: 'tool-call' }>,
  call: AssistantToolCall | undefined,
  { toolParts, titleOf }: PartOptions,
): UIPart {
  const { id: toolCallId, providerExecuted } = part
  const { name, arguments: input } = call ?? { name: part.name, arguments: part.input }
  const title = titleOf?.(name)
  return {
    ...(toolParts === 'named'
      ? { type: `tool-${name}` }
      : { type: 'dynamic-tool', toolName: name }),
    toolCallId,
    ...(title !== undefined && { title }),
    ...(providerExecuted && { providerExecuted }),
    state: 'input-available',
    input,
  } as UIPart
}

/** Returns the end of a call that the provider made. */
export const toProviderAnswer = ({
  result,
  isError,
}: Extract<MessagePart, { type: 'tool-result' }>):
  | { state: 'output-error'; errorText: string }
  | { state: 'output-available'; output: unknown } =>
  isError
    ? {
        state: 'output-error',
        errorText: typeof result === 'string' ? result : JSON.stringify(result),
      }
    : { state: 'output-available', output: result }

/**
 * Returns the part for what has the same fields as a part and as a chunk: a file, a source, data of
 * the provider. Undefined for any other part.
 */
function toOwnPart(part: MessagePart): OwnPart | undefined {
  switch (part.type) {
    case 'file':
    case 'reasoning-file': {
      const { type, mediaType, data } = part
      const url = data.type === 'url' ? data.url : `data:${mediaType};base64,${data.data}`
      return { type, mediaType, url }
    }
    case 'source': {
      const { sourceType, id, ...fields } = part.source
      const type = sourceType === 'document' ? 'source-document' : 'source-url'
      return { type, sourceId: id, ...fields } as OwnPart
    }
    case 'custom': {
      const { type, kind, providerMetadata } = part
      return { type, kind, ...(providerMetadata && { providerMetadata }) } as OwnPart
    }
    default:
      return undefined
  }
}

type OwnPart = Extract<
  UIPart,
  { type: 'file' | 'reasoning-file' | 'source-url' | 'source-document' | 'custom' }
>

/** Returns the parts of a user's message. */
export function toUserParts(content: UserContent): UIPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text }
    const { data, filename } = part
    const mediaType = part.mediaType ?? /^data:([^;,]+)/.exec(data)?.[1] ?? part.type
    const url = /^(https?|data|blob):/.test(data) ? data : `data:${mediaType};base64,${data}`
    return { type: 'file', mediaType, url, ...(filename !== undefined && { filename }) }
  })
}
