import { fitting } from './session-limits.ts'
import type { SentEvent, SessionTransaction, SqlValue } from './store.ts'

type Sql = SessionTransaction['sql']

/** Does some work in a transaction of its own. */
export type Begin = <T>(work: (transaction: SessionTransaction) => Promise<T>) => Promise<T>

/** What one transaction deletes, of which one row may be larger. */
const step = { rows: 500, bytes: 1024 * 1024 }

/**
 * The tables with the parts of a session: by what they are ordered, the size of a row, and how it
 * goes. The row of an object is left for a sweep.
 */
const parts = [
  ['ambit_messages', 'seq', 'octet_length(body) + coalesce(octet_length(said), 0)'],
  ['ambit_intents', 'call_hash', 'octet_length(body)'],
  ['ambit_blobs', 'hash', 'octet_length(bytes)'],
  [
    'ambit_objects',
    'hash',
    '0',
    'update ambit_objects set session_id = null, due = coalesce(due, 0)',
  ],
] as const

/**
 * Deletes sessions, and tells their pages. Each is gone with its first step. The others delete its
 * parts, and can be done again.
 *
 * @param unless A condition for sessions that stay, with values for `$3` and so on.
 * @returns The number of those that there were.
 */
export async function deleteSessions(
  begin: Begin,
  subject: string,
  ids: readonly string[],
  tellPages: (send: SessionTransaction['send'], id: string, claim: string | null) => void,
  { unless = '1 = 0', values = [] }: { unless?: string; values?: readonly SqlValue[] } = {},
): Promise<number> {
  let count = 0
  for (let nth = 0; nth < ids.length;) {
    await begin(async ({ sql, send }) => {
      const left = { ...step }
      for (; left.rows > 0 && left.bytes > 0; nth++) {
        const id = ids[nth]
        if (id === undefined) return
        const place = [subject, id]
        const [gone] = await sql<{ claim: string | null }>(
          `update ambit_sessions set is_gone = 1
           where subject = $1 and id = $2 and is_gone = 0 and not (${unless}) returning claim`,
          [...place, ...values],
        )
        if (gone) {
          count++
          tellPages(send, id, gone.claim)
          await sql('update ambit_sessions set claim = null where subject = $1 and id = $2', place)
        }
        if (!(await deleteStep(sql, place, left))) return
      }
    })
  }
  return count
}

/** Deletes some parts of a session that is gone, and at the end itself. Returns true then. */
async function deleteStep(
  sql: Sql,
  place: readonly string[],
  left: { rows: number; bytes: number },
): Promise<boolean> {
  const where = 'subject = $1 and session_id = $2'
  const [gone] = await sql(
    'select 1 as one from ambit_sessions where subject = $1 and id = $2 and is_gone = 1',
    place,
  )
  if (!gone) return true
  for (const [table, key, size, remove = `delete from ${table}`] of parts) {
    if (left.rows <= 0 || left.bytes <= 0) return false
    const rows = await sql<{ key: string | number; size: number }>(
      `select ${key} as key, ${size} as size from ${table}
       where ${where} order by ${key} limit $3`,
      [...place, left.rows],
    )
    const isMore = rows.length === left.rows
    const some = fitting(rows, left)
    const last = some.at(-1)
    if (!last) continue
    await sql(`${remove} where ${where} and ${key} <= $3`, [...place, last.key])
    left.rows -= some.length
    for (const { size: bytes } of some) left.bytes -= bytes
    if (isMore || some.length < rows.length) return false
  }
  left.rows--
  await sql('delete from ambit_sessions where subject = $1 and id = $2', place)
  return true
}

/** Returns the events for the pages of a session that is gone. */
export function goneEvents(subject: string, id: string, claim: string | null): SentEvent[] {
  const note = { type: 'note', id, noteId: crypto.randomUUID(), note: { type: 'gone' } } as const
  const events = [note, ...(claim === null ? [] : [{ type: 'lost', claim } as const])]
  return events.map((event) => ({ subject, page: '', event }))
}
