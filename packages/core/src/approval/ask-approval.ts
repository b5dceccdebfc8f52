import type { JSONSchema7 } from '@ai-sdk/provider'
import { type CallWork, Fatal, type Found } from '../engine/call-work.ts'
import { describeChange } from './describe-change.ts'
import { isShownStill, previewOf } from './shown-call.ts'
import { cancelOnLeave } from '../engine/cancel-on-leave.ts'
import { tellModel } from '../engine/commit.ts'
import { watchProvider } from '../engine/provider-watch.ts'
import { pauseWall } from '../engine/wall-timer.ts'
import { AgentError } from '../errors/agent-error.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { DisabledToolError, ToolDeniedError, ToolValidationError } from '../errors/tool-errors.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { hash } from '../json/hash.ts'
import { toWords } from '../json/to-words.ts'
import type {
  ApprovalCause,
  ApprovalOutcome,
  ApprovalRequest,
  RememberedApproval,
} from './approval-request.ts'
import { type Decision, awaitDecision, nobodyThere } from './decision.ts'
import { type Permit, bind, subjectOf, textOf, toArgs, toCanonicalText } from './binding.ts'
import type { ApprovalCase } from './approval-case.ts'
import { findRule, remember, toRememberable } from './remembered.ts'
import { readArguments } from './shown-arguments.ts'
import { defaultPolicy } from './approval-policy.ts'

const anyObject: JSONSchema7 = { type: 'object' }

/**
 * Asks a person about one call, unless a remembered approval covers it. Resolves with the permit to
 * run the call. Rejects with `ToolDeniedError` and the reason, with `CancellationError`, or with
 * `Fatal` if `timeoutAction: 'throw'` ends the run.
 */
export async function askApproval(
  work: CallWork,
  found: Found,
  cause: ApprovalCause,
): Promise<Permit> {
  const given = toArgs(textOf(work.call))
  const shown = await readArguments(work, found.executable, given)
  const rememberable = await toRememberable(work, found, cause, shown.args)
  if (toCanonicalText(shown.args) !== toCanonicalText(given)) {
    work.call = { ...work.call, arguments: shown.args }
  }
  const binding = bind(work, found)
  if (binding.text !== toCanonicalText(shown.args)) {
    throw new ToolDeniedError(work.tool, 'its arguments changed while they were read')
  }
  const approval: ApprovalCase = { work, found, binding, shown, rememberable, cause }
  const rule = findRule(approval)
  if (rule) return permit(approval, { isApproved: true, by: 'remembered' }, rule.expiresAt, rule)
  const { run } = work
  const { approval: policy = defaultPolicy } = run.config
  if (!policy.onApproval && !run.ports.approvals?.isAttached) {
    run.warn(
      'no_approver',
      `"${work.tool}" was denied: ${nobodyThere}. Render <Copilot />, use \`useApprovals()\`, call \`agent.approvals.attach()\`, or give \`approvals({ onApproval })\`.`,
    )
    return refuse(approval, { isApproved: false, by: 'nobody', reason: nobodyThere })
  }
  const resume = pauseWall(run)
  const stay = cancelOnLeave(run)
  const { named } = binding.subject
  let request: ApprovalRequest | undefined
  // A tool, or a row, that leaves the page for good cancels the call that waits for a person.
  const watch = watchProvider(work, found, {
    onGone: named && ((listener) => named.onGone(listener)),
    isBack: async (now) =>
      now !== undefined &&
      binding.isSame(now) &&
      (!request || (await isShownStill(work, now.executable, request))),
    whyNot: binding.whyNot,
  })
  try {
    work.cancellation.throwIfCancelled()
    request = await toRequest(approval, policy.timeoutMs)
    const decision = await awaitDecision(work, request, policy)
    await work.cancellation.race(watch.decided())
    if (!decision.isApproved) return refuse(approval, decision, policy.timeoutMs)
    const waitsUntil = decision.by === 'timeout' ? Number.POSITIVE_INFINITY : request.expiresAt
    return await permit(approval, decision, waitsUntil)
  } catch (thrown) {
    if (CancellationError.isInstance(thrown)) {
      conclude(approval, { decision: 'denied', by: 'cancelled', reason: thrown.reason.kind })
    }
    throw thrown
  } finally {
    watch.end()
    stay()
    resume()
  }
}

