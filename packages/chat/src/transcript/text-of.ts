import type { ChatInput } from '@ambit/core'

/** Returns the text of a message, without its other parts. */
export const textOf = (input: ChatInput): string =>
  typeof input === 'string'
    ? input
    : input.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
