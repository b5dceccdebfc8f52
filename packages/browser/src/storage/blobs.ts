import type { Opened } from './connection.ts'

/**
 * Stores a file of a session by its hash. Does nothing if the session has it, or is gone: nothing
 * may be stored of a session that was deleted meanwhile.
 */
export async function putBlob(
  { database, cipher }: Opened,
  sid: string,
  hash: string,
  blob: Blob,
): Promise<void> {
  if ((await database.getKey('blobs', [sid, hash])) !== undefined) return
  // Encrypted before the transaction opens, which waits for the database alone.
  const body = await cipher.encryptBytes(await blob.arrayBuffer(), `${sid}|${hash}`)
  const tx = database.transaction(['sessions', 'blobs'], 'readwrite')
  const isThere = (await tx.objectStore('sessions').getKey(sid)) !== undefined
  const putting = isThere ? tx.objectStore('blobs').put({ sid, hash, body }) : undefined
  await Promise.all([putting, tx.done])
}

/** Reads a file. Resolves with undefined if there is none. Rejects if it is damaged. */
export async function getBlob(
  { database, cipher }: Opened,
  sid: string,
  hash: string,
): Promise<Blob | undefined> {
  const stored = await database.get('blobs', [sid, hash])
  return stored && new Blob([await cipher.decryptBytes(stored.body, `${sid}|${hash}`)])
}
