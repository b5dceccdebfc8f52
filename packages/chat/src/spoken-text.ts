import type { UserMessage } from '@ambit/core'

/** Returns the text of a person's message, without its files. */
export const spokenText = ({ content }: Pick<UserMessage, 'content'>): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
