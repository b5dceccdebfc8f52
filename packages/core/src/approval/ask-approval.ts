import type { JSONSchema7 } from '@ai-sdk/provider'
import { type CallWork, Fatal, type Found } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import { describeChange, isShownStill, previewOf, withDefaults } from './shown-call.ts'
import { cancelOnLeave } from '../engine/cancel-on-leave.ts'
import { tellModel } from '../engine/commit.ts'
import { watchProvider } from '../engine/provider-watch.ts'
import { pauseWall } from '../engine/wall-timer.ts'
import { AgentError } from '../errors/agent-error.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { ToolDeniedError, ToolValidationError } from '../errors/tool-errors.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { deepFreeze } from '../messages/message.ts'
import { hash } from '../json/hash.ts'
import { toWords } from '../json/to-words.ts'
import type {
  ApprovalCause,
  ApprovalOutcome,
  ApprovalRequest,
  RememberedApproval,
} from './approval-request.ts'
import { type Approved, type Decision, awaitDecision, nobodyThere } from './decision.ts'
import { type Binding, type Permit, bind, subjectOf, toArgs, toCanonicalText } from './binding.ts'
import { addRule, validRules } from './remembered.ts'
import { defaultPolicy } from './approval-policy.ts'

const anyObject: JSONSchema7 = { type: 'object' }

/** One call that needs an approval. */
interface ApprovalCase {
  readonly work: CallWork
  readonly found: Found
  readonly binding: Binding
  readonly cause: ApprovalCause
  readonly canRemember: boolean
}

/**
 * Asks a person about one call, unless a remembered approval covers it. Resolves with the permit to
 * run the call. Rejects with `ToolDeniedError` and the reason, with `CancellationError`, or with
 * `Fatal` if `timeoutAction: 'throw'` ends the run.
 */
export async function askApproval(
  work: CallWork,
  found: Found,
  parsed: unknown,
  cause: ApprovalCause,
): Promise<Permit> {
  work.call = await withDefaults(work, found.executable, parsed)
  const canRemember =
    (cause === 'tool' || cause === 'policy') && found.executable.effect !== 'destructive'
  const approval: ApprovalCase = { work, found, binding: bind(work, found), cause, canRemember }
  const rule = canRemember ? findRule(approval) : undefined
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
  const { binding } = approval
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
  const { work, found, binding, cause, canRemember } = approval
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
    args: toArgs(binding.text),
    parameters: executable.jsonSchema ?? anyObject,
    argsHash: binding.argsHash,
    effect: executable.effect ?? 'write',
    cause,
    ...(run.taint !== undefined && { taint: run.taint }),
    ...previewed,
    canRemember,
    requestedAt,
    expiresAt: requestedAt + timeoutMs,
  })
}

/** Returns the permit to run a call that was approved, with its arguments parsed again. */
async function permit(
  approval: ApprovalCase,
  decision: Approved,
  expiresAt: number,
  rule?: RememberedApproval,
): Promise<Permit> {
  const { work, found, binding } = approval
  const { by } = decision
  let { text } = binding
  let parsed: unknown
  try {
    if (decision.args) text = toCanonicalText(decision.args)
    const approved = { id: work.call.id, name: work.call.name, arguments: toArgs(text) }
    parsed = await checkArguments({ ...work, call: approved, warnings: [] }, found.executable)
  } catch (thrown) {
    work.cancellation.throwIfCancelled()
    const reason = `the changed arguments are not valid: ${issuesOf(thrown)}`
    return refuse(approval, { isApproved: false, by, reason })
  }
  const isChanged = text !== binding.text
  const args = toArgs(text)
  const argsHash = isChanged ? hash(text) : binding.argsHash
  const original = isChanged ? toArgs(binding.text) : undefined
  const subject = isChanged ? subjectOf(found.executable, args) : binding.subject
  const kept = rule ?? remember(approval, decision)
  const remembered = kept && { id: kept.id, until: kept.expiresAt }
  conclude(approval, { decision: 'approved', by, args, original, argsHash, remembered })
  let isUsed = false
  return {
    redeem: (now) => {
      const { run, tool } = work
      if (isUsed)
        throw new ToolDeniedError(tool, 'an approval is good for one call, and this one was used')
      isUsed = true
      if (run.ports.clock.now() > expiresAt) {
        throw new ToolDeniedError(
          tool,
          'it was approved too long ago, so a person has to be asked again',
        )
      }
      binding.check(now, subject)
      work.call = { id: work.call.id, name: work.call.name, arguments: args }
      if (isChanged) {
        work.changed = deepFreeze(args)
        tellModel(run, describeChange(work, toArgs(binding.text), args))
      }
      return parsed
    },
    recheck: (now) => binding.checkTool(now, subject),
  }
}

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

function findRule({ work, found, binding }: ApprovalCase): RememberedApproval | undefined {
  const { run, call } = work
  const { approvals, clock } = run.ports
  const { userId } = run.config
  if (!approvals) return undefined
  return validRules(approvals, clock.now()).find(
    (rule) =>
      rule.tool === call.name &&
      rule.scope === found.registered?.scope.name &&
      rule.userId === userId &&
      rule.toolHash === binding.toolHash,
  )
}

function remember(
  approval: ApprovalCase,
  { rememberMs }: Approved,
): RememberedApproval | undefined {
  if (rememberMs === undefined) return undefined
  const { work, found, binding, canRemember } = approval
  const { run, call } = work
  const { registered } = found
  if (!canRemember || !registered) {
    run.warn(
      'not_remembered',
      `"${work.tool}" was approved this once only, so \`remember\` has no effect: a person is asked each time about calls that are destructive, or follow third-party text. Offer \`remember\` only if \`canRemember\` is true.`,
      `not_remembered ${work.callId}`,
    )
    return undefined
  }
  const { createId, clock } = run.ports
  const now = clock.now()
  const rule = Object.freeze({
    id: createId(),
    tool: call.name,
    title: found.executable.title ?? call.name,
    scope: registered.scope.name,
    userId: run.config.userId,
    toolHash: binding.toolHash,
    createdAt: now,
    expiresAt: now + rememberMs,
  })
  if (run.ports.approvals) addRule(run.ports.approvals, rule)
  return rule
}
