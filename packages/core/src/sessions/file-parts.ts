import type { ContentPart } from '../messages/content.ts'
import type { Message, MessagePart } from '../messages/message.ts'
import type { Intent, WaitingMessage } from '../storage/session-row.ts'

/** A part of a message, which may hold a file. */
export type AnyPart = ContentPart | MessagePart

/** The file of a part. */
export interface PartFile {
  /** The base64 text or the URL. In a stored part with a hash, the text before the base64 text. */
  readonly text: string
  /** The hash of the bytes, in a stored part whose bytes are stored beside the message. */
  readonly hash?: string | undefined
}

/** Returns the file of a part; undefined for a part without one, or with a file on the web. */
export function fileOf(part: AnyPart): PartFile | undefined {
  const { data, blob } = part as { readonly data?: unknown; readonly blob?: unknown }
  const text = typeof data === 'string' ? data : (data as { data?: unknown } | undefined)?.data
  if (typeof text !== 'string') return undefined
  return typeof blob === 'string' ? { text, hash: blob } : { text }
}

/** Returns a part with another file in place of its own. */
export function withFile(part: AnyPart, { text, hash }: PartFile): AnyPart {
  const { blob: _blob, ...rest } = part as AnyPart & { readonly blob?: unknown }
  const isText = typeof (part as { readonly data?: unknown }).data === 'string'
  const data = isText ? text : { type: 'data', data: text }
  return { ...rest, data, ...(hash !== undefined && { blob: hash }) } as AnyPart
}

/** The conversion of parts with a file. */
export interface PartChange {
  /** Tells if a part has to be converted. */
  readonly isFor: (part: AnyPart) => boolean
  readonly convert: (part: AnyPart) => Promise<AnyPart>
}

/** Returns the message itself if there is nothing to convert in it, else a promise of a copy. */
export function changeMessage<M extends Message>(message: M, change: PartChange): M | Promise<M> {
  const field = listOf[message.role]
  const list = (message as Partial<Record<typeof field, unknown>>)[field]
  const changing = changeList(list, change)
  return changing ? changing.then((changed) => ({ ...message, [field]: changed })) : message
}

const listOf = { user: 'content', assistant: 'parts', tool: 'output' } as const

/** Converts the answer of a call that has ended before its turn in the history. */
export async function changeIntent(intent: Intent, change: PartChange): Promise<Intent> {
  const { answer } = intent
  return answer ? { ...intent, answer: await changeMessage(answer, change) } : intent
}

export async function changeWaiting(
  waiting: WaitingMessage,
  change: PartChange,
): Promise<WaitingMessage> {
  const content = await changeList(waiting.content, change)
  return content ? { ...waiting, content } : waiting
}

/** Converts a list of parts. Returns undefined if there is nothing to convert. */
function changeList<Given>(
  list: Given,
  { isFor, convert }: PartChange,
): Promise<Given> | undefined {
  if (!Array.isArray(list)) return undefined
  const parts = list as readonly AnyPart[]
  if (!parts.some(isFor)) return undefined
  const changing = parts.map(async (part) => (isFor(part) ? convert(part) : part))
  return Promise.all(changing) as Promise<unknown> as Promise<Given>
}
