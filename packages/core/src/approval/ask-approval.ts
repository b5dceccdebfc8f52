import type { JSONSchema7 } from '@ai-sdk/provider'
import type { CallWork, Found } from '../engine/call-work.ts'
import type { Shown } from './shown-preview.ts'
import { ShownWatch } from './shown-watch.ts'
import { cancelOnLeave } from '../engine/cancel-on-leave.ts'
import { callerOf } from '../engine/caller-of.ts'
import { watchProvider } from '../engine/provider-watch.ts'
import { pauseWall } from '../engine/wall-timer.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { ToolDeniedError } from '../errors/tool-errors.ts'
import { toWords } from '../json/to-words.ts'
import { optionsOf } from '../tools/call-subject.ts'
import type { ApprovalCause, ApprovalRequest } from './approval-request.ts'
import { askAnew } from './ask-anew.ts'
import { type Place, nobodyThere } from './decision.ts'
import { type Permit, bind, textOf, toArgs } from './binding.ts'
import { type ApprovalCase, conclude, refuse } from './approval-case.ts'
import { type IsShown, toPermit } from './permit.ts'
import { findRule, toRememberable } from './remembered.ts'
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
  const given = textOf(work.call)
  const shown = await readArguments(work, found.executable, toArgs(given))
  const rememberable = await toRememberable(work, found, cause, shown.args)
  if (shown.text !== given) {
    work.call = { ...work.call, arguments: shown.args }
  }
  const binding = bind(work, found)
  if (binding.text !== shown.text) {
    const reason = 'its arguments changed while they were read'
    throw new ToolDeniedError(work.tool, reason, reason, 'changed')
  }
  const approval: ApprovalCase = { work, found, binding, shown, rememberable, cause }
  const rule = findRule(approval)
  if (rule) {
    return toPermit(
      approval,
      { isApproved: true, by: 'remembered' },
      { expiresAt: rule.expiresAt, rule },
    )
  }
  const { run } = work
  const { approval: policy = defaultPolicy } = run.config
  if (!policy.onApproval && !run.ports.approvals?.isAttached) {
    run.warn(
      'no_approver',
      `"${work.tool}" was denied: ${nobodyThere}. Render <Copilot />, use \`useApprovals()\`, call \`agent.approvals.attach()\`, or give \`approvals({ onApproval })\`.`,
    )
    return refuse(approval, {
      isApproved: false,
      by: 'nobody',
      reason: nobodyThere,
      code: 'unanswered',
    })
  }
  const resume = pauseWall(run)
  const stay = cancelOnLeave(run)
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
    const toRequest = (shown: Shown, replaces: string | undefined): ApprovalRequest =>
      createRequest(approval, shown, policy.timeoutMs, replaces)
    const isBack = (): Promise<void> => watch.decided()
    const asking = { work, policy, seen, place, toRequest, isBack }
    const first = await seen.first(found)
    // Others may go on while a person thinks.
    work.turn?.leave()
    const { decision, request, shown } = await askAnew(asking, first)
    if (!decision.isApproved) return refuse(approval, decision, policy.timeoutMs)
    await work.turn?.take()
    const waitsUntil = decision.by === 'timeout' ? undefined : request?.expiresAt
    const expiresAt = waitsUntil ?? Number.POSITIVE_INFINITY
    const isShown: IsShown = (now) => seen.isStill(shown, now)
    return await toPermit(approval, decision, { expiresAt, isShown })
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

function createRequest(
  approval: ApprovalCase,
  { previewed }: Shown,
  timeoutMs: number,
  replaces: string | undefined,
): ApprovalRequest {
  const { work, found, binding, shown, rememberable, cause } = approval
  const { args, ignored, parsed } = shown
  const { run, callId, call } = work
  const { executable, registered } = found
  const label = toWords(binding.subject.named?.label)
  const requestedAt = run.ports.clock.now()
  const source = callerOf(run)
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
    args,
    ...(ignored && { ignored }),
    ...(parsed !== undefined && { parsed }),
    parameters: executable.jsonSchema ?? anyObject,
    argsHash: binding.argsHash,
    effect: optionsOf(executable, args).effect ?? 'write',
    cause,
    ...(source !== undefined && { source }),
    ...(run.taint !== undefined && { taint: run.taint }),
    ...previewed,
    canRemember: rememberable !== undefined,
    ...(rememberable?.key !== undefined && { rememberKey: rememberable.key }),
    requestedAt,
    expiresAt: requestedAt + timeoutMs,
  })
}
