import type { SessionNote } from '@ambit/core/storage'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Connection } from './connection.ts'

/**
 * Calls the listener with the notes of other pages about a session, until the returned function is
 * called. Notes that this page did not get are made up for: those before this call, and those while
 * the page was in the back-forward cache.
 */
export function watchSession(
  connection: Connection,
  channel: TabChannel,
  id: string,
  listener: (note: SessionNote) => void,
): () => void {
  const { found } = connection
  let isStopped = false
  const stopListening = channel.listen(id, (heard) => {
    if (heard.type === 'note') listener(heard.note)
    else if (heard.type === 'wiped') listener({ type: 'gone' })
  })
  const look = async (isNews: boolean): Promise<void> => {
    const row = await connection.use(({ database }) => database.get('sessions', id))
    if (isStopped) return
    if (!row && found.delete(id)) listener({ type: 'gone' })
    else if (row && isNews) {
      listener({ type: 'advanced', next: row.next, isRunning: row.run !== undefined })
    }
  }
  // Without a database there is nothing to make up for.
  const catchUp = (): void => void look(true).catch(() => undefined)
  const restored = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) catchUp()
  }
  // The session may have been deleted after this page has read it.
  if (found.has(id)) void look(false).catch(() => undefined)
  globalThis.addEventListener?.('pageshow', restored)
  globalThis.document?.addEventListener('resume', catchUp)
  return () => {
    isStopped = true
    stopListening()
    globalThis.removeEventListener?.('pageshow', restored)
    globalThis.document?.removeEventListener('resume', catchUp)
  }
}
