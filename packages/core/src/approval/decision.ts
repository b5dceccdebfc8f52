import type { CallWork, Found } from '../engine/call.ts'
import { callerOf } from '../engine/run.ts'
import { AgentError, describeThrown } from '../errors/agent-error.ts'
import type { DenialKind } from '../errors/errors.ts'
import { cloneJson, isJsonObject, type JsonObject } from '../json/json.ts'
import { checkOptions } from '../options/check-names.ts'
import { optionsOf } from '../tools/context.ts'
import { toRememberMs } from '../state/pending.ts'
import type { ApprovalCase, Rememberable } from './ask.ts'
import { canonicalJson } from '../json/json-text.ts'
import type {
  ApprovalCause,
  ApprovalDecision,
  ApprovalOutcome,
  ApprovalPolicy,
  PendingApproval,
  ApproveOptions,
  RememberedApproval,
} from './policy.ts'

/** The decision of an approver, or of the timeout. */
export type Decision = { readonly by: ApprovalOutcome['by'] } & (
  | {
      readonly isApproved: false
      readonly reason: string
      /** The reason in the words for the model. Default: `reason`. */
      readonly reasonForModel?: string | undefined
      readonly isFatal?: boolean | undefined
      /** Absent for a reason in the words of the application. */
      readonly kind: DenialKind | undefined
    }
  | {
      readonly isApproved: true
      readonly args?: JsonObject | undefined
      /** The time to remember the approval; undefined not to remember it. */
      readonly rememberMs?: number | undefined
    }
)

const decisionNames = { decision: '', comment: '', args: '', remember: '' }

/** Reads the answer of an approver. An answer that cannot be read denies the call. */
function readDecision(given: unknown, by: Decision['by']): Decision {
  try {
    if (given === true) return { isApproved: true, by }
    if (given === false) return sayNo(by)
    // A misspelt `args` would run the model's own.
    if (given && typeof given === 'object') checkOptions('a decision', given, decisionNames)
    const { decision, ...rest } = given as Exclude<ApprovalDecision, boolean>
    if (decision === 'deny') return sayNo(by, (rest as { comment?: string | undefined }).comment)
    if (decision !== 'approve') return deny('the approver gave no decision', by)
    const { args, remember } = rest as ApproveOptions
    if (args !== undefined && !isJsonObject(args))
      return deny('the changed arguments are no object', by)
    return { isApproved: true, by, args: copyArgs(args), rememberMs: toRememberMs(remember) }
  } catch (thrown) {
    return deny(`the answer of the approver cannot be read: ${describeThrown(thrown)}`, by)
  }
}

/** Makes the decision of an approver that said no. It names the user only if they said it. */
function sayNo(by: Decision['by'], comment?: string): Decision {
  const isCode = by === 'policy'
  const no = isCode ? "the page's own code said no" : 'the user said no'
  if (!comment) return deny(no, by, isCode ? 'policy' : 'no')
  const kind = isCode ? undefined : 'no_because'
  return { isApproved: false, by, reason: comment, reasonForModel: `${no}: ${comment}`, kind }
}

/** Copies changed arguments, because the approver may change its object afterwards. */
function copyArgs(args: JsonObject | undefined): JsonObject | undefined {
  try {
    return cloneJson(args)
  } catch (cause) {
    throw new AgentError(`the changed arguments are not valid: ${describeThrown(cause)}`, { cause })
  }
}

/** The reason for a denial when a call needs a user and nobody is attached. */
export const nobodyThere = 'it needs a user to approve it, and nobody is there to do so'

/**
 * Shows a request and waits for its one answer: from a user, from `approval.decide`, or from the
 * timeout. Of several answers before the call goes on, equal ones are one, a denial counts, and
 * different approvals deny the call. A later answer changes nothing. Rejects if the call is
 * cancelled.
 */
