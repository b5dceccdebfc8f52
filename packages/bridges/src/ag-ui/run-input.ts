import type { LanguageModelV4FilePart, LanguageModelV4Message } from '@ai-sdk/provider'

/** A message of the protocol. */
type AguiMessage = Record<string, unknown> & { id: string; role: string }
type Part = Extract<LanguageModelV4Message, { role: 'assistant' | 'tool' }>['content'][number]
type ToolCall = Extract<Part, { type: 'tool-call' }>
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content']
type ToolResult = Extract<Part, { type: 'tool-result' }>

/** The data that the model keeps in the provider's metadata of a part. */
export interface PartNote {
  /** The id of the message of the remote agent. */
  readonly messageId?: string
  /** The id that the remote agent gave to the call. */
  readonly toolCallId?: string
  /** The id of the interrupt that a call asks the user about. */
  readonly interrupt?: string
  /** The reasoning as its provider encrypted it. */
  readonly encryptedValue?: string
}

/** A conversation as the protocol has it. */
export interface Conversation {
  readonly messages: AguiMessage[]
  /** The answers to the interrupts of the run before. */
  resume: { interruptId: string; status: 'resolved' | 'cancelled'; payload?: unknown }[]
  /** The tools' names of all calls, by the remote agent's ids of the calls. */
  readonly names: Map<string, string>
}

/** Converts the messages of a prompt that belong to the conversation. */
export function toConversation(prompt: readonly LanguageModelV4Message[]): Conversation {
  const messages: AguiMessage[] = []
  const conversation: Conversation = { messages, resume: [], names: new Map() }
  const idOf = createIds()
  /** The remote agent's ids, and the interrupts, of calls by the ids that Ambit knows. */
  const remoteIds = new Map<string, string>()
  const interrupts = new Map<string, string>()

  const say = (role: string, content: unknown): void =>
    void messages.push({ id: idOf(role, content), role, content })

  const addResult = (part: ToolResult): void => {
    const { messageId } = noteOf(part)
    const toolCallId = remoteIds.get(part.toolCallId) ?? part.toolCallId
    const { content, error } = toContent(part.output)
    const interruptId = interrupts.get(part.toolCallId)
    if (interruptId === undefined) {
      const id = messageId ?? `${toolCallId}-result`
      messages.push({ id, role: 'tool', toolCallId, content, ...(error && { error }) })
    } else if (error) conversation.resume.push({ interruptId, status: 'cancelled' })
    else {
      conversation.resume.push({ interruptId, status: 'resolved', payload: parse(content) })
    }
  }

  const addAnswer = (parts: readonly Part[]): void => {
    conversation.resume = []
    let open: AguiMessage | undefined
    const openFor = (part: Part): AguiMessage => {
      const { messageId } = noteOf(part)
      if (!open || (messageId !== undefined && open.id !== messageId)) {
        open = { id: messageId ?? idOf('assistant', parts), role: 'assistant' }
        messages.push(open)
      }
      return open
    }
    for (const part of parts) {
      const note = noteOf(part)
      if (part.type === 'text') {
        const message = openFor(part)
        message['content'] = `${(message['content'] as string | undefined) ?? ''}${part.text}`
      } else if (part.type === 'reasoning' && note.messageId !== undefined) {
        const { messageId: id, encryptedValue } = note
        messages.push({ id, role: 'reasoning', content: part.text, encryptedValue })
      } else if (part.type === 'tool-call' && note.interrupt !== undefined) {
        interrupts.set(part.toolCallId, note.interrupt)
      } else if (part.type === 'tool-call') {
        const id = note.toolCallId ?? part.toolCallId
        remoteIds.set(part.toolCallId, id)
        conversation.names.set(id, part.toolName)
        addCall(openFor(part), id, part)
      } else if (part.type === 'tool-result' && note.messageId !== undefined) addResult(part)
    }
  }

  for (const { role, content } of prompt) {
    if (role === 'system') say(role, content)
    else if (role === 'user') say(role, toUserContent(content))
    else if (role === 'assistant') addAnswer(content)
    else for (const part of content) if (part.type === 'tool-result') addResult(part)
  }
  return conversation
}

/**
 * Creates a function that gives each message an id. A remote agent tells by the id if it has a
 * message already, so equal messages get equal ids.
 */
function createIds(): (role: string, content: unknown) => string {
  const taken = new Map<string, number>()
  return (role, content) => {
    const hash = `${role}-${hashOf(JSON.stringify(content) ?? '')}`
    const times = taken.get(hash) ?? 0
    taken.set(hash, times + 1)
    return times ? `${hash}-${times}` : hash
  }
}

function addCall(message: AguiMessage, id: string, { toolName, input }: ToolCall): void {
  const calls = (message['toolCalls'] ??= []) as unknown[]
  const call = { name: toolName, arguments: JSON.stringify(input) }
  calls.push({ id, type: 'function', function: call })
}

function toUserContent(content: UserContent): unknown {
  const parts = content.map((part) => (part.type === 'text' ? textOf(part.text) : toMedia(part)))
  const isText = content.every(({ type }) => type === 'text')
  return isText ? parts.map((part) => part['text']).join('\n') : parts
}

const noteOf = ({ providerOptions }: Pick<Part, 'providerOptions'>): PartNote =>
  (providerOptions?.['agui'] ?? {}) as PartNote

const textOf = (text: string): Record<string, unknown> => ({ type: 'text', text })

/** Converts what a tool returned. An error is sent beside the content. */
function toContent({ type, ...output }: ToolResult['output']): {
  content: unknown
  error?: string
} {
  const { value, reason } = output as { value?: unknown; reason?: string }
  if (type === 'content') {
    const parts = value as Extract<ToolResult['output'], { type: 'content' }>['value']
    const content = parts.flatMap((part) => {
      if (part.type === 'text') return textOf(part.text)
      return part.type === 'file' ? toMedia(part) : []
    })
    return { content }
  }
  if (type === 'execution-denied') return { content: '', error: reason ?? 'denied' }
  const content = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return type.startsWith('error') ? { content, error: content } : { content }
}

function toMedia({ data, mediaType }: Pick<LanguageModelV4FilePart, 'data' | 'mediaType'>): {
  [field: string]: unknown
} {
  const kind = /^(image|audio|video)\b/.exec(mediaType)?.[0] ?? 'document'
  if (data.type === 'text') return textOf(data.text)
  if (data.type === 'reference') {
    const [[provider, value] = []] = Object.entries(data.reference)
    return { type: kind, source: { type: 'file', value, provider, mimeType: mediaType } }
  }
  const value = data.type === 'url' ? data.url.href : toText(data.data)
  return { type: kind, source: { type: data.type, value, mimeType: mediaType } }
}

const toText = (data: string | Uint8Array): string =>
  typeof data === 'string'
    ? data
    : btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))

function parse(content: unknown): unknown {
  try {
    return JSON.parse(content as string)
  } catch {
    return content
  }
}

/** Returns a hash of a text, of 64 bits. Source: FNV-1a, with two seeds. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
