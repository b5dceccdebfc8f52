import type { JSONSchema7 } from '@ai-sdk/provider'
import { type CallWork, type Executable, Fatal, type Found } from '../engine/call.ts'
import { tellModel } from '../engine/commit.ts'
import { CallContext } from '../engine/context.ts'
import type { With } from '../engine/plugin-list.ts'
import { callerOf, cancelOnLeave, pauseWall, rootOf } from '../engine/run.ts'
import { AgentError, describeThrown } from '../errors/agent-error.ts'
import { type DisabledToolError, ToolDeniedError, type ValidationIssue } from '../errors/errors.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { hash } from '../json/hash.ts'
import { canonicalJson } from '../json/json-text.ts'
import { copyIfJson, type JsonObject, toWords } from '../json/json.ts'
import { explain } from '../options/misuse.ts'
import { nextTask } from '../slices.ts'
import { optionsOf } from '../tools/context.ts'
import {
  describeChange,
  parse,
  parseAgain,
  type ParseOwn,
  type ShownArguments,
  startedBefore,
  textOf,
  toArgs,
  toShown,
} from './arguments.ts'
import { Binding, isSamePreview, type Previewed } from './binding.ts'
import {
  atTimeout,
  awaitDecision,
  type Decision,
  deny,
  findRule,
  nobodyThere,
  remember,
  toRememberable,
} from './decision.ts'
import { causeOf, isRequired } from './asked.ts'
import {
  type ApprovalCause,
  type ApprovalOutcome,
  type ApprovalPolicy,
  type PendingApproval,
  type RememberedApproval,
} from './policy.ts'
import { watchProvider } from './watch.ts'
import { toEffect } from '../engine/offers.ts'
import { toPluginError } from '../plugins.ts'

/** Whether a call may need an approval. Most calls need none. */
export function mayAsk({ run, call, effect }: CallWork, executable: Executable): boolean {
  const { requiresApproval } = optionsOf(executable, call.arguments)
  return (
    effect !== undefined &&
    (effect === 'destructive' ||
      requiresApproval !== undefined ||
      run.config.approval.isGiven ||
      run.journal !== undefined ||
      (run.taint !== undefined && effect === 'egress'))
  )
}

/**
 * Asks a user about a call if that is needed. Resolves with the permit to run it, or with
 * undefined if nobody has to be asked. `parsed` is the only parse of its arguments so far: the
 * user sees it and the handler gets it, and no function of the tool. `isForced` asks in any case.
 * Rejects with `ToolDeniedError`, or with the error that ends the call.
 */
export async function approve(
  work: CallWork,
  found: Found,
  parsed: unknown,
  parseOwn: ParseOwn,
  isForced = false,
): Promise<Permit | undefined> {
  const { executable } = found
  const own = await findCause(work, executable, parseOwn)
  const cause = own ?? (isForced ? 'policy' : undefined)
  return cause && askApproval(work, found, cause, parsed, parseOwn)
}

/**
 * Asks plug-ins about a call. Resolves with true if one of them wants a user to be asked. Rejects
 * with `ToolDeniedError` if one refuses the call, and with `Fatal` if one throws.
 */
export async function askVoices(
  work: CallWork,
  { registered }: Found,
  voices: readonly With<'approve'>[],
): Promise<boolean> {
  const { run, call, cancellation, effect = 'write' } = work
  let isAsked = false
  for (const plugin of voices) {
    const at = { run: run.context, call: copyIfJson(call), tool: registered?.tool, effect }
    let said: Awaited<ReturnType<typeof plugin.approve>>
    try {
      said = await cancellation.race(plugin.approve({ ...at, taint: run.taint }))
    } catch (thrown) {
      cancellation.throwIfCancelled()
      const error = toPluginError(plugin, thrown)
      throw AgentError.is(error, 'plugin') ? new Fatal(error) : error
    }
    if (said === undefined) continue
    if (said === 'ask') {
      isAsked = true
      continue
    }
    const { deny: reason = said === 'deny' && notAllowed(plugin.name) } = Object(said) as {
      readonly deny?: unknown
    }
    if (typeof reason === 'string') throw new ToolDeniedError(work.tool, reason)
    throw new Fatal(toPluginError(plugin, new TypeError('`approve` returned something else.')))
  }
  return isAsked
}

