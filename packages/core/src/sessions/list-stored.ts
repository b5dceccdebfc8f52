import { AgentError } from '../errors/agent-error.ts'
import { loadSearch, pageOf } from '../storage/list-sessions.ts'
import { orAborted } from '../storage/or-aborted.ts'
import type { SessionInfo } from '../storage/session-row.ts'
import type { AgentStorage, SessionQuery } from '../storage/storage.ts'

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
  const isSearch = text !== undefined && text.trim() !== ''
  signal?.throwIfAborted()
  const asked = { ...query, query: isSearch ? text : undefined }
  const listed = await orAborted(storage.list(asked), signal)
  if (!isSearch) return pageOf(listed, query)
  const { keepFound } = loadSearch.loaded ?? (await loadSearch())
  return pageOf(keepFound(listed, text), query)
}

function checkQuery({ before, limit, query }: SessionQuery): void {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw refuse('limit', limit, 'Give a whole number from 1, or leave it out for all sessions')
  }
  if (query !== undefined && typeof query !== 'string') {
    throw refuse('query', query, 'Give the words to look for as text')
  }
  if (before !== undefined && !isPlace(before)) {
    throw refuse(
      'before',
      before,
      'Give a time in milliseconds, or the last session of the page before (its `id` and `updatedAt`)',
    )
  }
}

function isPlace(before: unknown): boolean {
  if (typeof before === 'number') return Number.isFinite(before)
  if (typeof before !== 'object' || before === null) return false
  const { id, updatedAt } = before as Partial<Record<'id' | 'updatedAt', unknown>>
  return typeof id === 'string' && Number.isFinite(updatedAt)
}

const refuse = (field: string, given: unknown, advice: string): AgentError =>
  new AgentError(
    `\`${field}\` of \`sessions.list\` is ${describe(given)}, so no sessions were listed. ${advice}.`,
  )

/** Returns a number as it is, and the kind of anything else: text may be private. */
const describe = (given: unknown): string =>
  typeof given === 'number' ? String(given) : given === null ? 'null' : `of type ${typeof given}`
