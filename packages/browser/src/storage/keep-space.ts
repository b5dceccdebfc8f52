import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Connection } from './connection.ts'
import { readRows } from './database.ts'
import { deleteSession } from './delete.ts'

/**
 * The space that should be free when a run begins, in bytes. Deleted rows free their space late,
 * and a full database refuses even a deletion.
 */
const spareBytes = 10_000_000

/** The reactions to little space. */
export interface SpaceOptions {
  /** The permission to delete the session that was used longest ago and stands open in no page. */
  readonly evict: boolean
  /** Called if little space is left. `hasOthers` if there are other sessions to delete. */
  readonly onLowSpace: (hasOthers: boolean) => void
  /** Called if there is enough space. */
  readonly onSpace: () => void
}

/**
 * Checks if there is space for a run of this session, and deletes another session if that is
 * allowed. Does nothing if the browser does not report its space.
 */
export async function keepSpace(
  connection: Connection,
  channel: TabChannel,
  running: string,
  { evict, onLowSpace, onSpace }: SpaceOptions,
): Promise<void> {
  const { quota, usage } = (await globalThis.navigator?.storage?.estimate?.()) ?? {}
  if (quota === undefined || usage === undefined) return
  if (quota - usage >= spareBytes) return onSpace()
  onLowSpace((await connection.use(({ database }) => database.count('sessions'))) > 1)
  if (!evict) return
  await connection.use(async ({ database }) => {
    const sessions = (await readRows(database, 'sessions'))
      .filter(({ id, run }) => id !== running && run === undefined)
      .sort((a, b) => a.updatedAt - b.updatedAt)
    const shown = await channel.findShown(sessions.map(({ id }) => id))
    const oldest = sessions.find(({ id }) => !shown.has(id))
    if (!oldest) return
    await deleteSession(database, oldest.id)
    channel.note(oldest.id, { type: 'gone' })
  })
}
