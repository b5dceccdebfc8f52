import { AgentError } from '@ambit/core'
import { storageError } from '@ambit/core/storage'

/** Returns the name of anything that was thrown. The errors of IndexedDB differ by nothing else. */
export const nameOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : ''

/** The text for people who have an older version of the page than the one that wrote last. */
export const newerText =
  'The stored conversations were written by a newer version of this page, so nothing was changed in them. Reload the page to get that version. Until then conversations end with this page.'

/**
 * Whether the browser lets this page store nothing. Chromium throws `UnknownError` also for a
 * damaged database, but then it has a `localStorage`.
 */
export function isBlocked(thrown: unknown): boolean {
  const name = nameOf(thrown)
  if (name !== 'UnknownError') return name === 'SecurityError'
  try {
    return globalThis.localStorage === null
  } catch {
    return true
  }
}

/**
 * Whether an error may be over at the next try: the browser has ended the connection, or the
 * transaction, and done nothing of the work.
 */
export function mayPass(thrown: unknown): boolean {
  const cause = AgentError.is(thrown, 'storage') ? thrown.cause : thrown
  return passing.includes(nameOf(cause)) && !isBlocked(cause) && !isDamaged(cause)
}

const passing: readonly string[] = ['AbortError', 'InvalidStateError', 'UnknownError']

/** Whether the files of a database are damaged, as Chromium says it. */
export const isDamaged = (thrown: unknown): boolean =>
  nameOf(thrown) === 'UnknownError' && String(thrown).includes('backing store')

/** Converts the error of a failed transaction. */
export function toStorageError(thrown: unknown): AgentError<'storage'> {
  if (AgentError.is(thrown, 'storage')) return thrown
  const cause = { cause: thrown }
  switch (nameOf(thrown)) {
    case 'QuotaExceededError':
      return storageError(
        'quota',
        'The browser has no space left for this site, so nothing more is stored.',
        cause,
      )
    case 'ConstraintError':
      return storageError('duplicate', 'This attempt at the call was started before.', cause)
    case 'DataCloneError':
      return storageError('not_json', notJsonText, cause)
    case 'VersionError':
      return storageError('unavailable', newerText, cause)
    default:
      return storageError(
        'unavailable',
        `The browser's database failed (${nameOf(thrown) || 'unknown'}).`,
        cause,
      )
  }
}

/** Converts the error of a promise, see {@link toStorageError}. */
export const asStorageErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toStorageError(error)
  })

/**
 * Converts a value to JSON text. Throws the code `storage` before any transaction opens, because a
 * failed put lets earlier puts commit.
 */
export function toText(value: unknown): string {
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  if (text === undefined) throw storageError('not_json', notJsonText, { cause })
  return text
}

const notJsonText = 'A value cannot be stored: it is not JSON.'
