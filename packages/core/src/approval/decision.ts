import { describeThrown } from '../errors/describe-thrown.ts'
import { parseDuration } from '../values/duration.ts'
import { isJsonObject, type JsonObject } from '../values/json.ts'
import type { ApprovalDecision } from './approval-decision.ts'
import type { ApprovalOutcome } from './approval-request.ts'

/** What somebody, or the end of the time, decided. */
export type Decision = { readonly by: ApprovalOutcome['by'] } & (
  | {
      readonly isApproved: false
      readonly reason: string
      /** The same for the model. Default: `reason`. */
      readonly told?: string | undefined
      readonly isFatal?: boolean | undefined
    }
  | {
      readonly isApproved: true
      readonly args?: JsonObject | undefined
      /** Undefined not to remember. */
      readonly rememberMs?: number | undefined
    }
)

const hourMs = 3_600_000

/** Reads what an approver answered. What cannot be read denies. */
export function readDecision(given: unknown, by: Decision['by']): Decision {
  const deny = (reason: string): Decision => ({ isApproved: false, by, reason })
  try {
    if (given === true) return { isApproved: true, by }
    if (given === false) return deny('the person said no')
    const { decision, ...rest } = given as Exclude<ApprovalDecision, boolean>
    if (decision === 'deny') {
      const { comment } = rest as { comment?: string | undefined }
      return comment
        ? { isApproved: false, by, reason: comment, told: `the person said no: ${comment}` }
        : deny('the person said no')
    }
    if (decision !== 'approve') return deny('the approver gave no decision')
    const { args, remember } = rest as { args?: JsonObject; remember?: boolean | number }
    if (args !== undefined && !isJsonObject(args))
      return deny('the changed arguments are no object')
    return {
      isApproved: true,
      by,
      args,
      rememberMs:
        remember === undefined || remember === false
          ? undefined
          : remember === true
            ? hourMs
            : parseDuration(remember, 'remember'),
    }
  } catch (thrown) {
    return deny(`the answer of the approver cannot be read: ${describeThrown(thrown)}`)
  }
}
