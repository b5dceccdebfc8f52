import type { CallWork, Found } from '../engine/call-work.ts'
import type { ApprovalCause } from './approval-request.ts'
import type { Binding } from './binding.ts'
import type { ShownArguments } from './shown-arguments.ts'

/** What an approval can be remembered for, beside the tool and the conversation. */
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
  /** What the approval can be remembered for; undefined if it cannot be. */
  readonly rememberable: Rememberable | undefined
}
