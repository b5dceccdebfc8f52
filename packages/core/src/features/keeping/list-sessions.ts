import { lazily, type Loader } from '../../lazily.ts'
import { noUsage } from '../../model/usage.ts'
import type * as searching from './search-sessions.ts'
import type { SessionInfo, SessionQuery, SessionReaders, SessionRow } from '../../storage.ts'

/** Loads the search, a chunk of its own. */
export const loadSearch: Loader<typeof searching> = lazily(() => import('./search-sessions.ts'))

/** The fields by which sessions are ordered. */
type Place = Pick<SessionInfo, 'id' | 'updatedAt'>

/** The fields of a stored session that tell if there is anything in it, encrypted or not. */
export interface SessionContent extends Pick<SessionRow, 'next' | 'run'> {
  readonly title?: unknown
  readonly waiting?: unknown
}

/**
 * Whether there is nothing in a session: no message, no run, no call that was started, no title,
 * and nothing that waits. A page that ends between its claim and its first write leaves such a
 * session.
 */
export const isEmptySession = (
  { next, run, title, waiting }: SessionContent,
  intents: readonly unknown[],
): boolean =>
  next === 0 && !run && title === undefined && waiting === undefined && intents.length === 0

/**
 * Lists sessions as {@link AgentStorage.list} must: in order, one page, without empty sessions, and
 * with a query only those in which every word is found. For a storage that has the rows of all its
 * sessions at hand. Reads messages only for a query, 100 at a time, and lets the page do other work
 * meanwhile. Rejects with the signal's reason, or with the code `load` if the search itself cannot
 * be fetched.
 */
export async function listSessions<Stored extends Place & SessionContent>(
  all: readonly Stored[],
  query: SessionQuery,
  { toRow, readMessages, readIntents }: SessionReaders<Stored>,
): Promise<SessionInfo[]> {
  const { before, limit, query: text, signal } = query
  signal?.throwIfAborted()
  const stored = await leaveOutEmpty(all, (id) => readIntents(id, { signal }))
  if (text === undefined) {
    const page = pageOf(stored, { before, limit })
    return Promise.all(page.map(async (row) => toSessionInfo(await toRow(row))))
  }
  const { searchSessions } = loadSearch.loaded ?? (await loadSearch())
  const found = await searchSessions(pageOf(stored, { before }), query, { toRow, readMessages })
  return found.map(({ row, match }) => ({ ...toSessionInfo(row), ...(match && { match }) }))
}

/** Leaves out the empty sessions. Reads the intents of those that have nothing else. */
async function leaveOutEmpty<S extends Place & SessionContent>(
  sessions: readonly S[],
  readIntents: (id: string) => Promise<readonly unknown[]>,
): Promise<S[]> {
  const read = async (session: S): Promise<S[]> => {
    const isEmpty =
      isEmptySession(session, []) && isEmptySession(session, await readIntents(session.id))
    return isEmpty ? [] : [session]
  }
  return (await Promise.all(sessions.map(read))).flat()
}

/** Returns the sessions of one page of a list, in order. */
export function pageOf<S extends Place>(
  sessions: readonly S[],
  { before, limit }: Pick<SessionQuery, 'before' | 'limit'>,
): S[] {
  const isNext = (session: Place): boolean => {
    if (before === undefined) return true
    return typeof before === 'number' ? session.updatedAt < before : compare(before, session) < 0
  }
  return sessions.filter(isNext).sort(compare).slice(0, limit)
}

/** Compares sessions for their order: the last used one first; of equal times, the lesser id. */
function compare(a: Place, b: Place): number {
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

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

/** Resolves as `work` does. Rejects with the signal's reason as soon as the signal aborts. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([promise, work]).finally(() => signal.removeEventListener('abort', abort))
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
