import type { Message } from '../values/message.ts'
import { estimateTokens } from '../values/to-usage.ts'

/** A history cut into whole turns: each begins with a user message, and holds calls with their answers. */
export function toTurns(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = []
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([message])
    else turns.at(-1)?.push(message)
  }
  return turns
}

/** A rough count of what messages take in a prompt. */
export const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + tokensOfOne(message), 0)

const counted = new WeakMap<Message, number>()

function tokensOfOne(message: Message): number {
  let tokens = counted.get(message)
  if (tokens === undefined) {
    const { role } = message
    const said = role === 'assistant' ? [message.parts, message.calls] : message.content
    tokens =
      estimateTokens(typeof said === 'string' ? said.length : JSON.stringify(said).length) + 4
    counted.set(message, tokens)
  }
  return tokens
}
