import type { JSONSchema7 } from '@ai-sdk/provider'
import {
  type CallWork,
  checkArguments,
  type Executable,
  Fatal,
  type Found,
} from '../engine/call.ts'
import { tellModel } from '../engine/commit.ts'
import { CallContext } from '../engine/context.ts'
import { callerOf, cancelOnLeave, pauseWall } from '../engine/run.ts'
import { AgentError, CancellationError, describeThrown } from '../errors/agent-error.ts'
import {
  DisabledToolError,
  TimeoutError,
  ToolDeniedError,
  ToolValidationError,
} from '../errors/errors.ts'
import { hash } from '../json/hash.ts'
import { toWords } from '../json/json.ts'
import { optionsOf } from '../tools/context.ts'
import { describeChange, readArguments, type ShownArguments, startedBefore } from './arguments.ts'
import {
  bind,
  type Binding,
  type Permit,
  refuseChanged,
  subjectOf,
  textOf,
  toArgs,
  toCanonicalText,
} from './binding.ts'
import {
  awaitDecision,
  type Decision,
  findRule,
  nobodyThere,
  type Place,
  remember,
  toRememberable,
} from './decision.ts'
import {
  type ApprovalCause,
  type ApprovalOutcome,
  type ApprovalPolicy,
  type ApprovalRequest,
  defaultPolicy,
  type RememberedApproval,
} from './policy.ts'
import { holdBound, type Shown } from './preview.ts'
import { ShownWatch, watchProvider } from './watch.ts'

/** Tells if a call may need an approval. Most calls need none. */
export function mayAsk({ run, call }: CallWork, executable: Executable): boolean {
  const { effect, requiresApproval } = optionsOf(executable, call.arguments)
  return (
    effect !== undefined &&
    (effect === 'destructive' ||
      requiresApproval !== undefined ||
      run.config.approval !== undefined ||
      run.journal !== undefined ||
      (run.taint !== undefined && effect === 'egress'))
  )
}

/**
 * Asks a person about a call if that is needed. Resolves with the permit to run it, or with
 * undefined if nobody has to be asked. Rejects with `ToolDeniedError`, or with the error that ends
 * the call.
 */
export async function approve(work: CallWork, found: Found): Promise<Permit | undefined> {
  const cause = await findCause(work, found.executable)
  if (!cause) return undefined
  return askApproval(work, found, cause)
}

/**
 * Returns the first cause for asking a person; undefined if nobody has to be asked. Whoever is
 * asked about a call that may have run is told so, whatever else asks for a person.
 */
async function findCause(
  work: CallWork,
  executable: Executable,
): Promise<ApprovalCause | undefined> {
  if (!startedBefore(work)) return findOwnCause(work, executable)
  if (optionsOf(executable, work.call.arguments).onResume === 'ask') return 'resume'
  return (await findOwnCause(work, executable)) && 'resume'
}

/** Returns the first cause that the call itself has; undefined if it has none. */
async function findOwnCause(
  work: CallWork,
  executable: Executable,
): Promise<ApprovalCause | undefined> {
  const { run, call } = work
  const { effect, requiresApproval } = optionsOf(executable, call.arguments)
  if (run.taint !== undefined && (effect === 'egress' || effect === 'destructive')) return 'taint'
  if (requiresApproval !== undefined) {
    return (await isRequired(work, executable, requiresApproval)) ? 'tool' : undefined
  }
  const { policy = 'none' } = run.config.approval ?? {}
  if (policy === 'all' || (policy !== 'none' && policy.includes(call.name))) return 'policy'
  return effect === 'destructive' ? 'effect' : undefined
}

/** Tells if the tool requires an approval. Only a plain false does not: a throw requires one. */
async function isRequired(
  work: CallWork,
  executable: Executable,
  requiresApproval: Executable['requiresApproval'],
): Promise<boolean> {
  if (typeof requiresApproval !== 'function') return requiresApproval !== false
  const { cancellation } = work
  try {
    // The function gets a copy, so it cannot change the arguments that are shown or run.
    const args = await checkArguments(work, executable)
    const ctx = new CallContext(work, cancellation)
    const answer: unknown = await cancellation.race(requiresApproval(args as never, ctx))
    return answer !== false
  } catch {
    cancellation.throwIfCancelled()
    return true
  }
}

const anyObject: JSONSchema7 = { type: 'object' }