const notAllowed = (plugin: string): string => `"${plugin}" does not allow it`

/**
 * Returns the first cause for asking a user; undefined if nobody has to be asked. Whoever is
 * asked about a call that may have run is told so, whatever else asks for a user.
 */
async function findCause(
  work: CallWork,
  executable: Executable,
  parseOwn: ParseOwn,
): Promise<ApprovalCause | undefined> {
  if (!startedBefore(work)) return findOwnCause(work, executable, parseOwn)
  if (optionsOf(executable, work.call.arguments).onResume === 'ask') return 'resume'
  return (await findOwnCause(work, executable, parseOwn)) && 'resume'
}

/** Returns the first cause that the call itself has; undefined if it has none. */
function findOwnCause(
  work: CallWork,
  executable: Executable,
  parseOwn: ParseOwn,
): Promise<ApprovalCause | undefined> {
  const { run, call, effect } = work
  const { requiresApproval } = optionsOf(executable, call.arguments)
  const askRule = async (): Promise<boolean> => {
    const { cancellation } = work
    const answer = await isRequired(requiresApproval ?? true, async (rule) => {
      const own = await parseOwn()
      return await cancellation.race(rule(own as never, new CallContext(work, cancellation)))
    })
    cancellation.throwIfCancelled()
    return answer
  }
  const { name } = call
  const rule = requiresApproval === undefined ? undefined : askRule
  return causeOf(run.config.approval, { name, effect, taint: run.taint, isRequired: rule })
}

const anyObject: JSONSchema7 = { type: 'object' }

/**
 * Asks a user about one call, unless a remembered approval covers it. Resolves with the permit to
 * run the call. Rejects with `ToolDeniedError` and the reason, with `DisabledToolError` if the page
 * has changed, with `CancellationError`, or with `Fatal` if `approval.onTimeout: 'throw'` ends the
 * run.
 */
async function askApproval(
  work: CallWork,
  found: Found,
  cause: ApprovalCause,
  parsed: unknown,
  parseOwn: ParseOwn,
): Promise<Permit> {
  const { run, tool } = work
  const { executable } = found
  const args = toArgs(textOf(work.call))
  // A plug-in may have changed its object since it was parsed.
  const value = work.isHeld ? await parse(work, executable, args) : parsed
  const shown = toShown(executable, args, value)
  const own = asksTool(executable, args) ? await parseOwn() : undefined
  const binding = new Binding(work, found, shown, own)
  const rememberable = toRememberable(work, found, cause, args, own)
  const argsHash = hash(shown.text)
  // A user may have changed the arguments already, before the page was loaded again.
  const words = work.replaced
  const given = words ? { words, text: canonicalJson(words) } : shown
  const approval = { work, found, binding, given, shown, own, argsHash, rememberable, cause }
  const rule = findRule(approval)
  if (rule) {
    const { expiresAt } = rule
    return new Permit(approval, { isApproved: true, by: 'remembered' }, { expiresAt, rule })
  }
  const { approval: policy } = run.config
  if (!policy.decide && !run.ports.pending?.isAttached('approval')) {
    run.warn('no_approver', explain('noApprover', [tool]))
    return refuse(approval, deny(nobodyThere, 'nobody', 'unanswered'))
  }
  const resume = pauseWall(run)
  const stay = cancelOnLeave(run)
  const { subject } = binding
  // A tool, or a row, that leaves the page for good cancels the call that waits for a user.
  const watch = watchProvider(work, found, {
    onGone: subject && ((listener) => subject.onGone(listener)),
    isBack: (now) => binding.isProvided(now),
    whyNot: (now) => binding.whyNot(now),
  })
  try {
    // The page draws between the check of thousands of arguments and their card.
    if (shown.text.length > LONG_ARGS) await nextTask()
    work.cancellation.throwIfCancelled()
    return await decide(approval, policy, () => watch.decided())
  } catch (thrown) {
    if (AgentError.is(thrown, 'cancelled')) {
      conclude(approval, {
        decision: 'denied',
        by: 'cancelled',
        reason: thrown.details.reason.kind,
      })
    }
    throw thrown
  } finally {
    watch.end()
    stay()
    resume()
  }
}

