import type { BuiltRequest } from '@ambit/core'

/** A part of a request that a provider's cache has or has not. */
export interface Block {
  readonly part: 'tools' | 'instructions' | 'context' | 'message' | 'now'
  /** The name of the tool, or the 0-based number of the message in the prompt. */
  readonly name: string | number
  /** One line of JSON, and its UTF-8 bytes. */
  readonly text: string
  readonly bytes: number
}

type Sent = Pick<BuiltRequest, 'request' | 'stable'>
type Prompt = BuiltRequest['request']['prompt']

/**
 * Returns the parts of a request in the order in which providers cache it: tools, instructions,
 * messages. Each is one line of JSON; a message has one for each part of its content. The prompt
 * that the benchmark `economy` compares is made alike.
 */
export function toBlocks({ request: { tools = [], prompt }, stable }: Sent): Block[] {
  const blocks: Block[] = tools.map((tool) => ({
    part: 'tools',
    name: tool.name,
    ...toLine(tool, tool),
  }))
  const end = stable || findEnd(prompt)
  prompt.forEach((message, name) => {
    const { role, content } = message
    const part = name >= end ? 'now' : role === 'system' ? partOf(content) : 'message'
    if (typeof content === 'string') blocks.push({ part, name, ...toLine(message, message) })
    else {
      for (const piece of content) {
        blocks.push({ part, name, ...toLine(piece, { role, ...piece }) })
      }
    }
  })
  return blocks
}

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

/** The lines of tools and of pieces of messages, which most requests share. */
const known = new WeakMap<object, Pick<Block, 'text' | 'bytes'>>()
const encoder = new TextEncoder()

function toLine(key: object, value: object): Pick<Block, 'text' | 'bytes'> {
  let line = known.get(key)
  if (!line) {
    const text = `${JSON.stringify(value, toPlainValue)}\n`
    known.set(key, (line = { text, bytes: encoder.encode(text).length }))
  }
  return line
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
