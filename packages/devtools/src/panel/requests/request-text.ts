import { toWireJson } from '@ambit/protocol'
import { type BuiltRequest, stableEnd } from '@ambit/core'

/** A part of a request that a provider's cache has or has not. */
export interface Block {
  readonly part: 'tools' | 'instructions' | 'message' | 'now'
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
  // A plug-in that copies the messages leaves no mark.
  const end = stableEnd(request) || findEnd(prompt)
  const messages = prompt.map((message, name): Block => {
    const { role } = message
    const part = name >= end ? 'now' : role === 'system' ? 'instructions' : 'message'
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

/** Returns the number of messages before the one that holds what the page shows now. */
function findEnd(prompt: Prompt): number {
  const last = prompt.at(-1)
  const [piece] = last?.role === 'user' ? last.content : []
  const isPage = piece?.type === 'text' && pageText.test(piece.text)
  return isPage ? prompt.length - 1 : prompt.length
}

const pageText =
  /^<(?:scope-context|scope-instructions|scopes-on-demand|tool-instances|unavailable-tools|later-tools)[ >]/

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

const toLine = (value: object): string => `${toWireJson(value)}\n`
