import { sha256 } from '@ambit/protocol'
import { reportFailure } from '../report-failure.ts'
import type { CheckedLimits } from './session-limits.ts'
import type { SessionStore, SessionTransaction } from './store.ts'
import { checkStored, grow, lockSession } from './write-session.ts'

/** A file of a session. `hash` is what the page calls it. */
export interface FilePlace {
  readonly subject: string
  readonly id: string
  readonly hash: string
}

/** The row of a file: its bytes, or the object that has them. */
export type StoredFile = { readonly hash: string } & (
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: null }
  | {
      readonly bytes: null
      readonly name: string
      readonly size: number
      readonly digest: string
    }
)

/** The time after which the object of an upload that was never told as stored is deleted. */
const uploadMs = 3_600_000

/** The time that one sweep has for its objects, and the most of them. */
const sweepMs = 60_000
const mostSwept = 16

/**
 * Stores a file. A session that was deleted gets none. The row of an object comes before the
 * object, so that an object without an owner is found. Its name is used once, so that a late
 * delete cannot meet a newer file.
 */
export async function putFile(
  store: SessionStore,
  place: FilePlace,
  bytes: Uint8Array<ArrayBuffer>,
  limits: CheckedLimits,
): Promise<void> {
  const { files } = store
  const { subject, id, hash } = place
  const values = [subject, id, hash]
  const name = `ambit/${await sha256(subject)}/${crypto.randomUUID()}`
  const digest = await sha256(bytes)
  const isMissing = await store.transaction(subject, async (transaction) => {
    const { sql, now } = transaction
    const session = await lockSession(transaction, subject, id)
    if (!session || (await isStored(sql, values))) return false
    await grow(sql, subject, id, bytes.length)
    await checkStored(sql, subject, id, session.size, limits)
    // Counts once the bucket has it.
    if (files) await grow(sql, subject, id, -bytes.length)
    await (files
      ? sql(
          `insert into ambit_objects (subject, session_id, hash, name, size, digest, due)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [...values, name, bytes.length, digest, now + uploadMs],
        )
      : sql('insert into ambit_blobs values ($1, $2, $3, $4)', [...values, bytes]))
    return true
  })
  if (!files || !isMissing) return
  await files.put(name, bytes)
  const isKept = await store.transaction(subject, async (transaction) => {
    const { sql } = transaction
    await lockSession(transaction, subject, id)
    // The same file may have come twice at once.
    if (await isStored(sql, values)) return false
    const kept = await sql(
      `update ambit_objects set due = null
       where name = $1 and subject = $2 and session_id = $3 returning name`,
      [name, subject, id],
    )
    if (kept.length > 0) await grow(sql, subject, id, bytes.length)
    return kept.length > 0
  })
  if (isKept) return
  await deleteObject(store, files, name).catch(tellUndeleted)
  await putFile(store, place, bytes, limits)
}

/** Reads the bytes of a file. Undefined if there is none. */
export async function getFile(
  store: SessionStore,
  place: FilePlace,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await store.transaction(place.subject, ({ sql }) => readFile(sql, place))
  return file && bytesOf(store, file)
}

/** Reads the row of the first file of a session after a hash, or of one file. */
export async function readFile(
  sql: SessionTransaction['sql'],
  { subject, id, hash }: FilePlace,
  comparison: '=' | '>' = '=',
): Promise<StoredFile | undefined> {
  const values = [subject, id, hash]
  const at = `subject = $1 and session_id = $2 and hash ${comparison} $3`
  const [next] = await sql<{ hash: string | null }>(
    `select min(hash) as hash from (
       select min(hash) as hash from ambit_blobs where ${at}
       union all select min(hash) from ambit_objects where due is null and ${at}) as found`,
    values,
  )
  if (typeof next?.hash !== 'string') return undefined
  const [file] = await sql<StoredFile>(
    `select hash, bytes, null as name, null as size, null as digest
     from ambit_blobs where ${atPlace}
     union all
     select hash, null, name, size, digest
     from ambit_objects where due is null and ${atPlace} limit 1`,
    [subject, id, next.hash],
  )
  return file
}

/**
 * Returns the bytes of a file. Undefined if the bucket has lost them, or has others.
 */
export async function bytesOf(
  { files }: SessionStore,
  file: StoredFile,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (file.bytes) return file.bytes
  if (!files) throw new Error('A file is in a bucket. Give the store its `files`: s3Files(…).')
  const bytes = await files.get(file.name, file.size)
  return bytes && (await sha256(bytes)) === file.digest ? bytes : undefined
}

/**
 * Deletes the objects that nobody owns: those of deleted sessions, and of uploads that have ended
 * without an answer. Several proxies may do so at once.
 *
 * @throws Error if some could not be deleted. The next sweep tries them again.
 */
export async function sweepFiles(store: SessionStore): Promise<void> {
  const { files } = store
  if (!files) return
  for (;;) {
    const rows = await store.transaction(undefined, ({ sql, now }) =>
      sql<{ name: string }>(
        `update ambit_objects set subject = null, session_id = null, due = $2
         where name in (
           select name from ambit_objects where (subject is null and due is null) or due <= $1
           order by coalesce(due, 0) limit ${mostSwept})
         returning name`,
        [now, now + sweepMs],
      ),
    )
    const ended = await Promise.allSettled(rows.map(({ name }) => deleteObject(store, files, name)))
    const failed = rows.filter((_row, nth) => ended[nth]?.status === 'rejected')
    if (failed.length > 0) {
      await store.transaction(undefined, async ({ sql, now }) => {
        const again = 'update ambit_objects set due = $2 where name = $1'
        for (const { name } of failed) await sql(again, [name, now])
      })
      const cause = ended.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      throw new Error('Files of deleted sessions are still in the bucket.', {
        cause: cause.reason,
      })
    }
    if (rows.length < mostSwept) return
  }
}

/** Reports objects that the bucket has still. A later sweep tries them again. */
export const tellUndeleted = (thrown: unknown): void =>
  reportFailure('files that nobody owns are still in the bucket, so it is asked again', thrown)

async function deleteObject(
  { transaction }: SessionStore,
  files: NonNullable<SessionStore['files']>,
  name: string,
): Promise<void> {
  await files.delete(name)
  await transaction(undefined, ({ sql }) =>
    sql('delete from ambit_objects where name = $1', [name]),
  )
}

async function isStored(
  sql: SessionTransaction['sql'],
  values: readonly string[],
): Promise<boolean> {
  const found = await sql(
    `select hash from ambit_blobs where ${atPlace}
     union all select hash from ambit_objects where due is null and ${atPlace}`,
    values,
  )
  return found.length > 0
}

/** The condition for one file. */
const atPlace = 'subject = $1 and session_id = $2 and hash = $3'
