import { describeThrown } from '../errors/describe-thrown.ts'
import { parseDuration } from '../options/retry.ts'
import { type JsonObject, isJsonObject } from '../json/json.ts'
import type { ApprovalDecision, ApprovalOutcome, ApprovalRequest } from './approval-request.ts'
import type { CallWork } from '../engine/call-work.ts'
import type { ApprovalPolicy } from './approval-policy.ts'

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

/** Who is told when a call needs a person and there is none. */
export const nobodyThere = 'it needs a person to approve it, and nobody is there to do so'

/**
 * Shows a request and waits for its one answer: of a person, of `onApproval`, or of the clock. Two answers before the call has started deny it, and those that come
 * later change nothing. Rejects when the call is cancelled.
 */
export async function awaitDecision(
  { run, cancellation, callId, tool, iteration }: CallWork,
  request: ApprovalRequest,
  policy: ApprovalPolicy,
): Promise<Decision> {
  const { approvals, clock } = run.ports
  const answers = new Answers()
  const others = new AbortController()
  let isHandling = policy.onApproval !== undefined
  const leave = (): void => {
    if (!isHandling) answers.take(deny(nobodyThere, 'nobody'))
  }
  const close = approvals?.open(request, {
    answer: (given) => answers.take(readDecision(given, 'person')),
    leave,
  })
  const timer = clock.setTimeout(() => answers.take(onTimeout(request, policy)), policy.timeoutMs)
  const handle = async (): Promise<void> => {
    try {
      const given = await policy.onApproval?.(request, { signal: others.signal })
      isHandling = false
      if (given !== undefined) answers.take(readDecision(given, 'onApproval'))
      else if (!approvals?.isAttached) leave()
    } catch (thrown) {
      answers.take(deny(`the approver failed: ${describeThrown(thrown)}`, 'onApproval'))
    }
  }
  try {
    // Whoever hears of it may answer at once.
    run.log.emit('approval_requested', { callId, tool, iteration, request })
    if (isHandling) void handle()
    await cancellation.race(answers.first)
    return answers.close()
  } finally {
    close?.()
    clock.clearTimeout(timer)
    others.abort()
  }
}

const deny = (reason: string, by: Decision['by']): Decision => ({ isApproved: false, by, reason })

function onTimeout(request: ApprovalRequest, policy: ApprovalPolicy): Decision {
  const { effect, taint } = request
  const reason = `nobody answered within ${policy.timeoutMs} ms`
  if (policy.timeoutAction === 'throw') {
    return { isApproved: false, by: 'timeout', reason, isFatal: true }
  }
  if (policy.timeoutAction === 'deny') return deny(reason, 'timeout')
  if (effect !== 'destructive' && taint === undefined) return { isApproved: true, by: 'timeout' }
  return deny(`${reason}, and a call like this one is never approved by that`, 'timeout')
}

/** The answers to one request. */
class Answers {
  /** Resolves when there is one. */
  readonly first: Promise<void>
  readonly #resolve: () => void
  #decision: Decision | undefined
  #isClosed = false

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.first = promise
    this.#resolve = resolve
  }

  /** False when it comes too late, or second. */
  take(decision: Decision): boolean {
    if (this.#isClosed) return false
    const isFirst = this.#decision === undefined
    this.#decision = isFirst
      ? decision
      : deny('it was answered twice, so neither answer counts', decision.by)
    this.#resolve()
    return isFirst
  }

  /** The answer that counts; no other does from here on. */
  close(): Decision {
    this.#isClosed = true
    return this.#decision ?? deny('there was no answer', 'nobody')
  }
}