/**
 * Shows a call to a user and waits for the decision. If the preview is another one after the yes,
 * the user is asked once more. They are also asked again about a call that they changed, if it
 * does not fit or if its card would say something new. `isBack` resolves once it is known if a tool
 * that left the page is back.
 */
async function decide(
  approval: ApprovalCase,
  policy: ApprovalPolicy,
  isBack: () => Promise<void>,
): Promise<Permit> {
  const { work, found, binding } = approval
  try {
    binding.hold()
  } catch (thrown) {
    const reason = `what it is bound to is not known: ${describeThrown(thrown)}`
    return refuse(approval, deny(reason, 'nobody', 'changed'))
  }
  let previewed = await binding.preview(found)
  let before: Before = {}
  let isUnsteady = false
  for (let asked = 0; asked < MOST_REQUESTS; asked += 1) {
    // Others may go on while a user thinks.
    work.turn?.leave()
    const request = createRequest(approval, previewed, policy, before)
    approval.asked = request.id
    const decision = await awaitDecision(work, request, policy)
    await work.cancellation.race(isBack())
    if (!decision.isApproved) return refuse(approval, decision, policy.timeoutMs)
    await work.turn?.take()
    const waitsUntil = decision.by === 'timeout' ? undefined : request.expiresAt
    const terms = { expiresAt: waitsUntil ?? Number.POSITIVE_INFINITY }
    const now = work.find(work.call.name)
    const error = binding.errorOf(now)
    if (error) return refuseChanged(approval, error)
    const { id: replaces } = request
    const { args } = decision
    const latest = await binding.preview(now ?? found)
    if (!isSamePreview(latest, previewed)) {
      if (isUnsteady) {
        warnUnsteady(work)
        return refuseChanged(approval, binding.staleOfPreview())
      }
      isUnsteady = true
      previewed = latest
      before = { replaces, ...(args && { dropped: args }) }
      continue
    }
    if (!args) return new Permit(approval, decision, terms)
    const outcome = await allowChanged(approval, now ?? found, latest, { ...decision, args }, terms)
    if (outcome instanceof Permit) return outcome
    isUnsteady = false
    const { previewed: own, ...rest } = outcome
    previewed = own
    before = { replaces, ...rest }
  }
  return refuse(approval, deny('it was changed too often', 'changed', 'changed'))
}

/** The characters from which arguments take more than a moment to check and to show. */
const LONG_ARGS = 50_000

/** The most requests about one call. Code that changes each of them would go on for ever. */
const MOST_REQUESTS = 20

/**
 * Resolves with the permit for a call that a user has changed. If it does not fit, or if its card
 * would say something new, resolves with what the next request says.
 */
