import type { CancelReason } from '../cancel-reason.ts'
import { AgentError } from './agent-error.ts'

/** The error of a cancelled run, call or wait. */
export class CancellationError extends AgentError {
  readonly reason: CancelReason
  /** The `code` of the reason, or else its `kind`. */
  readonly code: NonNullable<CancelReason['code']> | CancelReason['kind']
  override get name(): string {
    return 'CancellationError'
  }
  constructor(reason: CancelReason) {
    const { kind, message, code = kind } = reason
    super(`Cancelled${kind === 'manual' ? '' : ` (${kind})`}${message ? `: ${message}` : '.'}`)
    this.reason = reason
    this.code = code
  }
}

/**
 * The error of a request that conflicts with the session's running chat. Either `onBusy` is
 * `reject`, or the request would move the history's head during that chat.
 */
export class AgentBusyError extends AgentError {
  override get name(): string {
    return 'AgentBusyError'
  }
}
