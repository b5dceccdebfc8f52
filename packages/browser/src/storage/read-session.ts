import type { Message } from '@ambit/core'
import { type Intent, type MessageRange, type MessageRow, Slices } from '@ambit/core/storage'
import type { Opened } from './connection.ts'
import { readRows } from './database.ts'
import { migrateMessage } from './format.ts'
import type { StoredMessage } from './stored.ts'

/** The most rows of one request. More rows would block the page. */
const pageSize = 500

/** The reports of what was left out. */
export interface LeftOut {
  /** Called with the number of rows that cannot be read. */
  readonly onDamaged: (count: number) => void
  /** Called if there are messages of a kind that later code has written. */
  readonly onNewer: () => void
}

/**
 * Reads the messages of a range, in order. Leaves out rows that cannot be read, and messages of a
 * kind that is not known. Their rows stay as they are.
 */
export async function readMessages(
  opened: Opened,
  id: string,
  range: MessageRange,
  next: number,
  { onDamaged, onNewer }: LeftOut,
): Promise<MessageRow[]> {
  const end = 'from' in range ? next : Math.min(next, range.before ?? next)
  const start = 'from' in range ? range.from : Math.max(0, end - range.last)
  const read: MessageRow[] = []
  const slices = new Slices()
  let newer = 0
  for (let at = start; at < end; at += pageSize) {
    const page = IDBKeyRange.bound([id, at], [id, Math.min(end, at + pageSize)], false, true)
    const stored = await readRows(opened.database, 'messages', page)
    const texts = await Promise.all(stored.map((row) => readText(opened, row)))
    for (const [nth, { seq, v }] of stored.entries()) {
      const pause = slices.pause()
      if (pause) await pause
      const message = parseMessage(texts[nth], v)
      if (message && roles.has(message.role)) read.push({ seq, message })
      else if (typeof message?.role === 'string') newer++
    }
  }
  const damaged = end - start - read.length - newer
  // The session may have been deleted meanwhile, with its messages.
  if (damaged > 0 && (await opened.database.getKey('sessions', id))) onDamaged(damaged)
  if (newer > 0) onNewer()
  return read
}

/** Resolves with the text of a message; undefined if it cannot be read. */
async function readText(
  { database, cipher }: Opened,
  { sid, seq, isBig, body: inRow }: StoredMessage,
): Promise<string | undefined> {
  try {
    const body = isBig ? (await database.get('big', [sid, seq]))?.body : inRow
    return body === undefined ? undefined : await cipher.decrypt(body, `${sid}|${seq}`)
  } catch {
    return undefined
  }
}

function parseMessage(text: string | undefined, v: number | undefined): Message | undefined {
  try {
    return text === undefined ? undefined : migrateMessage(JSON.parse(text) as Message, v)
  } catch {
    return undefined
  }
}

/** The roles of this version. Messages of a later version may have others and are left out. */
const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'tool'])

/**
 * Reads the calls of a session that were started and have no answer, each by its last attempt. For
 * a row that cannot be read, the call id is known and the idempotency key follows from it. So the
 * call is never taken for one that was not started.
 */
export async function readIntents(
  { database, cipher }: Opened,
  sid: string,
  onDamaged: (count: number) => void,
): Promise<readonly Intent[]> {
  const keys = await database.getAllKeysFromIndex('intents', 'open', [sid, 'started'])
  let damaged = 0
  const intents = await Promise.all(
    keys.map(async (key): Promise<Intent[]> => {
      const [, callId, attempt] = key
      try {
        const row = await database.get('intents', key)
        // The page that runs the session has answered the call meanwhile, or has deleted it.
        if (row?.state !== 'started') return []
        return [JSON.parse(await cipher.decrypt(row.body ?? '', `${sid}|${callId}`)) as Intent]
      } catch {
        damaged++
        const call = { id: callId, name: '', arguments: {} }
        const started = { runId: '', startedAt: 0, attempt }
        return [{ call, effect: 'write', key: `${sid}:${callId}`, ...started }]
      }
    }),
  )
  if (damaged > 0) onDamaged(damaged)
  return lastAttempts(intents.flat())
}

/** Keeps the last attempt of each call. */
function lastAttempts(intents: readonly Intent[]): Intent[] {
  const byCall = new Map<string, Intent>()
  for (const intent of intents) {
    const other = byCall.get(intent.call.id)
    if (!other || other.attempt < intent.attempt) byCall.set(intent.call.id, intent)
  }
  return [...byCall.values()]
}
