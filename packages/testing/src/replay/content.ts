import type { ChatInput } from '@ambit/core'
import type { RecordedRun, Recording } from '@ambit/devtools/record'

/** An image of one point, for a file that was too large for the recording. */
const pixel = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Returns a recorded message with the data of its files. */
export function toInput(
  content: RecordedRun['input'],
  files: Recording['files'],
): ChatInput | undefined {
  if (content === undefined || typeof content === 'string') return content
  return content.map((part) => {
    if (part.type === 'text' || !part.data.startsWith('recording:')) return part
    return { ...part, data: files[part.data.slice('recording:'.length)] ?? pixel }
  })
}

/** Returns the text of a recorded message. Other parts are left out. */
export function textOf(content: RecordedRun['input']): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** Returns a message of a history with the data of its files. */
export function withFiles<Message extends object>(
  message: Message,
  files: Recording['files'],
): Message {
  const { role, content } = message as { role?: unknown; content?: RecordedRun['input'] }
  return role === 'user' ? { ...message, content: toInput(content, files) } : message
}