async function allowChanged(
  approval: ApprovalCase,
  now: Found,
  previewed: Previewed,
  decision: Decision & { isApproved: true; args: JsonObject },
  terms: Terms,
): Promise<Permit | (Before & { previewed: Previewed })> {
  const { by, args: dropped } = decision
  const facts = factsOf(approval, previewed)
  const key = approval.rememberable?.key
  const issues = await takeChange(approval, dropped)
  if (issues) {
    if (by !== 'policy') return { previewed, dropped, issues }
    const reason = `the changed arguments are not valid: ${describeIssues(issues)}`
    return refuse(approval, deny(reason, by, 'unclear'))
  }
  const own = await approval.binding.preview(now)
  if (!isSaid(factsOf(approval, own), facts)) return { previewed: own }
  // The user was shown the key of other arguments. Another one is not remembered.
  const isShown = approval.rememberable?.key === key
  return new Permit(isShown ? approval : { ...approval, rememberable: undefined }, decision, terms)
}

type Before = Pick<PendingApproval, 'replaces' | 'dropped' | 'issues'>

/** What a call is for, and what its card says beside the arguments. */
interface Facts {
  readonly parts: readonly unknown[]
  readonly said: ReadonlySet<string>
}

function factsOf({ work, binding, shown }: ApprovalCase, previewed: Previewed): Facts {
  const { args, words, ignored = {} } = shown
  // What the schema left as it was given is seen in the arguments.
  const made = Object.entries(args).filter(
    ([name, value]) => canonicalJson([value]) !== canonicalJson([words[name] ?? null]),
  )
  const { label, parts = [] } = binding.subject ?? {}
  const { effect } = work
  const danger = effect === 'read' || effect === 'write' ? [] : [[effect]]
  const said = [[toWords(label), previewed], ...danger, ...Object.keys(ignored), ...made]
  return { parts, said: new Set(said.map((fact) => JSON.stringify(fact))) }
}

/** Whether all that a card would say was said before, of the same thing. */
const isSaid = (now: Facts, before: Facts): boolean =>
  now.parts.length === before.parts.length &&
  now.parts.every((part, at) => Object.is(part, before.parts[at])) &&
  [...now.said].every((fact) => before.said.has(fact))

/**
 * Puts the arguments of a user into a call, which is then what is asked about. Resolves with the
 * issues, and leaves the call as it is, if they do not fit.
 */
async function takeChange(
  approval: ApprovalCase,
  changed: JsonObject,
): Promise<readonly ValidationIssue[] | undefined> {
  const { work, found, cause, binding } = approval
  const { executable } = found
  const { effect } = work
  try {
    const args = toArgs(canonicalJson(changed))
    const shown = toShown(executable, args, await parse(work, executable, args))
    const own = asksTool(executable, args)
      ? await parseAgain(work, executable, args, shown.value)
      : undefined
    const { effectOf } = optionsOf(executable, args)
    if (effectOf) work.effect = toEffect(work.tool, effectOf, own)
    binding.runWith(shown, own)
    // What a user put in has values of its own.
    binding.hold()
    const rememberable = toRememberable(work, found, cause, args, own)
    Object.assign(approval, { shown, own, argsHash: hash(shown.text), rememberable })
    return undefined
  } catch (thrown) {
    work.cancellation.throwIfCancelled()
    work.effect = effect
    binding.runWith(approval.shown, approval.own)
    return AgentError.is(thrown, 'validation')
      ? thrown.details.issues
      : [{ message: AgentError.is(thrown) ? thrown.message : describeThrown(thrown) }]
  }
}

function createRequest(
  approval: ApprovalCase,
  previewed: Previewed,
  policy: ApprovalPolicy,
  before: Before,
): PendingApproval {
  const { work, found, binding, shown, argsHash, rememberable, cause } = approval
  const { args, ignored } = shown
  const { run, callId, call } = work
  const { executable, registered } = found
  const label = toWords(binding.subject?.label) ?? work.label
  const requestedAt = run.ports.clock.now()
  const source = callerOf(run)
  const request: PendingApproval = {
    kind: 'approval',
    id: run.ports.createId(),
    ...before,
    callId,
    runId: run.id,
    sessionId: rootOf(run).session.id,
    ...(run.parent && { agent: run.agentId }),
    tool: call.name,
    title: executable.title ?? call.name,
    ...(label !== undefined && { label }),
    scope: registered?.scope.label ?? '',
    args,
    ...wordsOf(approval),
    ...(ignored && { ignored }),
    parameters: executable.jsonSchema ?? anyObject,
    argsHash,
    effect: work.effect ?? 'write',
    cause,
    ...(source !== undefined && { source }),
    ...(run.taint !== undefined && { taint: run.taint }),
    ...previewed,
    canRemember: rememberable !== undefined,
    ...(rememberable?.key !== undefined && { rememberKey: rememberable.key }),
    requestedAt,
    expiresAt: requestedAt + policy.timeoutMs,
  }
  const onTimeout = atTimeout(request, policy)
  return Object.freeze(onTimeout === 'deny' ? request : { ...request, onTimeout })
}