/**
 * Asks a person about one call, unless a remembered approval covers it. Resolves with the permit to
 * run the call. Rejects with `ToolDeniedError` and the reason, with `CancellationError`, or with
 * `Fatal` if `timeoutAction: 'throw'` ends the run.
 */
async function askApproval(work: CallWork, found: Found, cause: ApprovalCause): Promise<Permit> {
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

/** One call about which a person is asked, as often as what it would do changes. */
interface Asking {
  readonly work: CallWork
  readonly policy: ApprovalPolicy
  readonly seen: ShownWatch
  /** The place of the open request. The caller closes it. */
  readonly place: Place
  readonly toRequest: (shown: Shown, replaces: string | undefined) => ApprovalRequest
  /** Resolves once it is known if a tool that left the page is back. */
  readonly isBack: () => Promise<void>
}

/** The answer that counts, with the request and the reading that it was given for. */
interface Answered {
  readonly decision: Decision
  readonly request?: ApprovalRequest
  readonly shown: Shown
}

/**
 * Asks a person, and asks anew with each change of what the call would do. An approval counts only
 * if the tool, asked once more, still says what was shown. Rejects if the call is cancelled.
 */
async function askAnew(asking: Asking, first: Shown): Promise<Answered> {
  const { work, policy, seen, place } = asking
  let shown = first
  let replaces: string | undefined
  for (;;) {
    if (shown.bindsError !== undefined) {
      return { decision: deny(`what it is bound to is not known: ${shown.bindsError}`), shown }
    }
    const request = asking.toRequest(shown, replaces)
    replaces = request.id
    let changed: Shown | undefined
    const onChange = (end: () => void): (() => void) =>
      seen.onChange(shown, (now) => {
        changed = now
        end()
      })
    const decision = await awaitDecision(work, request, policy, place, onChange)
    if (decision) {
      await work.cancellation.race(asking.isBack())
      if (!decision.isApproved) return { decision, request, shown }
      changed = await seen.read()
      // A tool that is not there, or is another, is refused by its binding.
      if (!changed) return { decision, request, shown }
      if (changed.isSame(shown)) return { decision, request, shown: changed }
    }
    if (!seen.count(decision !== undefined)) {
      warnUnsteady(work)
      return { decision: deny('what it would do kept changing while a person was asked'), shown }
    }
    shown = changed ?? shown
  }
}

const deny = (reason: string): Decision => ({
  isApproved: false,
  by: 'nobody',
  reason,
  code: 'changed',
})

function warnUnsteady({ run, tool }: CallWork): void {
  run.warn(
    'preview_unsteady',
    `A call of "${tool}" was denied: its \`preview\` or \`binds\` kept changing, so no answer could count. Return the same for the same thing: no time, no random number, no new object of a class.`,
    `preview_unsteady ${tool}`,
  )
}

/** Tells if a tool says what a person was shown. Returns a promise if it has to be asked again. */
type IsShown = (now: Executable) => boolean | Promise<boolean>

/** The terms of a permit. */
interface Terms {
  /** The time after which the call must not begin, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
  /** The remembered approval that allows the call. */
  readonly rule?: RememberedApproval
  /** Default: always true. */
  readonly isShown?: IsShown
}

/**
 * Resolves with the permit to run a call that was approved. Rejects with `ToolDeniedError` if the
 * person changed the arguments and they are not valid.
 */
async function toPermit(
  approval: ApprovalCase,
  decision: Decision & { isApproved: true },
  { expiresAt, rule, isShown = () => true }: Terms,
): Promise<Permit> {
  const { work, found, binding, cause } = approval
  const { executable } = found
  const { by } = decision
  let { shown, rememberable } = approval
  let isBound = (_now: Executable): boolean => true
  try {
    if (decision.args) {
      shown = await readArguments(work, executable, toArgs(toCanonicalText(decision.args)))
      // The person was shown the key of the model's arguments. Another one is not remembered.
      const edited = await toRememberable(work, found, cause, shown.args)
      rememberable = edited?.key === rememberable?.key ? edited : undefined
      // What a person put in has values of its own. `binds` gets its own copy.
      const isOther = shown.text !== binding.text
      if (isOther && optionsOf(executable, shown.args).binds) {
        const { id, name } = work.call
        const call = { id, name, arguments: shown.args }
        const own = await checkArguments({ ...work, call, warnings: [] }, executable)
        isBound = holdBound(executable, shown.args, own)
      }
    }
  } catch (thrown) {
    work.cancellation.throwIfCancelled()
    const reason = `the changed arguments are not valid: ${issuesOf(thrown)}`
    return refuse(approval, { isApproved: false, by, reason, code: 'unclear' })
  }
  const { args, text, value, isAsShown } = shown
  const isChanged = text !== binding.text
  const argsHash = isChanged ? hash(text) : binding.argsHash
  // A person may have changed the arguments already, before the page was loaded again.
  const original = work.replaced ?? (isChanged ? toArgs(binding.text) : undefined)
  const subject = isChanged ? subjectOf(executable, args) : binding.subject
  let isUsed = false
  let isLate = false
  let isConcluded = false
  return {
    by,
    redeem: (now) => {
      const { run, tool } = work
      const deny = (reason: string): never => {
        throw new ToolDeniedError(tool, reason, reason, 'changed')
      }
      if (isUsed) deny('an approval is good for one call, and this one was used')
      isUsed = true
      isLate = run.ports.clock.now() > expiresAt
      if (isLate) deny('it was approved too long ago, so a person has to be asked again')
      binding.check(now, subject)
      if (!isAsShown()) deny('the arguments changed after they were shown')
      work.call = { id: work.call.id, name: work.call.name, arguments: args }
      if (original) {
        work.changed = args
        tellModel(run, describeChange(work, executable.jsonSchema, original, args))
      }
      return value
    },
    recheck: (now) => {
      binding.checkTool(now, subject)
      const latest = now?.executable ?? executable
      const still = isBound(latest) && isShown(latest)
      if (still === true) return undefined
      if (still === false) return refuseChanged(work.tool)
      return still.then((is) => void (is || refuseChanged(work.tool)))
    },
    conclude: (thrown) => {
      if (isConcluded) return
      isConcluded = true
      const { reason } = work.cancellation
      const refusal = reason?.kind ?? refusalOf(thrown)
      if (refusal !== undefined) {
        const decider = reason ? 'cancelled' : isLate ? 'timeout' : 'changed'
        return conclude(approval, { decision: 'denied', by: decider, reason: refusal })
      }
      const remembered = toRemembered(rule ?? remember(approval, rememberable, decision))
      conclude(approval, { decision: 'approved', by, args, original, argsHash, remembered })
    },
  }
}

/** Returns the reason why an approved call did not run; undefined if the approval held. */
const refusalOf = (thrown: unknown): string | undefined =>
  ToolDeniedError.isInstance(thrown) || DisabledToolError.isInstance(thrown)
    ? (thrown.reason ?? 'the tool is off')
    : undefined

const toRemembered = (rule: RememberedApproval | undefined): ApprovalOutcome['remembered'] =>
  rule && {
    id: rule.id,
    ...(rule.key !== undefined && { key: rule.key }),
    until: rule.expiresAt,
  }

const issuesOf = (thrown: unknown): string =>
  ToolValidationError.isInstance(thrown)
    ? thrown.issues
        .map(({ path, message }) => [path?.join('.'), message].filter(Boolean).join(': '))
        .join('; ')
    : AgentError.isInstance(thrown)
      ? thrown.message
      : describeThrown(thrown)

/** The calls that an approval can be remembered for, among those of the tool in a conversation. */
export interface Rememberable {
  /** The result of the tool's `remember`; undefined for every call of the tool. */
  readonly key?: string | undefined
}

/** One call that needs an approval. */
export interface ApprovalCase {
  readonly work: CallWork
  readonly found: Found
  readonly binding: Binding
  readonly cause: ApprovalCause
  /** The arguments as they are shown. */
  readonly shown: ShownArguments
  /** The calls that the approval can be remembered for; undefined if it cannot be remembered. */
  readonly rememberable: Rememberable | undefined
}

/** Ends a request that was not approved. Always throws. */
function refuse(
  approval: ApprovalCase,
  { by, reason, reasonForModel, isFatal, code }: Decision & { isApproved: false },
  timeoutMs = 0,
): never {
  conclude(approval, { decision: 'denied', by, reason })
  const { tool } = approval.work
  if (isFatal) throw new Fatal(new TimeoutError(`The approval of "${tool}"`, timeoutMs))
  throw new ToolDeniedError(tool, reason, reasonForModel, code)
}

/** Reports the outcome of a request. */
function conclude({ work, binding }: ApprovalCase, outcome: ApprovalOutcome): void {
  const { run, callId, tool, iteration } = work
  const { argsHash } = binding
  run.log.emit('approval_resolved', { callId, tool, iteration, argsHash, ...outcome })
}
