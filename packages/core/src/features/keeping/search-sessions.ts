import { fold } from '@ambit/protocol'
import type { Message } from '../../messages/message.ts'
import { Slices } from '../../slices.ts'
import { findWords, wordsOf } from './find-words.ts'
import type {
  AgentStorage,
  ReadOptions,
  SessionInfo,
  SessionQuery,
  SessionReaders,
  SessionRow,
} from '../../storage.ts'

/** The number of messages of one reading. */
const pageSize = 100

/** The length of the text that is searched at once, in UTF-16 units. */
const sliceLength = 20_000

/** The lengths of an excerpt, and of its part before the word, in UTF-16 units. */
const excerptLength = 158
const leadLength = 40

/** A session that was found. `match` is absent if its title has all words. */
export interface FoundSession extends Pick<SessionInfo, 'match'> {
  readonly row: SessionRow
}

/**
 * Finds the sessions in which every word of a query occurs: in the title, or in what was said.
 * Reads one session after the other, and no more once there are `limit`.
 */
export async function searchSessions<Stored>(
  stored: readonly Stored[],
  { query = '', limit = Infinity, signal }: SessionQuery,
  { toRow, readMessages }: Omit<SessionReaders<Stored>, 'readIntents'>,
): Promise<FoundSession[]> {
  const words = wordsOf(query)
  const slices = new Slices()
  const found: FoundSession[] = []
  for (const each of stored) {
    const row = await toRow(each)
    await slices.pause()
    signal?.throwIfAborted()
    const left = missingIn(row.title, words)
    if (left.length === 0) found.push({ row })
    else {
      const text = await searchMessages(row, left, readMessages, slices, { signal })
      if (text !== undefined) found.push({ row, match: { text } })
    }
    if (found.length >= limit) break
  }
  return found
}

/**
 * Keeps the sessions that a storage has found. Of those that it has not searched, keeps the ones
 * whose titles have every word of the query.
 */
export function keepFound(listed: readonly SessionInfo[], query: string): SessionInfo[] {
  const words = wordsOf(query)
  return listed.filter(({ match, title }) => match || missingIn(title, words).length === 0)
}

/** Returns the words that a title does not have. */
function missingIn(title = '', words: readonly string[]): string[] {
  const folded = fold(title)
  return words.filter((word) => !folded.includes(word))
}

/**
 * Looks for words in the messages of a session. Returns an excerpt of the text that has the most of
 * them; undefined if one of them is nowhere.
 */
async function searchMessages(
  { id, next, refused }: SessionRow,
  words: readonly string[],
  readMessages: AgentStorage['readMessages'],
  slices: Slices,
  options: ReadOptions,
): Promise<string | undefined> {
  const missing = new Set(words)
  const hidden = new Set(Array.isArray(refused) ? (refused as readonly string[]) : [])
  let most = 0
  let excerpt: string | undefined
  for (let from = 0; from < next; from += pageSize) {
    const before = Math.min(next, from + pageSize)
    const rows = await readMessages(id, { last: before - from, before }, options)
    for (const { message } of rows) {
      if (hidden.has(message.id)) continue
      const text = saidText(message)
      for (let at = 0; at < text.length; at += sliceLength) {
        await slices.pause()
        options.signal?.throwIfAborted()
        const slice = sliceOf(text, at, words)
        const folded = fold(slice)
        const here = words.filter((word) => folded.includes(word))
        const [first] = here
        if (first !== undefined && here.length > most) {
          most = here.length
          const [start = 0] = findWords(slice, first)[0] ?? []
          excerpt = excerptOf(text, at + start)
        }
        for (const word of here) missing.delete(word)
        if (missing.size === 0) return excerpt
      }
    }
  }
  return undefined
}

/** Returns the part of a text from an offset, with all of a word that begins in that part. */
function sliceOf(text: string, at: number, [longest = '']: readonly string[]): string {
  if (text.length <= sliceLength) return text
  // A letter of the text may have accents, which the folded word has not.
  return text.slice(at, at + sliceLength + 4 * longest.length)
}

/** Returns a line of the text around an offset. */
function excerptOf(text: string, at: number): string {
  let start = Math.max(0, Math.min(at - leadLength, text.length - excerptLength))
  let end = Math.min(text.length, start + excerptLength)
  // Does not begin in the middle of a word, if there is a word's end on the way.
  if (start > 0) start += /^\S*\s+/.exec(text.slice(start, at))?.[0].length ?? 0
  if (start > 0 && isInside(text, start)) start++
  if (isInside(text, end)) end--
  const line = text.slice(start, end).replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
}

/** Whether an offset is between the two units of one character. */
const isInside = (text: string, at: number): boolean =>
  at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff

/**
 * Returns the text of a message that people see: what the user, the application and the model
 * said, and the values that a tool returned. Empty for text that was written for the model, such as
 * the reason of a call that failed. What cannot be read has no text.
 */
function saidText(message: Message): string {
  if (message.role === 'tool') {
    return message.status === 'ok' ? valuesIn(message.content).join(', ') : ''
  }
  if (message.role !== 'assistant' && message.forModel) return ''
  const given: unknown = message.content
  const parts: unknown[] = Array.isArray(given) ? given : [{ type: 'text', text: given }]
  const text = parts.map(textOf).filter(Boolean).join('\n')
  // The marks of Markdown that stand between and inside words are not seen.
  return message.role === 'assistant' ? text.replace(/\*\*|`/g, '') : text
}

/** Returns the text of a part of a content; empty for a part of another kind. */
function textOf(part: unknown): string {
  const { type, text } = Object(part) as { type?: unknown; text?: unknown }
  return type === 'text' && typeof text === 'string' ? text : ''
}

/** Returns the texts and the numbers in JSON, in order. Takes data of any depth. */
function valuesIn(json: string): unknown[] {
  const values: unknown[] = []
  let waiting: unknown[] = [json]
  try {
    waiting = [JSON.parse(json)]
  } catch {
    // It was cut, and is searched as it is.
  }
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' || typeof next === 'number') values.push(next)
    else if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next).reverse()) waiting.push(member)
    }
  }
  return values
}
