import type { Usage } from '@ambit/core'
import type { RunCheckpoint } from '@ambit/core/storage'
import type { StoredBytes, StoredText } from './cipher.ts'

/** A session as a row. Text of people and tools in it is encrypted if there is a secret. */
export interface StoredSession {
  /** The format of the row. Absent in rows of Ambit 0.1. */
  readonly v?: number | undefined
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly epoch: number
  /**
   * The latest time of any claim when the session was last claimed. It is later than `updatedAt` if
   * the clock was slow then.
   */
  readonly notBefore?: number | undefined
  /** The id of the last write, if it had one. The same write is not stored again. */
  readonly lastWrite?: string | undefined
  readonly next: number
  readonly head: string | null
  readonly usage: Usage
  readonly costUsd?: number | undefined
  readonly run?: RunCheckpoint | undefined
  readonly refused?: readonly string[] | undefined
  readonly title?: StoredText | undefined
  readonly state?: StoredText | undefined
  /** The JSON text of the messages that wait. Absent if there are none. */
  readonly waiting?: StoredText | undefined
}

/** Whether a row has the facts without which nobody can use its session. */
export const isUsable = ({ createdAt, updatedAt, epoch, next }: StoredSession): boolean =>
  [createdAt, updatedAt, epoch].every(Number.isFinite) && Number.isInteger(next)

/**
 * A message as a row. The message's JSON text is in the row or, where `isBig`, in the store `big`.
 */
export interface StoredMessage {
  /** The format of the message. Absent in rows of Ambit 0.1. */
  readonly v?: number | undefined
  readonly sid: string
  readonly seq: number
  readonly body?: StoredText | undefined
  readonly isBig?: boolean | undefined
}

/** The bytes of a file as a row, encrypted if there is a secret. */
export interface StoredBlob {
  readonly sid: string
  /** The SHA-256 of the bytes. */
  readonly hash: string
  readonly body: StoredBytes
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