/** Whether functions of a tool are asked about a call before and after the decision of a user. */
function asksTool(executable: Executable, args: JsonObject): boolean {
  const { preview, binds, effectOf, remember: key } = optionsOf(executable, args)
  // Another mount of an instance may have other functions.
  const ofCall = preview ?? binds ?? effectOf ?? executable.sentenceOf
  return Boolean(executable.subjectOf?.(args) ?? ofCall) || typeof key === 'function'
}

function warnUnsteady({ run, tool }: CallWork): void {
  run.warn('preview_unsteady', explain('previewUnsteady', [tool]), `preview_unsteady ${tool}`)
}

/** The terms of a permit. */
interface Terms {
  /** The time after which the call must not begin, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
  /** The remembered approval that allows the call. */
  readonly rule?: RememberedApproval
}

/** The right to run one call once, with exactly the approved arguments. */
export class Permit {
  /** The party that allowed the call. */
  readonly by: ApprovalOutcome['by']
  /** The approved arguments, parsed. Nobody else has had them. */
  readonly args: unknown
  /** The approved arguments as the functions of the tool get them. */
  readonly own: unknown
  readonly #approval: ApprovalCase
  readonly #decision: Decision & { isApproved: true }
  readonly #terms: Terms
  readonly #outcome: Pick<ApprovalOutcome, 'args' | 'asked' | 'edited' | 'argsHash'>
  #isLate = false
  #isConcluded = false

