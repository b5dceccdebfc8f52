import { parseToolContent, type ToolMessage } from '@ambit/core'

/** The end of a call, as a part of the AI SDK has it. A chunk has the type `tool-<state>`. */
export type Answer =
  | { state: 'output-available'; output: unknown }
  | {
      state: 'output-error'
      errorText: string
      /** The outcome in Ambit's words, such as `cancelled` or `disabled`. */
      toolMetadata: { status: string }
    }
  | { state: 'output-denied' }

/** Returns the end of a call from its answer in the history. */
export function toAnswer(message: ToolMessage): Answer {
  const { status } = message
  if (status === 'ok') return { state: 'output-available', output: parseToolContent(message) }
  if (status === 'denied') return { state: 'output-denied' }
  return { state: 'output-error', errorText: toErrorText(message), toolMetadata: { status } }
}

/** Returns the words of an answer that is an error. */
export function toErrorText(message: ToolMessage): string {
  const content = parseToolContent(message) as { error?: { message?: string } } | null
  return content?.error?.message ?? message.content
}
