import type { Message } from '../messages/message.ts'
import { parseToolContent } from '../messages/tool-content.ts'

/**
 * Returns the text of a message that people see: what the person, the application and the model
 * said, and the values that a tool returned. Empty for text that was written for the model, such as
 * the reason of a call that failed.
 */
export function saidText(message: Message): string {
  // The marks of Markdown that stand between and inside words are not seen.
  if (message.role === 'assistant') return (message.content ?? '').replace(/\*\*|`/g, '')
  if (message.role === 'tool') {
    return message.status === 'ok' ? valuesIn(parseToolContent(message)).join(', ') : ''
  }
  const { content, forModel } = message
  if (forModel) return ''
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** Returns the texts and the numbers in JSON data, in order. Takes data of any depth. */
function valuesIn(value: unknown): unknown[] {
  const values: unknown[] = []
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' || typeof next === 'number') values.push(next)
    else if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next).reverse()) waiting.push(member)
    }
  }
  return values
}
