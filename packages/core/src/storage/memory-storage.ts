import { type AgentStorage, StorageError } from './storage.ts'
import type { Intent, MessageRow, SessionInfo, SessionRow, SessionWrite } from './session-row.ts'
import { cloneJson, dropUndefined } from '../json/json.ts'
import { noUsage } from '../budget/usage.ts'

interface Stored {
  row: SessionRow
  readonly messages: MessageRow[]
  readonly intents: Map<string, Intent>
  /** The files by their hashes. */
  readonly blobs: Map<string, Blob>
  /** A promise that resolves after the last claim so far was released. */
  turn: Promise<void>
  isClaimed: boolean
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
      blobs: new Map(),
      turn: Promise.resolve(),
      isClaimed: false,
    }
    sessions.set(id, stored)
    return stored
  }
  return {
    list: async () =>
      Array.from(sessions.values(), ({ row }) => toSessionInfo(row)).sort(
        (a, b) => b.updatedAt - a.updatedAt,
      ),
    read: async (id) => sessions.get(id)?.row,
    readMessages: async (id, range) => {
      const messages = sessions.get(id)?.messages ?? []
      if ('from' in range) return messages.slice(range.from)
      const end = range.before ?? messages.length
      return messages.slice(Math.max(0, end - range.last), end)
    },
    readIntents: async (id) => Array.from(sessions.get(id)?.intents.values() ?? []),
    putBlob: async (id, hash, blob) => void sessions.get(id)?.blobs.set(hash, blob),
    getBlob: async (id, hash) => sessions.get(id)?.blobs.get(hash),
    claim: async (id, { at, isWaiting = true, signal }) => {
      signal?.throwIfAborted()
      const stored = need(id, at)
      if (stored.isClaimed && !isWaiting) return undefined
      const { promise: turn, resolve: leave } = Promise.withResolvers<void>()
      const before = stored.turn
      stored.turn = before.then(() => turn)
      await orAborted(before, signal).catch((error: unknown) => {
        leave()
        throw error
      })
      stored.isClaimed = true
      stored.row = { ...stored.row, epoch: stored.row.epoch + 1 }
      const isHeld = (): boolean => stored.isClaimed && sessions.get(id) === stored
      return {
        row: stored.row,
        lost: new AbortController().signal,
        write: async (write) => {
          if (!isHeld())
            throw new StorageError(
              'lost',
              'The session was released or deleted, so nothing was stored. Claim the session again.',
            )
          return store(stored, write)
        },
        holds: async () => isHeld(),
        release: async () => {
          stored.isClaimed = false
          leave()
        },
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

/** Returns the row of a session without messages. */
export const newSession = (id: string, at: number): SessionRow => ({
  id,
  createdAt: at,
  updatedAt: at,
  epoch: 0,
  next: 0,
  head: null,
  state: {},
  usage: noUsage,
})

/** Returns the part of a session that a list of sessions shows. */
export const toSessionInfo = ({
  id,
  title,
  createdAt,
  updatedAt,
  next,
  usage,
  costUsd,
  run,
}: SessionRow): SessionInfo => ({
  id,
  title,
  createdAt,
  updatedAt,
  messages: next,
  usage,
  costUsd,
  isRunning: run !== undefined,
})

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
  if (run) return { ...changed, run }
  const { run: _ended, ...ending } = changed
  return ending
}

function store(stored: Stored, write: SessionWrite): SessionRow {
  const { intents: added = [], messages = [] } = write
  const { row, intents } = stored
  for (const intent of added) {
    if ((intents.get(intent.call.id)?.attempt ?? 0) >= intent.attempt) {
      throw new StorageError(
        'duplicate',
        `The call "${intent.call.id}" was started before, so nothing was stored. A call must not run twice.`,
      )
    }
    intents.set(intent.call.id, cloneJson(intent))
  }
  messages.forEach((message, nth) => {
    stored.messages.push({ seq: row.next + nth, message })
    if (message.role === 'tool') intents.delete(message.id)
  })
  stored.row = changeSession(row, write)
  return stored.row
}

async function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<void>()
  const abort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}
