import { GuardrailError } from '../errors/answer-errors.ts'
import { BudgetExceededError } from '../errors/limit-errors.ts'
import { CancellationError } from '../errors/run-errors.ts'
import type { UserContent } from '../messages/content.ts'
import { toExtraContext } from './send-request.ts'
import type { LoopRun } from './run-core.ts'

type Phase = GuardrailError['phase']

/** Tells if a run has guardrails of a phase. */
export const hasGuardrails = (run: LoopRun, wanted: Phase): boolean =>
  run.config.guardrails.some(({ phase }) => phase === wanted)

/**
 * Asks the guardrails of a phase one after another. Resolves with the error of the first that does
 * not accept the text, and never rejects. `input` is the message of the person.
 *
 * The error has a `cause` if the check threw, or if the run was cancelled before the check ended.
 * After a cancel, only an answer that is there at once counts.
 */
export async function findRefusal(
  run: LoopRun,
  phase: Phase,
  text: string,
  input?: UserContent,
): Promise<GuardrailError | undefined> {
  const { cancellation, config } = run
  for (const guardrail of config.guardrails) {
    if (guardrail.phase !== phase) continue
    const refuse = (reason: string, cause?: unknown): GuardrailError =>
      new GuardrailError(guardrail.name, phase, reason, { input, cause })
    try {
      const said: unknown = guardrail.check(text, toExtraContext(run, run.iterations.length))
      if (said === true) continue
      const verdict = await cancellation.race(said)
      if (verdict === true) continue
      return refuse(typeof verdict === 'string' && verdict !== '' ? verdict : noReason)
    } catch (cause) {
      return refuse(CancellationError.isInstance(cause) ? ended : failed, cause)
    }
  }
  return undefined
}

const noReason = 'No reason was given.'
const ended = 'The run ended before the check did.'
const failed = 'The check itself failed, so nothing was let through.'

/** Tells if a guardrail itself refused, and did not only fail or come too late. */
export const isVerdict = ({ cause }: GuardrailError): boolean => cause === undefined

/**
 * Ends a run because of a refusal. Throws the cancel or the spent budget instead, if that is why
 * the check could not end.
 */
export function throwRefusal(run: LoopRun, error: GuardrailError): never {
  run.throwIfEnding()
  throw BudgetExceededError.isInstance(error.cause) ? error.cause : error
}