export async function awaitDecision(
  { run, cancellation, callId, tool, iteration }: CallWork,
  request: PendingApproval,
  policy: ApprovalPolicy,
): Promise<Decision> {
  const { pending, clock } = run.ports
  const answers = new Answers()
  const others = new AbortController()
  /** Takes an answer of an approver. One that comes late, as after sleep, allows nothing. */
  const take = (decision: Decision): boolean => {
    if (clock.now() <= request.expiresAt) return answers.take(decision)
    const silence = onTimeout(request, policy)
    // A user's no counts, however late, before the yes of the timeout.
    if (silence.isApproved && !decision.isApproved) return answers.take(decision)
    answers.take(silence)
    return false
  }
  let isHandling = policy.decide !== undefined && !isOfUser(request)
  const leave = (): void => {
    if (!isHandling && !answers.isGiven) answers.take(deny(nobodyThere, 'nobody', 'unanswered'))
  }
  const close = pending?.open(request, {
    decide: (given, by = 'user') => take(readDecision(given, by)),
    leave,
  })
  const timer = clock.setTimeout(() => answers.take(onTimeout(request, policy)), policy.timeoutMs)
  /** Takes the decision of code, and warns its developer if it is not a decision. */
  const takeOfCode = (decision: Decision): void => {
    if (!take(decision) || decision.isApproved || decision.kind !== 'unclear') return
    run.warn('approver_failed', `\`approval.decide\` denied "${tool}": ${decision.reason}.`)
  }
  const handle = async (): Promise<void> => {
    try {
      const given = await policy.decide?.(request, { signal: others.signal })
      isHandling = false
      if (given !== undefined) takeOfCode(readDecision(given, 'policy'))
      else if (!pending?.isAttached('approval')) leave()
    } catch (thrown) {
      takeOfCode(deny(`the approver failed: ${describeThrown(thrown)}`, 'policy'))
    }
  }
  try {
    // A handler of this event may answer at once.
    run.log.emit('pending_added', { callId, tool, iteration, pending: request })
    if (isHandling) void handle()
    await cancellation.race(answers.first)
    return answers.close()
  } finally {
    close?.()
    clock.clearTimeout(timer)
    others.abort()
  }
}

/** Makes the decision that denies a call. */
export const deny = (
  reason: string,
  by: Decision['by'],
  kind: DenialKind = 'unclear',
): Decision & { isApproved: false } => ({
  isApproved: false,
  by,
  reason,
  kind,
})

/** Whether a user has changed the call that is asked about. Then it is theirs to allow. */
const isOfUser = ({ replaces, edited, issues }: PendingApproval): boolean =>
  replaces !== undefined && (edited ?? issues) !== undefined

/** Returns what happens to a call about which nobody answers. */
export function atTimeout(
  request: PendingApproval,
  policy: ApprovalPolicy,
): ApprovalPolicy['onTimeout'] {
  const { effect, taint, cause } = request
  const isSafe = effect !== 'destructive' && taint === undefined && cause !== 'resume'
  const mayRun = isSafe && !isOfUser(request)
  return policy.onTimeout === 'approve' && !mayRun ? 'deny' : policy.onTimeout
}

function onTimeout({ onTimeout: action }: PendingApproval, policy: ApprovalPolicy): Decision {
  if (action === 'approve') return { isApproved: true, by: 'timeout' }
  const reason = `nobody answered within ${policy.timeoutMs} ms`
  if (action === 'throw') {
    return { isApproved: false, by: 'timeout', reason, isFatal: true, kind: 'unanswered' }
  }
  const never =
    policy.onTimeout === 'approve' ? ', and a call like this one is never approved by that' : ''
  return deny(`${reason}${never}`, 'timeout', 'unanswered')
}

/** The answers to one request, of which one counts. */
class Answers {
  /** A promise that resolves at the first answer. */
  readonly first: Promise<void>
  readonly #resolve: () => void
  #decision: Decision | undefined
  #isClosed = false

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.first = promise
    this.#resolve = resolve
  }

  /** True once there is an answer. */
  get isGiven(): boolean {
    return this.#decision !== undefined
  }

  /** Takes an answer. Returns false if it does not count. */
  take(decision: Decision): boolean {
    if (this.#isClosed) return false
    const before = this.#decision
    this.#decision = before ? join(before, decision) : decision
    this.#resolve()
    return this.#decision.isApproved === decision.isApproved
  }

  /** Returns the answer that counts, and takes no other from then on. */
  close(): Decision {
    this.#isClosed = true
    return this.#decision ?? deny('nobody answered', 'nobody', 'unanswered')
  }
}

