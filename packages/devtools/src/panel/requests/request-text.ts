import { type BuiltRequest, stableEnd } from '@ambit/core'

/** A part of a request that a provider's cache has or has not. */
export interface Block {
  readonly part: 'tools' | 'instructions' | 'context' | 'message' | 'now'
  /** The name of the tool, or the 0-based number of the message in the prompt. */
  readonly name: string | number
  /** One line of JSON, or one for each part of a message, and the UTF-8 bytes. */
  readonly text: string
  readonly bytes: number
}

type Sent = Pick<BuiltRequest, 'request'>
type Prompt = BuiltRequest['request']['prompt']

/**
 * Returns the parts of a request in the order in which providers cache it: tools, instructions,
 * messages. Each is one line of JSON; a message has one for each part of its content. The prompt
 * that the benchmark `economy` compares is made alike.
 */
export function toBlocks({ request }: Sent): Block[] {
  const { prompt } = request
  // A hook that copies the messages leaves no mark.
  const end = stableEnd(request) || findEnd(prompt)
  const messages = prompt.map((message, name): Block => {
    const { role, content } = message
    const part = name >= end ? 'now' : role === 'system' ? partOf(content) : 'message'
    return { part, name, ...toLines(message, () => toPieces(message)) }
  })
  return [...toToolBlocks(request), ...messages]
}

/** Returns the values of the lines of a message. */
const toPieces = (message: Prompt[number]): readonly object[] => {
  const { role, content } = message
  return typeof content === 'string' ? [message] : content.map((piece) => ({ role, ...piece }))
}

/** Returns the tools of a request, each as one line of JSON. */
export const toToolBlocks = ({ tools = [] }: Pick<Sent['request'], 'tools'>): Block[] =>
  tools.map((tool) => ({ part: 'tools', name: tool.name, ...toLines(tool, () => [tool]) }))

const partOf = (content: string): 'context' | 'instructions' =>
  content.startsWith('<scope-context ') ? 'context' : 'instructions'

/** Returns the number of messages before the one that holds what the page shows now. */
function findEnd(prompt: Prompt): number {
  const last = prompt.at(-1)
  const [piece] = last?.role === 'user' ? last.content : []
  const isPage = piece?.type === 'text' && pageText.test(piece.text)
  return isPage ? prompt.length - 1 : prompt.length
}

const pageText = /^<(?:scope-context|tool-instances|unavailable-tools|later-tools)[ >]/

/** The lines of tools and of messages, which most requests share. */
const known = new WeakMap<object, Pick<Block, 'text' | 'bytes'>>()
const encoder = new TextEncoder()

function toLines(key: object, values: () => readonly object[]): Pick<Block, 'text' | 'bytes'> {
  let lines = known.get(key)
  if (!lines) {
    const text = values().map(toLine).join('')
    known.set(key, (lines = { text, bytes: encoder.encode(text).length }))
  }
  return lines
}

// A replacer makes JSON slow, and few pieces hold bytes.
const toLine = (value: object): string =>
  `${JSON.stringify(value, holdsBytes(value) ? toPlainValue : undefined)}\n`

/** Whether a piece of a message can hold bytes: a file, or a result with files. */
function holdsBytes(value: { readonly type?: string; readonly output?: unknown }): boolean {
  const { type = '', output } = value
  return type.includes('file') || (output as { readonly type?: string })?.type === 'content'
}

/** Returns bytes as base64 text, as they are sent. */
function toPlainValue(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  let text = ''
  for (let at = 0; at < value.length; at += 8_192) {
    text += String.fromCharCode(...value.subarray(at, at + 8_192))
  }
  return btoa(text)
}
