import type { Usage } from '@ambit/core'
import type { RunCheckpoint, SessionRow } from '@ambit/core/storage'
import type { Cipher, StoredText } from './cipher.ts'

/** A session as a row. Text of people and tools in it is encrypted if there is a secret. */
export interface StoredSession {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly epoch: number
  readonly next: number
  readonly head: string | null
  readonly usage: Usage
  readonly costUsd?: number | undefined
  readonly run?: RunCheckpoint | undefined
  readonly refused?: readonly string[] | undefined
  readonly title?: StoredText | undefined
  readonly state?: StoredText | undefined
}

/**
 * A message as a row. The message's JSON text is in the row or, where `isBig`, in the store `big`.
 */
export interface StoredMessage {
  readonly sid: string
  readonly seq: number
  readonly body?: StoredText | undefined
  readonly isBig?: boolean | undefined
}

/**
 * An intent as a row. The row of an answered call stays, so that the same attempt cannot be added
 * twice.
 */
export interface StoredIntent {
  readonly sid: string
  readonly callId: string
  readonly attempt: number
  readonly state: 'started' | 'done'
  readonly body?: StoredText | undefined
}

/** A row of the ledger or the audit. A row without a user or a tenant is not found by them. */
export interface StoredRecord {
  /** The key that the database assigns. */
  readonly id?: number
  readonly kind: 'ledger' | 'audit'
  readonly at: number
  readonly sessionId: string
  readonly runId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly body: StoredText
}

/**
 * Converts a row to a session. Leaves out a title or a state that cannot be read, and calls
 * `onDamaged`. The messages of the session are still there.
 */
export async function toSessionRow(
  stored: StoredSession,
  cipher: Cipher,
  onDamaged?: () => void,
): Promise<SessionRow> {
  const { title: storedTitle, state: storedState, ...plain } = stored
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
  return { ...plain, ...(title !== undefined && { title }), state: state ?? {} }
}
