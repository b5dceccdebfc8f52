// The reasons: decisions/0094.
import type { ChatInput, ContentPart, UserMessage } from '@ambit/core'

/** A text as a part of a message. */
export type TextPart = Extract<ContentPart, { readonly type: 'text' }>

/**
 * Whether a part of a message is a quote: text of others, or lines that begin with `>` after the
 * user's own words.
 */
const isQuote = ({ text, untrusted }: TextPart, at: number): boolean =>
  untrusted === true || (at > 0 && text.startsWith('> '))

/** Returns the quotes of a message, as its parts. */
export const quotesIn = (input: ChatInput): readonly TextPart[] =>
  typeof input === 'string'
    ? []
    : input.flatMap((part, at) => (part.type === 'text' && isQuote(part, at) ? [part] : []))

/** Returns what the user said in a message: its text, without quotes and files. */
export const textOf = (input: ChatInput): string =>
  typeof input === 'string'
    ? input
    : input
        .flatMap((part, at) => (part.type === 'text' && !isQuote(part, at) ? [part.text] : []))
        .join('\n')

/** Returns what the user said in a message of a history. */
export const spokenText = ({ content }: Pick<UserMessage, 'content'>): string => textOf(content)

/** Returns the text of a quote for people, without the mark of each line. */
export const quotedText = ({ text }: TextPart): string => text.replaceAll(/^> ?/gm, '')
