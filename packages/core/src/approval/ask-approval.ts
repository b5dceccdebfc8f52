import type { JSONSchema7 } from '@ai-sdk/provider'
import { type CallWork, type Executable, Fatal, type Found } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import { describeChange, withDefaults } from './shown-call.ts'
import { type Shown, holdBound } from './shown-preview.ts'
import { ShownWatch } from './shown-watch.ts'
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
import type { ApprovalCause, ApprovalOutcome, ApprovalRequest } from './approval-request.ts'
import { type Decision, type Place, awaitDecision, nobodyThere } from './decision.ts'
import { type Permit, bind, refuseChanged, subjectOf, toArgs, toCanonicalText } from './binding.ts'
import type { ApprovalCase } from './approval-case.ts'
import { findRule, remember } from './remembered.ts'
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
  parsed: unknown,
  cause: ApprovalCause,
): Promise<Permit> {
  work.call = await withDefaults(work, found.executable, parsed)
  const canRemember =
    (cause === 'tool' || cause === 'policy') && found.executable.effect !== 'destructive'
  const approval: ApprovalCase = { work, found, binding: bind(work, found), cause, canRemember }
  const rule = canRemember ? findRule(approval) : undefined
  if (rule) return permit(approval, { isApproved: true, by: 'remembered' }, rule.expiresAt)
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
  const seen = new ShownWatch(work, binding)
  const place: Place = {}
  // A tool, or a row, that leaves the page for good cancels the call that waits for a person.
  const watch = watchProvider(work, found, {
    onGone: named && ((listener) => named.onGone(listener)),
    isBack: binding.isSame,
    whyNot: binding.whyNot,
  })
  try {
    work.cancellation.throwIfCancelled()
    let shown = await seen.first(found)
    let replaces: string | undefined
    for (;;) {
      if (shown.bindsError !== undefined) {
        const reason = `what it is bound to is not known: ${shown.bindsError}`
        return refuse(approval, { isApproved: false, by: 'nobody', reason })
      }
      const request = toRequest(approval, shown, policy.timeoutMs, replaces)
      replaces = request.id
      let changed: Shown | undefined
      const onChange = (end: () => void): (() => void) =>
        seen.onChange(shown, (now) => {
          changed = now
          end()
        })
      const decision = await awaitDecision(work, request, policy, place, onChange)
      if (decision) {
        await work.cancellation.race(watch.decided())
        if (!decision.isApproved) return refuse(approval, decision, policy.timeoutMs)
        const now = await seen.read()
        if (!now || now.isSame(shown)) {
          const waitsUntil =
            decision.by === 'timeout' ? Number.POSITIVE_INFINITY : request.expiresAt
          const last = now ?? shown
          return await permit(approval, decision, waitsUntil, (tool) => seen.isStill(last, tool))
        }
        changed = now
      }
      if (!seen.count(decision !== undefined)) return refuseUnsteady(approval)
      shown = changed ?? shown
    }
  } catch (thrown) {
    if (CancellationError.isInstance(thrown)) {
      conclude(approval, { decision: 'denied', by: 'cancelled', reason: thrown.reason.kind })
    }
    throw thrown
  } finally {
    place.close?.()
    watch.end()
    stay()
    resume()
  }
}

function toRequest(
  approval: ApprovalCase,
  { previewed }: Shown,
  timeoutMs: number,
  replaces: string | undefined,
): ApprovalRequest {
  const { work, found, binding, cause, canRemember } = approval
  const { run, callId, call } = work
  const { executable, registered } = found
  const label = toWords(binding.subject.named?.label)
  const requestedAt = run.ports.clock.now()
  return Object.freeze({
    id: run.ports.createId(),
    ...(replaces !== undefined && { replaces }),
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

/** Ends a request whose preview never stays the same. Always throws. */
function refuseUnsteady(approval: ApprovalCase): never {
  const { run, tool } = approval.work
  run.warn(
    'preview_unsteady',
    `A call of "${tool}" was denied: its \`preview\` or \`binds\` kept changing, so no answer could count. Return the same for the same thing: no time, no random number, no new object of a class.`,
    `preview_unsteady ${tool}`,
  )
  const reason = 'what it would do kept changing while a person was asked'
  return refuse(approval, { isApproved: false, by: 'nobody', reason })
}

/** Returns the permit to run a call that was approved, with its arguments parsed again. */
async function permit(
  approval: ApprovalCase,
  decision: Decision & { isApproved: true },
  expiresAt: number,
  isShown: (now: Executable) => boolean | Promise<boolean> = () => true,
): Promise<Permit> {
  const { work, found, binding } = approval
  const { by } = decision
  let { text } = binding
  let parsed: unknown
  let isBound = (_now: Executable): boolean => true
  const { executable } = found
  try {
    if (decision.args) text = toCanonicalText(decision.args)
    const approved = { id: work.call.id, name: work.call.name, arguments: toArgs(text) }
    const checked = { ...work, call: approved, warnings: [] }
    parsed = await checkArguments(checked, executable)
    // What a person put in has values of its own. `binds` gets its own copy.
    if (text !== binding.text && executable.binds) {
      isBound = holdBound(executable, await checkArguments(checked, executable))
    }
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
  remember(approval, decision)
  conclude(approval, { decision: 'approved', by, args, original, argsHash })
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
    recheck: (now) => {
      binding.checkTool(now, subject)
      const executable = now?.executable ?? found.executable
      const still = isBound(executable) && isShown(executable)
      if (still === true) return undefined
      if (still === false) return refuseChanged(work.tool)
      return still.then((is) => void (is || refuseChanged(work.tool)))
    },
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
