import { type CallWork, Fatal, type Found } from '../engine/call-work.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { ToolDeniedError } from '../errors/tool-errors.ts'
import type { ApprovalCause, ApprovalOutcome } from './approval-request.ts'
import type { Binding } from './binding.ts'
import type { Decision } from './decision.ts'
import type { ShownArguments } from './shown-arguments.ts'

/** The calls that an approval can be remembered for, among those of the tool in a conversation. */
export interface Rememberable {
  /** The result of the tool's `remember`; undefined for every call of the tool. */
  readonly key?: string | undefined
}

/** One call that needs an approval. */
export interface ApprovalCase {
  readonly work: CallWork
  readonly found: Found
  readonly binding: Binding
  readonly cause: ApprovalCause
  /** The arguments as they are shown. */
  readonly shown: ShownArguments
  /** The calls that the approval can be remembered for; undefined if it cannot be remembered. */
  readonly rememberable: Rememberable | undefined
}

/** Ends a request that was not approved. Always throws. */
export function refuse(
  approval: ApprovalCase,
  { by, reason, reasonForModel, isFatal, code }: Decision & { isApproved: false },
  timeoutMs = 0,
): never {
  conclude(approval, { decision: 'denied', by, reason })
  const { tool } = approval.work
  if (isFatal) throw new Fatal(new TimeoutError(`The approval of "${tool}"`, timeoutMs))
  throw new ToolDeniedError(tool, reason, reasonForModel, code)
}

/** Reports the outcome of a request. */
export function conclude({ work, binding }: ApprovalCase, outcome: ApprovalOutcome): void {
  const { run, callId, tool, iteration } = work
  const { argsHash } = binding
  run.log.emit('approval_resolved', { callId, tool, iteration, argsHash, ...outcome })
}
