import { AgentError } from '../../errors/agent-error.ts'
import { lazily, type Loader } from '../../lazily.ts'
import { type Message, unmarked } from '../../messages/message.ts'
import type { MessageSource } from '../../messages/read.ts'
import type { ImportOptions, SessionExport } from '../../session-port.ts'
import { mapInSlices } from '../../slices.ts'
import type * as importing from './read-import.ts'
import { keptBack } from './safe-storage.ts'
import { findMessageFault, findSessionFault } from './session-rules.ts'
import { titleOf } from './run-journal.ts'
import { loadSearch, orAborted, pageOf } from './list-sessions.ts'
import type {
  AgentStorage,
  ReadOptions,
  SessionInfo,
  SessionQuery,
  SessionRow,
} from '../../storage.ts'

/** Loads the reading of an exported session, a chunk of its own. */
export const loadImport: Loader<typeof importing> = lazily(() => import('./read-import.ts'))

/** Resolves with the row of a stored session. Rejects with `AgentError` if none has the id. */
export async function readStored(
  storage: AgentStorage,
  id: string,
  options?: ReadOptions,
): Promise<SessionRow> {
  const row = await storage.read(id, options)
  if (row) return row
  throw noSession(id)
}

/** Returns the error for a session that is not stored. */
export const noSession = (id: string): AgentError =>
  new AgentError(
    `There is no stored session "${id}": it was deleted, or has no message yet. \`sessions.list\` resolves with those there are.`,
  )

/**
 * Lists stored sessions. A storage of before queries has all sessions in its answer: the page is
 * taken here, and titles are searched. Rejects with `AgentError` for a query that makes no sense.
 */
export async function listStored(
  storage: AgentStorage,
  query: SessionQuery,
): Promise<readonly SessionInfo[]> {
  checkQuery(query)
  const { query: text, signal } = query
  signal?.throwIfAborted()
  if (text === undefined || text.trim() === '') {
    return pageOf(await orAborted(storage.list({ ...query, query: undefined }), signal), query)
  }
  // First, so that code that cannot be fetched is not taken for a storage that failed.
  const { keepFound } = await orAborted(loadSearch(), signal)
  return pageOf(keepFound(await orAborted(storage.list(query), signal), text), query)
}

/** The most characters and words of a query, as a server takes them. */
const maxQuery = 1_000
const maxWords = 50

function checkQuery({ before, limit, query }: SessionQuery): void {
  const need = (isFit: boolean, field: string, given: unknown, advice: string): void => {
    if (given === undefined || isFit) return
    throw new AgentError(
      `\`${field}\` of \`sessions.list\` is ${describe(given)}, so no sessions were listed. Give ${advice}.`,
    )
  }
  const isCount = Number.isSafeInteger(limit) && Number(limit) > 0
  need(isCount, 'limit', limit, 'a whole number from 1, or leave it out for all sessions')
  const isShort = (text: string): boolean =>
    text.length <= maxQuery && text.trim().split(/\s+/).length <= maxWords
  const isSearch = typeof query === 'string' && isShort(query)
  const most = `${maxWords} words and ${maxQuery.toLocaleString('en')} characters`
  need(isSearch, 'query', query, `the words to look for as text, of at most ${most}`)
  need(
    isPlace(before),
    'before',
    before,
    'a time in milliseconds, or the last session of the page before (its `id` and `updatedAt`)',
  )
}

function isPlace(before: unknown): boolean {
  if (typeof before === 'number') return Number.isFinite(before)
  if (typeof before !== 'object' || before === null) return false
  const { id, updatedAt } = before as Partial<Record<'id' | 'updatedAt', unknown>>
  return typeof id === 'string' && Number.isFinite(updatedAt)
}

/** Returns a number as it is, and the kind of anything else: text may be private. */
function describe(given: unknown): string {
  if (typeof given === 'number' || given === null) return String(given)
  return typeof given === 'string'
    ? `a text of ${given.length} characters`
    : `of type ${typeof given}`
}

/** Resolves with all of a stored session. Rejects with `AgentError` if none has the id. */
export async function exportSession(storage: AgentStorage, id: string): Promise<SessionExport> {
  const row = await readStored(storage, id)
  const { title, createdAt, head, state, usage, costUsd, next, refused } = row
  const rows = await storage.readMessages(id, { from: 0 })
  return {
    format: 'ambit-session',
    version: 1,
    title,
    createdAt,
    head,
    state,
    usage,
    costUsd,
    // Another page may have added messages since the row was read.
    messages: rows
      .filter(({ seq, message }) => seq < next && !refused?.includes(message.id))
      .map(({ message }) => message),
  }
}

/** Returns a message as one that anybody may have written. No mark of a part frees the others. */
const toImported = (message: Message): Message => ({
  ...(message.role === 'user' ? { ...message, content: unmarked(message.content) } : message),
  taint: 'untrusted',
  imported: true,
})

/**
 * Stores exported data as a new session. Rejects with `AgentError`, and stores nothing, if the data
 * is not an exported session, or if any of it cannot be read.
 */
export async function importSession(
  storage: AgentStorage,
  ports: MessageSource,
  exported: unknown,
  options: ImportOptions,
): Promise<string> {
  const { readImport } = loadImport.loaded ?? (await loadImport())
  const {
    createdAt,
    messages: read,
    ...rest
  } = await readImport(exported, ports, { findMessageFault, findSessionFault })
  if (storage.isLocal === false && read.some(({ local }) => local)) throw keptBack()
  const trusted = options.trusted === true
  const messages = trusted ? read : await mapInSlices(read, toImported)
  const id = ports.createId()
  const claim = await storage.claim(id, { at: createdAt })
  try {
    const session = { ...rest, ...titleOf(read, rest), state: trusted ? rest.state : {} }
    await claim?.write({ at: ports.clock.now(), messages, session, isStrict: true })
  } catch (error) {
    // The claim has stored a session without messages.
    await claim?.release()
    await storage.delete(id).catch(() => undefined)
    throw error
  }
  await claim?.release()
  return id
}
