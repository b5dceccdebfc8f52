import { type CallWork, checkArguments, type Found } from '../engine/call.ts'
import { callerOf } from '../engine/run.ts'
import { AgentError, describeThrown } from '../errors/agent-error.ts'
import type { DenialCode } from '../errors/errors.ts'
import { cloneJson, isJsonObject, type JsonObject } from '../json/json.ts'
import { optionsOf } from '../tools/context.ts'
import { toRememberMs } from './approvals.ts'
import type { ApprovalCase, Rememberable } from './ask.ts'
import { toCanonicalText } from './binding.ts'
import type {
  ApprovalCause,
  ApprovalDecision,
  ApprovalOutcome,
  ApprovalPolicy,
  ApprovalRequest,
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
      readonly code: DenialCode
    }
  | {
      readonly isApproved: true
      readonly args?: JsonObject | undefined
      /** The time to remember the approval; undefined not to remember it. */
      readonly rememberMs?: number | undefined
    }
)

/** Reads the answer of an approver. An answer that cannot be read denies the call. */
function readDecision(given: unknown, by: Decision['by']): Decision {
  const deny = (reason: string, code: DenialCode = 'unclear'): Decision => ({
    isApproved: false,
    by,
    reason,
    code,
  })
  try {
    if (given === true) return { isApproved: true, by }
    if (given === false) return deny('the person said no', 'no')
    const { decision, ...rest } = given as Exclude<ApprovalDecision, boolean>
    if (decision === 'deny') {
      const { comment } = rest as { comment?: string | undefined }
      return comment
        ? {
            isApproved: false,
            by,
            reason: comment,
            reasonForModel: `the person said no: ${comment}`,
            code: 'no_because',
          }
        : deny('the person said no', 'no')
    }
    if (decision !== 'approve') return deny('the approver gave no decision')
    const { args, remember } = rest as ApproveOptions
    if (args !== undefined && !isJsonObject(args))
      return deny('the changed arguments are no object')
    return { isApproved: true, by, args: copyArgs(args), rememberMs: toRememberMs(remember) }
  } catch (thrown) {
    return deny(`the answer of the approver cannot be read: ${describeThrown(thrown)}`)
  }
}

/** Copies changed arguments, because the approver may change its object afterwards. */
function copyArgs(args: JsonObject | undefined): JsonObject | undefined {
  try {
    return cloneJson(args)
  } catch (cause) {
    throw new AgentError(`the changed arguments are not valid: ${describeThrown(cause)}`, { cause })
  }
}

/** The reason for a denial when a call needs a person and nobody is attached. */
export const nobodyThere = 'it needs a person to approve it, and nobody is there to do so'

/** The place of a call's request among those that a person sees. */
export interface Place {
  /** Removes the open request; absent if there is none. */
  close?: (() => void) | undefined
}

/**
 * Shows a request and waits for its one answer: from a person, from `onApproval`, or from the
 * timeout. Of several answers before the call goes on, equal ones are one, a denial counts, and
 * different approvals deny the call. A later answer changes nothing. Rejects if the call is
 * cancelled.
 *
 * `onChange` gets a function that ends the wait, because the request no longer says what the call
 * would do. Resolves with undefined then, and the request stays in its place for the next one.
 */
export async function awaitDecision(
  { run, cancellation, callId, tool, iteration }: CallWork,
  request: ApprovalRequest,
  policy: ApprovalPolicy,
  place: Place,
  onChange: (end: () => void) => () => void,
): Promise<Decision | undefined> {
  const { approvals, clock } = run.ports
  const answers = new Answers()
  const others = new AbortController()
  /** Takes an answer of an approver. One that comes late, as after sleep, allows nothing. */
  const take = (decision: Decision): boolean => {
    if (clock.now() <= request.expiresAt) return answers.take(decision)
    const silence = onTimeout(request, policy)
    // A person's no counts, however late, before the yes of the timeout.
    if (silence.isApproved && !decision.isApproved) return answers.take(decision)
    answers.take(silence)
    return false
  }
  let isHandling = policy.onApproval !== undefined
  const leave = (): void => {
    if (!isHandling && !answers.isGiven) answers.take(deny(nobodyThere, 'nobody', 'unanswered'))
  }
  const closeLast = place.close
  place.close = approvals?.open(request, {
    answer: (given, by = 'person') => take(readDecision(given, by)),
    leave,
  })
  closeLast?.()
  const stop = onChange(() => answers.end())
  const timer = clock.setTimeout(() => answers.take(onTimeout(request, policy)), policy.timeoutMs)
  const handle = async (): Promise<void> => {
    try {
      const given = await policy.onApproval?.(request, { signal: others.signal })
      isHandling = false
      if (given !== undefined) take(readDecision(given, 'onApproval'))
      else if (!approvals?.isAttached) leave()
    } catch (thrown) {
      take(deny(`the approver failed: ${describeThrown(thrown)}`, 'onApproval'))
    }
  }
  try {
    // A handler of this event may answer at once.
    run.log.emit('approval_requested', { callId, tool, iteration, request })
    if (isHandling) void handle()
    await cancellation.race(answers.first)
    return answers.close()
  } finally {
    stop()
    if (!answers.hasEnded) place.close?.()
    clock.clearTimeout(timer)
    others.abort()
  }
}

const deny = (reason: string, by: Decision['by'], code: DenialCode = 'unclear'): Decision => ({
  isApproved: false,
  by,
  reason,
  code,
})

function onTimeout(request: ApprovalRequest, policy: ApprovalPolicy): Decision {
  const { effect, taint, cause } = request
  const reason = `nobody answered within ${policy.timeoutMs} ms`
  if (policy.timeoutAction === 'throw') {
    return { isApproved: false, by: 'timeout', reason, isFatal: true, code: 'unanswered' }
  }
  if (policy.timeoutAction === 'deny') return deny(reason, 'timeout', 'unanswered')
  if (effect !== 'destructive' && taint === undefined && cause !== 'resume') {
    return { isApproved: true, by: 'timeout' }
  }
  return deny(
    `${reason}, and a call like this one is never approved by that`,
    'timeout',
    'unanswered',
  )
}

/** The answers to one request, of which one counts. */
class Answers {
  /** A promise that resolves at the first answer, or at the end without one. */
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

  /** Takes no answer any more, unless one was given. */
  end(): void {
    if (this.#decision) return
    this.#isClosed = true
    this.#resolve()
  }

  /** True if the wait was ended before an answer came. */
  get hasEnded(): boolean {
    return this.#isClosed && this.#decision === undefined
  }

  /** Returns the answer that counts, and takes no other from then on. Undefined without one. */
  close(): Decision | undefined {
    this.#isClosed = true
    return this.#decision
  }
}

/** Returns what two answers in the same moment come to. */
function join(first: Decision, second: Decision): Decision {
  if (!first.isApproved) return first
  if (!second.isApproved) return second
  const [a, b] = [first, second].map(({ args, rememberMs }) => toCanonicalText([args, rememberMs]))
  return a === b ? first : deny('it was answered twice, so neither answer counts', second.by)
}

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
