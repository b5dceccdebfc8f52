import type { CallWork, Found } from '../engine/call-work.ts'
import type { ApprovalCause } from './approval-request.ts'
import type { Binding } from './binding.ts'

/** One call that needs an approval. */
export interface ApprovalCase {
  readonly work: CallWork
  readonly found: Found
  readonly binding: Binding
  readonly cause: ApprovalCause
  readonly canRemember: boolean
}
