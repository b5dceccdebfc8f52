import type { ChatInput } from '@ambit/core'
import type { RecordedRun, Recording } from '@ambit/devtools/record'

/** Returns a recorded message with the data of its files. */
export function toInput(
  content: RecordedRun['input'],
  files: Recording['files'],
): ChatInput | undefined {
  if (content === undefined || typeof content === 'string') return content
  return content.map((part) => {
    if (part.type === 'text' || !part.data.startsWith('recording:')) return part
    const data = files[part.data.slice('recording:'.length)]
    return data === undefined ? part : { ...part, data }
  })
}

/** Returns the text of a recorded message. Other parts are left out. */
export function textOf(content: RecordedRun['input']): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
