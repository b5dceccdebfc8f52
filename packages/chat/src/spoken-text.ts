import type { UserMessage } from '@ambit/core'

/** The text of what a person said, files left out. */
export const spokenText = ({ content }: Pick<UserMessage, 'content'>): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
