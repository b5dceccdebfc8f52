import {
  type AgentStorage,
  type Intent,
  type MessageRow,
  type SessionRow,
  type SessionWrite,
  storageError,
} from '../../storage.ts'
import { cloneJson, dropUndefined } from '../../json/json.ts'
import { listSessions, newSession, orAborted } from './list-sessions.ts'

interface Stored {
  row: SessionRow
  readonly messages: MessageRow[]
  readonly intents: Map<string, Intent>
  /** The sessions after the last writes, by the id of the write. */
  readonly written: Map<string, SessionRow>
  /** The greatest attempt at each call, also after its answer. */
  readonly attempts: Map<string, number>
  /** The files by their hashes. */
  readonly blobs: Map<string, Blob>
  /** A promise that resolves after the last claim so far was released. */
  turn: Promise<void>
  /** The number of claims that are held or waited for. */
  claims: number
}

/**
 * Creates a storage in memory: for tests, for rendering on a server, and for browsers that allow no
 * storage. Its sessions end with the page.
 */
export function memoryStorage(): AgentStorage {
  const sessions = new Map<string, Stored>()
  const need = (id: string, at: number): Stored => {
    const stored = sessions.get(id) ?? {
      row: newSession(id, at),
      messages: [],
      intents: new Map(),
      written: new Map(),
      attempts: new Map(),
      blobs: new Map(),
      turn: Promise.resolve(),
      claims: 0,
    }
    sessions.set(id, stored)
    return stored
  }
  const readMessages: AgentStorage['readMessages'] = async (id, range, { signal } = {}) => {
    signal?.throwIfAborted()
    const messages = sessions.get(id)?.messages ?? []
    if ('from' in range) return messages.slice(range.from)
    const end = Math.min(messages.length, range.before ?? messages.length)
    return messages.slice(Math.max(0, end - range.last), end)
  }
  const readIntents: AgentStorage['readIntents'] = async (id, { signal } = {}) => {
    signal?.throwIfAborted()
    return Array.from(sessions.get(id)?.intents.values() ?? [])
  }
  return {
    isLocal: true,
    list: (query = {}) => {
      const rows = Array.from(sessions.values(), ({ row }) => row)
      return listSessions(rows, query, { toRow: (row) => row, readMessages, readIntents })
    },
    read: async (id, { signal } = {}) => {
      signal?.throwIfAborted()
      return sessions.get(id)?.row
    },
    readMessages,
    readIntents,
    putBlob: async (id, hash, blob) => void sessions.get(id)?.blobs.set(hash, blob),
    getBlob: async (id, hash, { signal } = {}) => {
      signal?.throwIfAborted()
      return sessions.get(id)?.blobs.get(hash)
    },
    claim: async (id, { at, isWaiting = true, signal }) => {
      signal?.throwIfAborted()
      const stored = need(id, at)
      if (stored.claims > 0 && !isWaiting) return undefined
      const { promise: turn, resolve } = Promise.withResolvers<void>()
      const before = stored.turn
      let isReleased = false
      const leave = (): void => {
        if (!isReleased) stored.claims--
        isReleased = true
        resolve()
      }
      stored.claims++
      stored.turn = before.then(() => turn)
      await orAborted(before, signal).catch((error: unknown) => {
        leave()
        throw error
      })
      stored.row = { ...stored.row, epoch: stored.row.epoch + 1 }
      const isHeld = (): boolean => !isReleased && sessions.get(id) === stored
      return {
        row: stored.row,
        intents: [...stored.intents.values()],
        lost: new AbortController().signal,
        write: async (write) => {
          if (!isHeld())
            throw storageError(
              'lost',
              'The session was released or deleted, so nothing was stored. Claim the session again.',
            )
          return storeOnce(stored, write)
        },
        holds: async () => isHeld(),
        release: async () => leave(),
      }
    },
    update: async (id, change, { ifHead } = {}) => {
      const stored = sessions.get(id)
      if (!stored || (ifHead !== undefined && stored.row.head !== ifHead)) return false
      stored.row = { ...stored.row, ...(dropUndefined(change) as Partial<SessionRow>) }
      return true
    },
    delete: async (id) => void sessions.delete(id),
    watch: () => () => undefined,
    send: () => undefined,
    onDegraded: () => () => undefined,
  }
}

/** Returns the session as it is after a write. */
export function changeSession(
  row: SessionRow,
  { at, messages = [], session = {} }: SessionWrite,
): SessionRow {
  const { run = row.run, ...rest } = session
  const changed: SessionRow = {
    ...row,
    ...(dropUndefined(rest) as Partial<SessionRow>),
    updatedAt: Math.max(at, row.updatedAt),
    next: row.next + messages.length,
  }
  const { run: _ended, waiting, ...ending } = changed
  return { ...ending, ...(run && { run }), ...(waiting?.length && { waiting }) }
}

/** The number of writes whose ids are remembered. Only the last one is ever sent again. */
const remembered = 10

/** Stores a write that was not stored before. Returns the session after it. */
function storeOnce(stored: Stored, write: SessionWrite): SessionRow {
  const { id, next = stored.row.next } = write
  const before = stored.written.get(id ?? '')
  if (before) return before
  if (next !== stored.row.next) {
    throw storageError(
      'lost',
      'Other messages were stored meanwhile, so nothing was stored. Claim the session again, and read it.',
    )
  }
  const row = store(stored, write)
  if (id !== undefined) stored.written.set(id, row)
  for (const old of stored.written.keys()) {
    if (stored.written.size > remembered) stored.written.delete(old)
  }
  return row
}

function store(stored: Stored, write: SessionWrite): SessionRow {
  const { intents: added = [], messages = [] } = write
  const { row, intents, attempts } = stored
  const tried = new Map<string, number>()
  for (const { call, attempt } of added) {
    if ((tried.get(call.id) ?? attempts.get(call.id) ?? 0) >= attempt) {
      throw storageError(
        'duplicate',
        `The call "${call.id}" was started before, so nothing was stored. A call must not run twice.`,
      )
    }
    tried.set(call.id, attempt)
  }
  for (const intent of added) {
    intents.set(intent.call.id, cloneJson(intent))
    attempts.set(intent.call.id, intent.attempt)
  }
  messages.forEach((message, nth) => {
    stored.messages.push({ seq: row.next + nth, message })
    if (message.role === 'tool') intents.delete(message.id)
  })
  stored.row = changeSession(row, write)
  return stored.row
}