async function toRequest(approval: ApprovalCase, timeoutMs: number): Promise<ApprovalRequest> {
  const { work, found, binding, shown, rememberable, cause } = approval
  const { args, ignored, parsed } = shown
  const { run, callId, call } = work
  const { executable, registered } = found
  const label = toWords(binding.subject.named?.label)
  const previewed = await previewOf(work, executable)
  const requestedAt = run.ports.clock.now()
  return Object.freeze({
    id: run.ports.createId(),
    callId,
    runId: run.id,
    sessionId: run.session.id,
    tool: call.name,
    title: executable.title ?? call.name,
    ...(label !== undefined && { label }),
    scope: registered?.scope.label ?? '',
    args,
    ...(ignored && { ignored }),
    ...(parsed !== undefined && { parsed }),
    parameters: executable.jsonSchema ?? anyObject,
    argsHash: binding.argsHash,
    effect: executable.effect ?? 'write',
    cause,
    ...(run.taint !== undefined && { taint: run.taint }),
    ...previewed,
    canRemember: rememberable !== undefined,
    ...(rememberable?.key !== undefined && { rememberKey: rememberable.key }),
    requestedAt,
    expiresAt: requestedAt + timeoutMs,
  })
}

/** Returns the permit to run a call that was approved, with its arguments parsed. */
async function permit(
  approval: ApprovalCase,
  decision: Decision & { isApproved: true },
  expiresAt: number,
  rule?: RememberedApproval,
): Promise<Permit> {
  const { work, found, binding, cause } = approval
  const { by } = decision
  let { shown, rememberable } = approval
  try {
    if (decision.args) {
      const given = toArgs(toCanonicalText(decision.args))
      shown = await readArguments(work, found.executable, given)
      rememberable = await toRememberable(work, found, cause, shown.args)
    }
  } catch (thrown) {
    work.cancellation.throwIfCancelled()
    const reason = `the changed arguments are not valid: ${issuesOf(thrown)}`
    return refuse(approval, { isApproved: false, by, reason })
  }
  const { args, value, isAsShown } = shown
  const text = toCanonicalText(args)
  const isChanged = text !== binding.text
  const argsHash = isChanged ? hash(text) : binding.argsHash
  const original = isChanged ? toArgs(binding.text) : undefined
  const subject = isChanged ? subjectOf(found.executable, args) : binding.subject
  let isUsed = false
  let isLate = false
  let isConcluded = false
  return {
    redeem: (now) => {
      const { run, tool } = work
      if (isUsed)
        throw new ToolDeniedError(tool, 'an approval is good for one call, and this one was used')
      isUsed = true
      isLate = run.ports.clock.now() > expiresAt
      if (isLate) {
        throw new ToolDeniedError(
          tool,
          'it was approved too long ago, so a person has to be asked again',
        )
      }
      binding.check(now, subject)
      if (!isAsShown()) {
        throw new ToolDeniedError(tool, 'the arguments changed after they were shown')
      }
      work.call = { id: work.call.id, name: work.call.name, arguments: args }
      if (isChanged) {
        work.changed = args
        const { jsonSchema } = found.executable
        tellModel(run, describeChange(work, jsonSchema, toArgs(binding.text), args))
      }
      return value
    },
    recheck: (now) => binding.checkTool(now, subject),
    conclude: (thrown) => {
      if (isConcluded) return
      isConcluded = true
      const { reason } = work.cancellation
      const refusal = reason?.kind ?? refusalOf(thrown)
      if (refusal !== undefined) {
        const refusedBy = reason ? 'cancelled' : isLate ? 'timeout' : 'changed'
        return conclude(approval, { decision: 'denied', by: refusedBy, reason: refusal })
      }
      const used = rule ?? remember(approval, rememberable, decision)
      const remembered = used && toRemembered(used)
      conclude(approval, { decision: 'approved', by, args, original, argsHash, remembered })
    },
  }
}

/** Returns the reason why an approved call did not run; undefined if the approval held. */
const refusalOf = (thrown: unknown): string | undefined =>
  ToolDeniedError.isInstance(thrown) || DisabledToolError.isInstance(thrown)
    ? (thrown.reason ?? 'the tool is off')
    : undefined

const toRemembered = ({ id, key, expiresAt }: RememberedApproval) => ({
  id,
  ...(key !== undefined && { key }),
  until: expiresAt,
})

const issuesOf = (thrown: unknown): string =>
  ToolValidationError.isInstance(thrown)
    ? thrown.issues
        .map(({ path, message }) => [path?.join('.'), message].filter(Boolean).join(': '))
        .join('; ')
    : AgentError.isInstance(thrown)
      ? thrown.message
      : describeThrown(thrown)

/** Ends a request that was not approved. Always throws. */
function refuse(
  approval: ApprovalCase,
  { by, reason, reasonForModel, isFatal }: Decision & { isApproved: false },
  timeoutMs = 0,
): never {
  conclude(approval, { decision: 'denied', by, reason })
  const { tool } = approval.work
  if (isFatal) throw new Fatal(new TimeoutError(`The approval of "${tool}"`, timeoutMs))
  throw new ToolDeniedError(tool, reason, reasonForModel)
}

function conclude({ work, binding }: ApprovalCase, outcome: ApprovalOutcome): void {
  const { run, callId, tool, iteration } = work
  const { argsHash } = binding
  run.log.emit('approval_resolved', { callId, tool, iteration, argsHash, ...outcome })
}
