import type { Executable } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import { tellModel } from '../engine/commit.ts'
import { AgentError } from '../errors/agent-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { DisabledToolError, ToolDeniedError, ToolValidationError } from '../errors/tool-errors.ts'
import { hash } from '../json/hash.ts'
import { optionsOf } from '../tools/call-subject.ts'
import { type ApprovalCase, conclude, refuse } from './approval-case.ts'
import type { ApprovalOutcome, RememberedApproval } from './approval-request.ts'
import { type Permit, refuseChanged, subjectOf, toArgs, toCanonicalText } from './binding.ts'
import type { Decision } from './decision.ts'
import { describeChange } from './describe-change.ts'
import { remember, toRememberable } from './remembered.ts'
import { readArguments } from './shown-arguments.ts'
import { holdBound } from './shown-preview.ts'

/** Tells if a tool says what a person was shown. Returns a promise if it has to be asked again. */
export type IsShown = (now: Executable) => boolean | Promise<boolean>

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
export async function toPermit(
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
