import type { Usage } from '@ambit/core'
import type { RunCheckpoint, SessionRow } from '@ambit/core/storage'
import type { Cipher, Sealed } from './cipher.ts'

/** A session as it lies in the database. What a person said or a tool left in it is sealed. */
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
  readonly title?: Sealed | undefined
  readonly state?: Sealed | undefined
}

/** A message as it lies in the database: its JSON text, in the row or, where `isBig`, apart. */
export interface StoredMessage {
  readonly sid: string
  readonly seq: number
  readonly body?: Sealed | undefined
  readonly isBig?: boolean | undefined
}

/** An intent as it lies in the database. Closed ones keep their place, so that none can be added twice. */
export interface StoredIntent {
  readonly sid: string
  readonly callId: string
  readonly attempt: number
  readonly state: 'started' | 'done'
  readonly body?: Sealed | undefined
}

/** A row of the ledger or the audit. One without a user or a tenant is not found by them. */
export interface StoredRecord {
  /** Given by the database. */
  readonly id?: number
  readonly kind: 'ledger' | 'audit'
  readonly at: number
  readonly sessionId: string
  readonly runId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly body: Sealed
}

/** The session that a row tells of. A title or a state that cannot be read is left out, and `onDamaged` told: the messages are there all the same. */
export async function toSessionRow(
  stored: StoredSession,
  cipher: Cipher,
  onDamaged?: () => void,
): Promise<SessionRow> {
  const { title: sealedTitle, state: sealedState, ...plain } = stored
  const { id } = stored
  const read = async <T>(
    sealed: Sealed | undefined,
    place: string,
    parse: (text: string) => T,
  ): Promise<T | undefined> => {
    try {
      return sealed === undefined ? undefined : parse(await cipher.open(sealed, `${id}|${place}`))
    } catch {
      onDamaged?.()
      return undefined
    }
  }
  const title = await read(sealedTitle, 'title', (text) => text)
  const state = await read(sealedState, 'state', (text) => JSON.parse(text) as SessionRow['state'])
  return { ...plain, ...(title !== undefined && { title }), state: state ?? {} }
}
