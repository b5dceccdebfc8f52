import {
  AgentError,
  type ContentPart,
  type Run,
  type ToolMessage,
  toModelResult,
} from '@ambit/core'
import { cut } from './cut.ts'
import { textWithoutSecrets } from './without-secrets.ts'
import type { OutsideAnswer, TextContent } from './outside-caller.ts'

/** Resolves with the answer of a call as the model would get it, and at most `most` characters. */
export async function answerOf(run: Run<unknown>, most: number): Promise<OutsideAnswer> {
  const message = await answerTo(run)
  if (typeof message === 'string') return toError(cut(message, most))
  const shorten = (text: string, before = 0): string => cut(text, Math.max(most - before, 0))
  const { told, data, isError, isUntrusted } = toModelResult(message, shorten)
  const whole = toModelResult(message).data
  // Text alone is sent as text, not as JSON.
  const said = typeof whole === 'string' && !isUntrusted ? shorten(whole) : told
  const content = typeof said === 'string' ? [toText(said)] : said.map(toMcpContent)
  return { content, isError, data }
}

/**
 * Resolves with the answer to a call that the page asked for, or with the words of why there is
 * none. Never rejects.
 */
export async function answerTo(run: Run<unknown>): Promise<ToolMessage | string> {
  const words = await run.then(
    () => '',
    (error: unknown) =>
      AgentError.is(error) ? textWithoutSecrets(run, error.message) : 'The call failed.',
  )
  for (const event of run.events) {
    if (!('message' in event) || typeof event.message === 'string') continue
    if (event.message?.role === 'tool') return event.message
  }
  return words
}

/** Whether the data of a file is an address, not base64. */
export const isAddress = (data: string): boolean => /^https?:/.test(data)

const toText = (text: string): TextContent => ({ type: 'text', text })

const toError = (text: string): OutsideAnswer => ({ content: [toText(text)], isError: true })

/** Returns a part as MCP has it. What is only an address is a link. */
function toMcpContent(part: ContentPart): OutsideAnswer['content'][number] {
  if (part.type === 'text') return toText(part.text)
  const { type, data, mediaType: mimeType = /^data:([^;,]+)/.exec(data)?.[1] } = part
  if (isAddress(data)) return { type: 'resource_link', uri: data, name: type, mimeType }
  const blob = data.replace(/^data:[^,]*,/, '')
  const uri = `file:///${type}`
  return type === 'file'
    ? { type: 'resource', resource: { uri, mimeType, blob } }
    : { type, data: blob, mimeType: mimeType ?? `${type}/*` }
}
