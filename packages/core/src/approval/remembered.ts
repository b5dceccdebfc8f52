import { checkArguments } from '../engine/check-arguments.ts'
import type { CallWork, Found } from '../engine/call-work.ts'
import type { JsonObject } from '../json/json.ts'
import { callerOf } from '../engine/caller-of.ts'
import { optionsOf } from '../tools/call-subject.ts'
import type { ApprovalCase, Rememberable } from './approval-case.ts'
import type { ApprovalCause, RememberedApproval } from './approval-request.ts'
import type { Decision } from './decision.ts'

/** The most characters of a key. */
const maxKeyLength = 1000

/**
 * Resolves with what an approval of a call can be remembered for; undefined if a person must be
 * asked each time. Only calls of the model in a kept conversation can be remembered.
 */
export async function toRememberable(
  work: CallWork,
  { executable, registered }: Found,
  cause: ApprovalCause,
  args: JsonObject,
): Promise<Rememberable | undefined> {
  const { run, callId, call } = work
  const source = run.journal?.intents.get(callId)?.source ?? run.source
  if (cause === 'taint' || cause === 'resume') return undefined
  if (source !== 'model' || callerOf(run) || !run.session.left || !registered) return undefined
  const { remember } = optionsOf(executable, args)
  if (typeof remember !== 'function') return remember ? {} : undefined
  try {
    const asked = { id: call.id, name: call.name, arguments: args }
    const own = await checkArguments({ ...work, call: asked, warnings: [] }, executable)
    const key: unknown = remember(own as never)
    return typeof key === 'string' && key !== '' && key.length <= maxKeyLength ? { key } : undefined
  } catch {
    work.cancellation.throwIfCancelled()
    return undefined
  }
}

/** Returns the remembered approval that covers a call; undefined if a person must be asked. */
export function findRule(approval: ApprovalCase): RememberedApproval | undefined {
  const { approvals, clock } = approval.work.run.ports
  const { rememberable } = approval
  if (!approvals || !rememberable) return undefined
  const now = clock.now()
  const subject = toSubject(approval, rememberable)
  const { toolHash } = approval.binding
  // A rule for a tool that has changed ends, also if the tool changes back.
  const valid = approvals.rules.filter(
    (rule) => now < rule.expiresAt && (rule.toolHash === toolHash || !isOfTool(rule, subject)),
  )
  if (valid.length < approvals.rules.length) approvals.keep(valid)
  return valid.find((rule) => isSame(rule, subject))
}

/**
 * Remembers an approval if the person asked for that and it is possible. Returns the remembered
 * approval, which replaces the one for the same.
 */
export function remember(
  approval: ApprovalCase,
  rememberable: Rememberable | undefined,
  { rememberMs }: Decision & { isApproved: true },
): RememberedApproval | undefined {
  if (rememberMs === undefined) return undefined
  const { work, found, binding } = approval
  const { approvals, createId, clock } = work.run.ports
  if (!rememberable || !approvals) {
    work.run.warn(
      'not_remembered',
      `"${work.tool}" was approved this once only, so \`remember\` has no effect: a person is asked each time about this call. Offer \`remember\` only if \`canRemember\` is true, and see the tool's option \`remember\`.`,
      `not_remembered ${work.callId}`,
    )
    return undefined
  }
  const now = clock.now()
  const subject = toSubject(approval, rememberable)
  const rule: RememberedApproval = Object.freeze({
    id: createId(),
    ...subject,
    title: found.executable.title ?? subject.tool,
    toolHash: binding.toolHash,
    createdAt: now,
    expiresAt: now + rememberMs,
  })
  approvals.keep([...approvals.rules.filter((other) => !isSame(other, subject)), rule])
  return rule
}

type RuleSubject = Pick<RememberedApproval, 'tool' | 'scope' | 'sessionId' | 'key' | 'userId'>

const toSubject = ({ work, found }: ApprovalCase, { key }: Rememberable): RuleSubject => ({
  tool: work.call.name,
  scope: found.registered?.scope.name ?? '',
  sessionId: work.run.session.id,
  ...(key !== undefined && { key }),
  userId: work.run.config.userId,
})

const isOfTool = (a: RuleSubject, b: RuleSubject): boolean =>
  a.tool === b.tool && a.scope === b.scope

const isSame = (a: RuleSubject, b: RuleSubject): boolean =>
  isOfTool(a, b) && a.sessionId === b.sessionId && a.key === b.key && a.userId === b.userId
