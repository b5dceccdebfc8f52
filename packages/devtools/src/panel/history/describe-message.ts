import type { ChatInput, Message } from '@ambit/core'

/** Returns who a message is from. `outside` has the kinds of callers from outside, by call. */
export function sourceOf(message: Message, outside: ReadonlyMap<string, string>): string {
  if (message.role === 'tool') return message.name
  if (message.role === 'user') return message.source === 'app' ? 'app' : 'user'
  if (message.source !== 'ui') return 'model'
  const caller = message.calls?.map(({ id }) => outside.get(id)).find(Boolean)
  return caller === undefined ? 'page' : `outside: ${caller}`
}

/** Returns what else there is to know about a message, each in a few words. */
export function marksOf(message: Message): readonly string[] {
  const { taint, taintedBy, imported } = message
  const by = taintedBy === undefined ? '' : `: ${taintedBy}`
  const marks = [
    taint === 'untrusted' && `third-party text${by}`,
    taint === 'derived' && `may repeat third-party text${by}`,
    imported && 'imported',
  ]
  if (message.role === 'user') marks.push(message.forModel && 'for the model alone')
  if (message.role === 'tool') {
    marks.push(message.status !== 'ok' && message.status, message.arguments && 'arguments changed')
  }
  if (message.role === 'assistant' && message.source !== 'ui') {
    marks.push(message.finishReason === undefined && 'cut short')
  }
  return marks.filter((mark) => typeof mark === 'string')
}

/** Returns the text of a message. Files are their kinds. */
export const textOf = ({ content }: Message): string => contentText(content ?? '')

/** Returns the text of what a user sent. Files are their kinds. */
export const contentText = (content: ChatInput): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n')

/** Returns the calls of a message, as a program would write them. */
export const callsOf = (message: Message): readonly string[] =>
  message.role === 'assistant'
    ? (message.calls ?? []).map(
        ({ name, arguments: args, raw }) => `${name}(${raw ?? JSON.stringify(args)})`,
      )
    : []
