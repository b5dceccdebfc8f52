import type { TabChannel } from '../tabs/tab-channel.ts'
import { type Connection, deleteSession } from './connection.ts'
import { readRows } from './read-rows.ts'

/** So much is to be free when a run begins: what is deleted gives its space back late, and a full database refuses even that. In bytes. */
const spareBytes = 10_000_000

/** What is done where little space is left. */
export interface SpaceOptions {
  /** Whether the session that was used longest ago may be deleted. */
  readonly evict: boolean
  /** Hears that little is left. */
  readonly onLittle: () => void
}

/** Looks whether there is space for a run of this session, and makes some of what may go. Says nothing where the browser does not tell. */
export async function keepSpace(
  connection: Connection,
  channel: TabChannel,
  running: string,
  { evict, onLittle }: SpaceOptions,
): Promise<void> {
  const { quota, usage } = (await globalThis.navigator?.storage?.estimate?.()) ?? {}
  if (quota === undefined || usage === undefined || quota - usage >= spareBytes) return
  onLittle()
  if (!evict) return
  await connection.use(async ({ database }) => {
    const sessions = await readRows(database, 'sessions')
    const [oldest] = sessions
      .filter(({ id, run }) => id !== running && run === undefined)
      .sort((a, b) => a.updatedAt - b.updatedAt)
    if (!oldest) return
    await deleteSession(database, oldest.id)
    channel.note(oldest.id, { type: 'gone' })
  })
}
