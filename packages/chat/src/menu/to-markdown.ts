import type { AgentHistory, Message } from '@ambit/core'
import type { ChatStrings } from '../chat-strings.ts'
import { spokenText } from '../spoken-text.ts'

/** What of a history is written: the path that is seen. */
export type ExportedHistory = Pick<AgentHistory, 'messages'>

/** A conversation as Markdown: who said what, and for each call of a tool its arguments and what it came to. */
export function toMarkdown({ messages }: ExportedHistory, strings: ChatStrings): string {
  const answers = new Map(messages.map((message) => [message.id, message]))
  return `${messages
    .flatMap((message) => {
      if (message.role === 'tool') return []
      const who = message.role === 'user' ? (message.source ?? 'user') : 'assistant'
      const parts = [`**${strings[who === 'app' ? 'app' : who]}**`, ...toParts(message, answers)]
      return parts.length > 1 ? [parts.join('\n\n')] : []
    })
    .join('\n\n---\n\n')}\n`
}

function toParts(message: Message, answers: ReadonlyMap<string, Message>): string[] {
  if (message.role === 'user') return [spokenText(message)]
  if (message.role === 'tool') return []
  const calls = (message.calls ?? []).map(({ id, name, arguments: args }) => {
    const answer = answers.get(id)
    const result = answer?.role === 'tool' ? `${answer.status}: ${answer.content}` : ''
    return fence(`${name}(${JSON.stringify(args)})\n${result}`.trim())
  })
  return [...(message.content ? [message.content] : []), ...calls]
}

/** A code block that no content can close. */
function fence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${text}\n${ticks}`
}
