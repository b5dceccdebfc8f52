import {
  changeSession,
  type SessionRow,
  type SessionWrite,
  Slices,
  StorageError,
} from '@ambit/core/storage'
import type { Cipher } from './cipher.ts'
import type { Opened } from './connection.ts'
import { format, migrateSession } from './format.ts'
import type { StoredIntent, StoredMessage, StoredSession } from './stored.ts'
import { toStorageError, toText } from './storage-error.ts'

/** The length from which a text has a row of its own, in characters. */
const maxRowCharacters = 32_768

/**
 * Writes under a claim: everything or nothing. Writes nothing if `row.epoch` is no longer the epoch
 * of the session. All values are text, and encrypted, before the transaction opens. So the
 * transaction waits for the database alone.
 */
export async function writeSession(
  { database, cipher }: Opened,
  row: SessionRow,
  write: SessionWrite,
): Promise<SessionRow> {
  const { id, epoch, next } = row
  const changed = changeSession(row, write)
  const {
    messages,
    big,
    intents: added,
    answered,
    title,
    state,
  } = await prepare(cipher, row, write)
  const stores = ['sessions', 'messages', 'big', 'intents'] as const
  const durability = write.isStrict ? 'strict' : 'relaxed'
  const tx = database.transaction(stores, 'readwrite', { durability })
  try {
    const sessions = tx.objectStore('sessions')
    const stored = await sessions.get(id)
    if (!stored) {
      throw new StorageError(
        'lost',
        'The session is no longer in the database: it was deleted in another page, or by the browser.',
      )
    }
    if (stored.epoch !== epoch || stored.next !== next) {
      throw new StorageError('lost', 'Another page runs this session now.')
    }
    const { title: _title, state: _state, epoch: _epoch, ...plain } = changed
    const { run: _run, ...kept } = migrateSession(stored)
    const session: StoredSession = { ...kept, ...plain, ...title, ...state }
    const puts: Promise<unknown>[] = [sessions.put(session)]
    await putInSlices(puts, messages, (row) => tx.objectStore('messages').add(row))
    await putInSlices(puts, big, (row) => tx.objectStore('big').put(row))
    const intents = tx.objectStore('intents')
    for (const intent of added) puts.push(intents.add(intent))
    const open = answered.size ? await intents.index('open').getAll([id, 'started']) : []
    for (const { sid, callId, attempt } of open) {
      if (answered.has(callId)) puts.push(intents.put({ sid, callId, attempt, state: 'done' }))
    }
    await Promise.all([...puts, tx.done])
    return changed
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The error itself has already ended the transaction.
    }
    await tx.done.catch(() => undefined)
    throw toStorageError(error)
  }
}

/**
 * Puts rows in slices. The page has its turn whenever a request of the transaction is answered,
 * and the transaction stays open until then.
 */
async function putInSlices<Row>(
  puts: Promise<unknown>[],
  rows: readonly Row[],
  put: (row: Row) => Promise<unknown>,
): Promise<void> {
  const slices = new Slices()
  for (const row of rows) {
    const putting = put(row)
    // The transaction reports the failure.
    putting.catch(() => undefined)
    puts.push(putting)
    if (!slices.isOver) continue
    await putting
    slices.restart()
  }
}

interface Prepared {
  readonly messages: readonly StoredMessage[]
  readonly big: readonly StoredMessage[]
  readonly intents: readonly StoredIntent[]
  /** The calls that the messages answer. */
  readonly answered: ReadonlySet<string>
  readonly title: Pick<StoredSession, 'title'> | undefined
  readonly state: Pick<StoredSession, 'state'> | undefined
}

async function prepare(cipher: Cipher, row: SessionRow, write: SessionWrite): Promise<Prepared> {
  const { id: sid, next } = row
  const { messages: given = [], intents = [], session = {} } = write
  const messages: StoredMessage[] = []
  const big: StoredMessage[] = []
  const slices = new Slices()
  for (const [nth, message] of given.entries()) {
    const seq = next + nth
    const pause = slices.pause()
    if (pause) await pause
    const text = toText(message)
    const body = await cipher.encrypt(text, `${sid}|${seq}`)
    const place = { v: format, sid, seq }
    if (text.length <= maxRowCharacters) messages.push({ ...place, body })
    else {
      messages.push({ ...place, isBig: true })
      big.push({ ...place, body })
    }
  }
  const { title, state } = session
  return {
    messages,
    big,
    intents: await Promise.all(
      intents.map(async (intent) => ({
        sid,
        callId: intent.call.id,
        attempt: intent.attempt,
        state: 'started' as const,
        body: await cipher.encrypt(toText(intent), `${sid}|${intent.call.id}`),
      })),
    ),
    answered: new Set(given.flatMap(({ role, id }) => (role === 'tool' ? [id] : []))),
    title: title === undefined ? undefined : { title: await cipher.encrypt(title, `${sid}|title`) },
    state: state && { state: await cipher.encrypt(toText(state), `${sid}|state`) },
  }
}
