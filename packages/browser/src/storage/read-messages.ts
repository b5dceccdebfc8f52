import type { Message } from '@ambit/core'
import type { MessageRange, MessageRow } from '@ambit/core/storage'
import type { Opened } from './connection.ts'
import { readRows } from './read-rows.ts'

/** How many rows one request brings: more would hold up the page. */
const pageSize = 500

/**
 * The messages of a range, in order. A row that cannot be read is left out, and `onDamaged` told how many were: one value that is gone from the disk would
 * otherwise fail the reading of them all.
 */
export async function readMessages(
  { database, cipher }: Opened,
  id: string,
  range: MessageRange,
  next: number,
  onDamaged: (count: number) => void,
): Promise<MessageRow[]> {
  const end = 'from' in range ? next : Math.min(next, range.before ?? next)
  const start = 'from' in range ? range.from : Math.max(0, end - range.last)
  const read: MessageRow[] = []
  for (let at = start; at < end; at += pageSize) {
    const page = IDBKeyRange.bound([id, at], [id, Math.min(end, at + pageSize)], false, true)
    const stored = await readRows(database, 'messages', page)
    const rows = await Promise.all(
      stored.map(async (row): Promise<MessageRow | undefined> => {
        const { seq, isBig } = row
        try {
          const body = isBig ? (await database.get('big', [id, seq]))?.body : row.body
          if (body === undefined) return undefined
          const message = JSON.parse(await cipher.open(body, `${id}|${seq}`)) as Message
          return roles.has(message.role) ? { seq, message } : undefined
        } catch {
          return undefined
        }
      }),
    )
    read.push(...rows.filter((row) => row !== undefined))
  }
  if (read.length < end - start) onDamaged(end - start - read.length)
  return read
}

/** What this version knows; a later one's other messages are passed over. */
const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'tool'])
