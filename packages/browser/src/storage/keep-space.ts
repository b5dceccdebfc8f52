import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Connection } from './connection.ts'
import { readRows } from './database.ts'
import type { Degradations } from './degradations.ts'
import { deleteSession } from './delete.ts'

/**
 * The space that should be free when a run begins, in bytes. Deleted rows free their space late,
 * and a full database refuses even a deletion.
 */
const spareBytes = 10_000_000

const lowSpaceText = 'The browser has little space left for this site.'

/**
 * Checks if there is space for a run of this session, and tells if there is little. With `evict`,
 * deletes the session that was used longest ago and stands open in no page. Does nothing if the
 * browser does not report its space.
 */
export async function keepSpace(
  connection: Connection,
  channel: TabChannel,
  running: string,
  degraded: Degradations,
  evict: boolean,
): Promise<void> {
  const { quota, usage } = (await globalThis.navigator?.storage?.estimate?.()) ?? {}
  if (quota === undefined || usage === undefined) return
  if (quota - usage >= spareBytes) return degraded.over('low_space')
  const count = await connection.use(({ database }) => database.count('sessions'))
  degraded.report(
    'low_space',
    count > 1 ? `${lowSpaceText} Delete old conversations.` : lowSpaceText,
  )
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
