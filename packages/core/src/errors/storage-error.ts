import { AgentError } from './agent-error.ts'

/**
 * Why a storage did not do what it was asked: `lost` (another page runs the session now), `duplicate` (the call was started before),
 * `quota` (no space is left), `not_json` (a value cannot be stored), `unavailable` (anything else).
 */
export type StorageErrorCode = 'lost' | 'duplicate' | 'quota' | 'not_json' | 'unavailable'

/** A storage failed. Nothing of what it was asked to write is stored. */
export class StorageError extends AgentError {
  readonly code: StorageErrorCode
  override get name(): string {
    return 'StorageError'
  }
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
