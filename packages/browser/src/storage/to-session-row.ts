import type { SessionRow } from '@ambit/core/storage'
import type { Cipher, StoredText } from './cipher.ts'
import { migrateSession } from './format.ts'
import type { StoredSession } from './stored.ts'

/**
 * Converts a row to a session. Leaves out a title, a state or waiting messages that cannot be
 * read, and calls `onDamaged`. The messages of the session are still there.
 */
export async function toSessionRow(
  stored: StoredSession,
  cipher: Cipher,
  onDamaged?: () => void,
): Promise<SessionRow> {
  const {
    title: storedTitle,
    state: storedState,
    waiting: storedWaiting,
    v: _v,
    lastWrite: _lastWrite,
    notBefore: _notBefore,
    ...plain
  } = migrateSession(stored)
  const { id } = stored
  const read = async <T>(
    text: StoredText | undefined,
    place: string,
    parse: (text: string) => T,
  ): Promise<T | undefined> => {
    try {
      return text === undefined ? undefined : parse(await cipher.decrypt(text, `${id}|${place}`))
    } catch {
      onDamaged?.()
      return undefined
    }
  }
  const title = await read(storedTitle, 'title', (text) => text)
  const state = await read(storedState, 'state', (text) => JSON.parse(text) as SessionRow['state'])
  const waiting = await read(
    storedWaiting,
    'waiting',
    (text) => JSON.parse(text) as SessionRow['waiting'],
  )
  return {
    ...plain,
    ...(title !== undefined && { title }),
    state: state ?? {},
    ...(waiting && { waiting }),
  }
}
