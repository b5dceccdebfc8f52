import { CallContext } from '../engine/call-context.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import type { CallWork, Executable, Found } from '../engine/call-work.ts'
import { startedBefore } from '../engine/started-call.ts'
import { optionsOf } from '../tools/call-subject.ts'
import type { ApprovalCause } from './approval-request.ts'
import { askApproval } from './ask-approval.ts'
import type { Permit } from './binding.ts'

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