/** Returns what two answers in the same moment come to. */
function join(first: Decision, second: Decision): Decision {
  if (!first.isApproved) return first
  if (!second.isApproved) return second
  const [a, b] = [first, second].map(({ args, rememberMs }) => canonicalJson([args, rememberMs]))
  return a === b ? first : deny('it was answered twice, so neither answer counts', second.by)
}

/** The most characters of a key. */
const maxKeyLength = 1000

/**
 * Returns what an approval of a call can be remembered for; undefined if a user must be asked
 * each time. Only calls of a model in a kept conversation can be remembered. `own` is a parse of
 * `args` for the functions of the tool.
 */
export function toRememberable(
  { run, callId }: CallWork,
  { executable, registered }: Found,
  cause: ApprovalCause,
  args: JsonObject,
  own: unknown,
): Rememberable | undefined {
  const source = run.journal?.intents.get(callId)?.source ?? run.source
  if (cause === 'taint' || cause === 'resume') return undefined
  // A model that the page runs by itself answers to the rules of the open conversation.
  const isOfModel = source === 'ai-sdk' || (source === 'model' && run.session.left)
  if (!isOfModel || callerOf(run) || !registered) return undefined
  const { remember } = optionsOf(executable, args)
  if (typeof remember !== 'function') return remember ? {} : undefined
  try {
    const key: unknown = remember(own as never)
    return typeof key === 'string' && key !== '' && key.length <= maxKeyLength ? { key } : undefined
  } catch {
    return undefined
  }
}

/** Returns the remembered approval that covers a call; undefined if a user must be asked. */
export function findRule(approval: ApprovalCase): RememberedApproval | undefined {
  const { pending, clock } = approval.work.run.ports
  const { rememberable } = approval
  if (!pending || !rememberable) return undefined
  const now = clock.now()
  const subject = toSubject(approval, rememberable)
  const { toolHash } = approval.binding
  // A rule for a tool that has changed ends, also if the tool changes back.
  const valid = pending.rules.filter(
    (rule) => now < rule.expiresAt && (rule.toolHash === toolHash || !isOfTool(rule, subject)),
  )
  if (valid.length < pending.rules.length) pending.keep(valid)
  return valid.find((rule) => isSame(rule, subject))
}

/**
 * Remembers an approval if the user asked for that and it is possible. Returns the remembered
 * approval, which replaces the one for the same.
 */
export function remember(
  approval: ApprovalCase,
  rememberable: Rememberable | undefined,
  { rememberMs }: Decision & { isApproved: true },
): RememberedApproval | undefined {
  if (rememberMs === undefined) return undefined
  const { work, found, binding } = approval
  const { pending, createId, clock } = work.run.ports
  if (!rememberable || !pending) {
    work.run.warn(
      'not_remembered',
      `"${work.tool}" was approved this once only. Offer \`remember\` only if \`canRemember\` is true.`,
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
  pending.keep([...pending.rules.filter((other) => !isSame(other, subject)), rule])
  return rule
}

type RuleSubject = Omit<RememberedApproval, 'id' | 'title' | 'toolHash' | 'createdAt' | 'expiresAt'>

const toSubject = ({ work, found }: ApprovalCase, { key }: Rememberable): RuleSubject => ({
  tool: work.call.name,
  scope: found.registered?.scope.name ?? '',
  sessionId: work.run.session.id,
  ...(key !== undefined && { key }),
  effect: work.effect ?? 'write',
  userId: work.run.config.user.id,
})

const isOfTool = (a: RuleSubject, b: RuleSubject): boolean =>
  a.tool === b.tool && a.scope === b.scope

const isSame = (a: RuleSubject, b: RuleSubject): boolean =>
  isOfTool(a, b) &&
  a.sessionId === b.sessionId &&
  a.key === b.key &&
  a.effect === b.effect &&
  a.userId === b.userId
