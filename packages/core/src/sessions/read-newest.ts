import type { MessageRow, SessionRow } from '../storage/session-row.ts'
import type { AgentStorage, ReadOptions } from '../storage/storage.ts'

/** The number of messages that are read at first: as many as a page can show. */
const firstRead = 50

/**
 * Reads the newest 50 messages of a session, or all if its head is none of those. Resolves with the
 * rows, and the number of the first.
 */
export async function readNewest(
  storage: AgentStorage,
  { id, next, head }: SessionRow,
  isCurrent: () => boolean,
  options: ReadOptions | undefined,
): Promise<{ readonly rows: readonly MessageRow[]; readonly first: number }> {
  const read = (last: number): Promise<readonly MessageRow[]> =>
    storage.readMessages(id, { last, before: next }, options)
  const first = Math.max(0, next - firstRead)
  const rows = await read(firstRead)
  const isShort = first > 0 && head !== null && !rows.some(({ message }) => message.id === head)
  // The open path may be an old branch without any of the newest messages.
  return isShort && isCurrent() ? { rows: await read(next), first: 0 } : { rows, first }
}
