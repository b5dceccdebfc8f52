import {
  changeSession,
  newSession,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  Slices,
  storageError,
} from '@ambit/core/storage'
import type { HeldLock } from '../tabs/lock-request.ts'
import type { Connection, Opened } from './connection.ts'
import { format, migrateSession, noteFormat } from './format.ts'
import type { IntentStore, MetaStore } from './schema.ts'
import { readIntents } from './read-session.ts'
import { isUsable, type StoredIntent, type StoredMessage, type StoredSession } from './stored.ts'
import { asStorageErrors, toStorageError, toText } from './storage-error.ts'
import { toSessionRow } from './to-session-row.ts'
import type { Cipher } from './cipher.ts'

/**
 * The duration of a write, in milliseconds, after which the claim is checked again. A page that was
 * frozen during a write may have lost its session meanwhile.
 */
const longWriteMs = 1_000

export interface ClaimReports {
  /** Called after each write. */
  readonly onWritten: (row: SessionRow) => void
  /** Called with the number of calls that were started and cannot be read. */
  readonly onDamaged: (count: number) => void
}

/**
 * Claims a session for this page: raises its epoch, so that writes of an earlier claim are refused.
 */
export async function claimSession(
  connection: Connection,
  id: string,
  at: number,
  lock: HeldLock,
  { onWritten, onDamaged }: ClaimReports,
): Promise<SessionClaim> {
  let row = await takeOver(connection, id, at)
  const intents = await asStorageErrors(
    connection.use((opened) => readIntents(opened, id, onDamaged)),
  )
  let isReleased = false
  let last: Promise<unknown> = Promise.resolve()
  const { epoch } = row
  const holds = async (): Promise<boolean> => {
    if (isReleased || lock.lost.aborted) return false
    const stored = await connection.use(({ database }) => database.get('sessions', id))
    return stored?.epoch === epoch
  }
  const requireHeld = (): void => {
    if (isReleased || lock.lost.aborted) {
      throw storageError('lost', 'This page no longer runs the session.')
    }
  }
  const write = async (entry: SessionWrite): Promise<SessionRow> => {
    requireHeld()
    const startedAt = Date.now()
    row = await asStorageErrors(connection.use((opened) => writeSession(opened, row, entry)))
    onWritten(row)
    requireHeld()
    if (Date.now() - startedAt > longWriteMs && !(await holds())) {
      throw storageError('lost', 'Another page took the session over while this one stood still.')
    }
    return row
  }
  return {
    row,
    intents,
    lost: lock.lost,
    // One after another: each write gives the next one its numbers.
    write: (entry) => {
      const writing = last.then(() => write(entry))
      last = writing.catch(() => undefined)
      return writing
    },
    holds,
    release: async () => {
      await last
      isReleased = true
      lock.release()
    },
  }
}

async function takeOver(connection: Connection, id: string, at: number): Promise<SessionRow> {
  const fresh = newSession(id, at)
  const taking = connection.use(async ({ database, cipher }) => {
    const { state: _state, waiting: _waiting, ...plain } = fresh
    const stores: ('sessions' | 'meta')[] = ['sessions', 'meta']
    const tx = database.transaction(stores, 'readwrite', { durability: 'strict' })
    const sessions = tx.objectStore('sessions')
    const stored = migrateSession((await sessions.get(id)) ?? plain)
    if (!isUsable(stored)) {
      throw storageError(
        'unavailable',
        'What is stored of this conversation cannot be read, so nothing is stored in it. Begin another one.',
      )
    }
    const meta = tx.objectStore('meta')
    const notBefore = await noteClaim(meta, at)
    const claimed = { ...stored, epoch: stored.epoch + 1, notBefore }
    await Promise.all([sessions.put(claimed), noteFormat(meta), tx.done])
    connection.found.add(id)
    return toSessionRow(claimed, cipher)
  })
  return asStorageErrors(taking)
}

/** Notes the time of a claim, and resolves with the latest time of any claim. */
async function noteClaim(meta: MetaStore, at: number): Promise<number> {
  const latest = (await meta.get('claimedAt')) as number | undefined
  if (latest !== undefined && latest >= at) return latest
  await meta.put(at, 'claimedAt')
  return at
}

/** The length from which a text has a row of its own, in characters. */
const maxRowCharacters = 32_768

/**
 * Writes under a claim: everything or nothing. Writes nothing if `row.epoch` is no longer the epoch
 * of the session, or if this was its last write already. All values are text, and encrypted, before
 * the transaction opens. So the transaction waits for the database alone.
 */
async function writeSession(
  { database, cipher }: Opened,
  row: SessionRow,
  write: SessionWrite,
): Promise<SessionRow> {
  const { id, epoch, next } = row
  const {
    messages,
    big,
    intents: added,
    answered,
    title,
    state,
    waiting,
  } = await prepare(cipher, row, write)
  const stores = ['sessions', 'messages', 'big', 'intents'] as const
  const durability = write.isStrict ? 'strict' : 'relaxed'
  const tx = database.transaction(stores, 'readwrite', { durability })
  try {
    const sessions = tx.objectStore('sessions')
    const stored = requireClaimed(await sessions.get(id), epoch)
    if (write.id !== undefined && stored.lastWrite === write.id) {
      await tx.done
      return await toSessionRow(stored, cipher)
    }
    if (stored.next !== next || (write.next ?? next) !== next) {
      throw storageError(
        'lost',
        'Other messages were stored meanwhile, so nothing was stored. Claim the session again, and read it.',
      )
    }
    await refuseStarted(tx.objectStore('intents'), added)
    // Another page may have changed the head.
    const changed = changeSession({ ...row, head: stored.head }, write)
    const { title: _title, state: _state, waiting: _waiting, epoch: _epoch, ...plain } = changed
    const { run: _run, waiting: before, ...kept } = migrateSession(stored)
    const texts = { ...title, ...state, ...(waiting ?? (before && { waiting: before })) }
    const session: StoredSession = { ...kept, ...plain, ...texts, lastWrite: write.id }
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
    // Another page may have changed the title.
    const { title: named } = await toSessionRow({ ...session, state: undefined }, cipher)
    return { ...changed, ...(named !== undefined && { title: named }) }
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

function requireClaimed(stored: StoredSession | undefined, epoch: number): StoredSession {
  if (!stored) {
    throw storageError(
      'lost',
      'The session is no longer in the database: it was deleted in another page, or by the browser.',
    )
  }
  if (stored.epoch !== epoch) {
    throw storageError('lost', 'Another page runs this session now.')
  }
  return stored
}

/**
 * Throws the code `storage` if the same or a later attempt at one of the calls was stored before.
 */
async function refuseStarted(stored: IntentStore, added: readonly StoredIntent[]): Promise<void> {
  const attempts = new Map<string, number>()
  await Promise.all(
    added.map(async ({ sid, callId }) => {
      const keys = await stored.getAllKeys(IDBKeyRange.bound([sid, callId], [sid, callId, []]))
      attempts.set(callId, keys.at(-1)?.[2] ?? 0)
    }),
  )
  for (const { callId, attempt } of added) {
    if ((attempts.get(callId) ?? 0) >= attempt) {
      throw storageError('duplicate', 'This attempt at the call was started before.')
    }
    attempts.set(callId, attempt)
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
  /** Empty if no message waits any more; undefined if the messages that wait stay. */
  readonly waiting: Pick<StoredSession, 'waiting'> | undefined
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
  const { title, state, waiting } = session
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
    waiting:
      waiting &&
      (waiting.length === 0
        ? {}
        : { waiting: await cipher.encrypt(toText(waiting), `${sid}|waiting`) }),
  }
}