  constructor(approval: ApprovalCase, decision: Decision & { isApproved: true }, terms: Terms) {
    const { work, shown, argsHash } = approval
    const { args, value } = shown
    this.by = decision.by
    this.args = value
    this.own = approval.own
    this.#approval = approval
    this.#decision = decision
    this.#terms = terms
    this.#outcome = { args, ...wordsOf(approval), argsHash }
    if (this.#outcome.edited) work.changed = this.#outcome.edited
  }

  /**
   * Throws `ToolDeniedError` if the call has changed or the approval has expired, and
   * `DisabledToolError` if the page has changed. Called after the decision, and right before each
   * attempt of the handler.
   */
  recheck(now: Found | undefined): void {
    const { work, binding } = this.#approval
    const { clock } = work.run.ports
    this.#isLate = work.startedAt === undefined && clock.now() > this.#terms.expiresAt
    if (this.#isLate) {
      const reason = 'it was approved too long ago: ask again'
      throw new ToolDeniedError(work.tool, reason, reason, 'changed')
    }
    binding.recheck(now, this.by !== 'remembered')
  }

  /**
   * Reports the outcome and remembers the approval, if that has not been done. Called when the call
   * is about to run, or with the error that it ends with instead.
   */
  conclude(thrown?: unknown): void {
    if (this.#isConcluded) return
    this.#isConcluded = true
    const { work, found, rememberable } = this.#approval
    const { reason } = work.cancellation
    const refusal = reason?.kind ?? refusalOf(thrown)
    if (refusal !== undefined) {
      const by = reason ? 'cancelled' : this.#isLate ? 'timeout' : 'changed'
      return conclude(this.#approval, { decision: 'denied', by, reason: refusal })
    }
    const { edited } = this.#outcome
    if (edited) {
      const { words } = this.#approval.given
      tellModel(work.run, describeChange(work, found.executable.jsonSchema, words, edited))
    }
    const rule = this.#terms.rule ?? remember(this.#approval, rememberable, this.#decision)
    const remembered = toRemembered(rule)
    conclude(this.#approval, { decision: 'approved', by: this.by, ...this.#outcome, remembered })
  }
}

/** Returns the reason why an approved call did not run; undefined if the approval held. */
const refusalOf = (thrown: unknown): string | undefined =>
  AgentError.is(thrown, 'denied') || AgentError.is(thrown, 'disabled')
    ? (thrown.details.reason ?? 'the tool is off')
    : undefined

const toRemembered = (rule: RememberedApproval | undefined): ApprovalOutcome['remembered'] =>
  rule && {
    id: rule.id,
    ...(rule.key !== undefined && { key: rule.key }),
    until: rule.expiresAt,
  }

const describeIssues = (issues: readonly ValidationIssue[]): string =>
  issues
    .map(({ path, message }) => [path?.join('.'), message].filter(Boolean).join(': '))
    .join('; ')

/** Returns what the model and the user said, where it says more than what the handler gets. */
function wordsOf({ work, given, shown }: ApprovalCase): Pick<PendingApproval, 'asked' | 'edited'> {
  const isEdited = given.text !== shown.text
  if (!isEdited && shown.args === shown.words && !work.asked) return {}
  const asked = work.asked ?? given.words
  const isSame = canonicalJson(shown.args) === canonicalJson(asked)
  return { ...(!isSame && { asked }), ...(isEdited && { edited: shown.words }) }
}

/** The calls that an approval can be remembered for, among those of the tool in a conversation. */
export interface Rememberable {
  /** The result of the tool's `approval.remember`; undefined for every call of the tool. */
  readonly key?: string | undefined
}

/** One call that needs an approval. */
export interface ApprovalCase {
  readonly work: CallWork
  readonly found: Found
  readonly binding: Binding
  readonly cause: ApprovalCause
  /** The arguments as the model, or a plug-in, gave them. */
  readonly given: Pick<ShownArguments, 'words' | 'text'>
  /** The arguments as they are shown, which may be those of a user. */
  readonly shown: ShownArguments
  /** A parse of them for the functions of the tool; undefined if it has none. */
  readonly own: unknown
  /** SHA-256 of the canonical text of these arguments. */
  readonly argsHash: string
  /** The calls that the approval can be remembered for; undefined if it cannot be remembered. */
  readonly rememberable: Rememberable | undefined
  /** The id of the last request, once somebody was asked. */
  asked?: string | undefined
}

/** Ends a request that was not approved. Always throws. */
function refuse(
  approval: ApprovalCase,
  { by, reason, reasonForModel, isFatal, kind }: Decision & { isApproved: false },
  timeoutMs = 0,
): never {
  conclude(approval, { decision: 'denied', by, reason })
  const { tool } = approval.work
  if (isFatal) throw new Fatal(new TimeoutError(`The approval of "${tool}"`, timeoutMs))
  throw new ToolDeniedError(tool, reason, reasonForModel, kind)
}

/** Ends a request of which something is not as it was shown. Always throws. */
function refuseChanged(approval: ApprovalCase, error: DisabledToolError | ToolDeniedError): never {
  conclude(approval, { decision: 'denied', by: 'changed', reason: error.details.reason })
  throw error
}

/** Reports the outcome of a request. */
function conclude({ work, argsHash, asked: id }: ApprovalCase, outcome: ApprovalOutcome): void {
  const { run, callId, tool, iteration } = work
  const names = { callId, tool, iteration, kind: 'approval', id } as const
  run.log.emit('pending_resolved', { ...names, argsHash, ...outcome })
}
