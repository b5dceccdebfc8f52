import type { Duration } from '../values/duration-text.ts'
import type { JsonObject } from '../values/json.ts'

/** How to approve. */
export interface ApproveOptions {
  /** Run with these arguments instead. They are validated; the call is denied when they do not fit. The model is told. */
  readonly args?: JsonObject | undefined
  /**
   * Do not ask again for this tool in this scope, for so long; `true` is an hour. Only where `canRemember` says so, and only until the tool's
   * description, schema or effect changes.
   */
  readonly remember?: boolean | Duration | undefined
}

/** What an approver decides. `true` and `false` are for short. */
export type ApprovalDecision =
  | boolean
  | ({ readonly decision: 'approve' } & ApproveOptions)
  | { readonly decision: 'deny'; readonly comment?: string | undefined }
