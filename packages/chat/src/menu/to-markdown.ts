import type { AgentHistory, Message } from '@ambit/core'
import { quotesIn, spokenText } from '../said.ts'
import { inWords, withLabel } from '../tool-card/tool-title.ts'
import { toSources } from '../transcript/sources.ts'
import { undoWords } from '../transcript/undo-words.ts'
import type { CallStrings } from '../strings/call-strings.ts'
import type { MessageStrings } from '../strings/message-strings.ts'

/** The part of a history that is exported: the messages of the visible path. */
export type ExportedHistory = Pick<AgentHistory, 'messages'>

/**
 * Converts a conversation to Markdown: authors and texts, names of files, sources, and the calls of
 * tools. Each call has the arguments that it ran with, and its answer.
 */
export function toMarkdown(
  { messages }: ExportedHistory,
  strings: MessageStrings,
  callWords: CallStrings,
): string {
  const answers = new Map(messages.map((message) => [message.id, message]))
  return `${messages
    .flatMap((message) => {
      if (message.role === 'tool') return []
      const who = message.role === 'user' ? (message.source ?? 'user') : 'assistant'
      const parts = [
        `**${strings[who === 'app' ? 'app' : who]}**`,
        ...toParts(message, answers, strings, callWords),
      ]
      return parts.length > 1 ? [parts.join('\n\n')] : []
    })
    .join('\n\n---\n\n')}\n`
}

function toParts(
  message: Message,
  answers: ReadonlyMap<string, Message>,
  strings: MessageStrings,
  callWords: CallStrings,
): string[] {
  if (message.role === 'tool') return []
  if (message.role === 'user') {
    const { content, forModel, undo } = message
    const nameOf = (callId: string): string | undefined => {
      const answer = answers.get(callId)
      return answer?.role === 'tool' ? withLabel(inWords(answer.name), answer.label) : undefined
    }
    if (forModel) return undo ? [undoWords(undo, nameOf, callWords)].filter(Boolean) : []
    const media = typeof content === 'string' ? [] : content.filter((part) => part.type !== 'text')
    const files = media.map(({ filename }) => `- ${strings.file}: ${filename ?? ''}`.trimEnd())
    const quotes = quotesIn(content).map(({ text }) => text)
    return [...quotes, spokenText(message), files.join('\n')].filter(Boolean)
  }
  const calls = (message.calls ?? []).map(({ id, name, arguments: args }) => {
    const found = answers.get(id)
    const answer = found?.role === 'tool' ? found : undefined
    const result = answer ? `${answer.status}: ${answer.content}` : ''
    return fence(`${name}(${JSON.stringify(answer?.arguments ?? args)})\n${result}`.trim())
  })
  const sources = toSources(message.parts).map(({ title, url }) =>
    url === undefined ? `- ${title}` : `- ${title}: ${url}`,
  )
  return [message.content ?? '', sources.join('\n'), ...calls].filter(Boolean)
}

/** Creates a code block that no content can close. */
function fence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${text}\n${ticks}`
}
