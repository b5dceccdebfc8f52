import { OutputSchemaError } from '../errors/answer-errors.ts'
import type { AssistantMessage, UserMessage } from '../messages/message.ts'
import { commit } from './commit.ts'
import { type Mismatch, readAnswer } from './read-answer.ts'
import type { LoopRun } from './run-core.ts'
import { derivedTaint } from './taint.ts'

/** The outcome of the check of an answer that may end the run. */
export interface FinishedAnswer {
  /** True if the model is asked again. */
  readonly isRepairing: boolean
  /** The answer as parsed by `output`. */
  readonly data?: unknown
}

/**
 * Checks an answer against `output`. With `repair`, asks the model again for an answer that does
 * not fit; without it, warns. Throws `OutputSchemaError` if no repair is left.
 */
export async function finishAnswer(
  run: LoopRun,
  message: AssistantMessage,
  repairs: number,
): Promise<FinishedAnswer> {
  const { output, repair } = run.config
  const content = message.content ?? ''
  if (!output || message.calls?.length) return { isRepairing: false }
  const checked = await run.cancellation.race(readAnswer(content, output.validate))
  if ('value' in checked) return { isRepairing: false, data: checked.value }
  if (!repair) {
    warnOfMismatch(run, checked)
    return { isRepairing: false }
  }
  if (repairs >= repair.maxAttempts) throw new OutputSchemaError(checked.issues)
  const { createId, clock } = run.ports
  const asked = await commit<UserMessage>(run, {
    id: createId(),
    role: 'user',
    source: 'app',
    forModel: true,
    createdAt: clock.now(),
    content: repair.toMessage(checked.issues),
    ...derivedTaint(run),
  })
  run.unreported.push(asked)
  return { isRepairing: true }
}

/** The most paths that a warning names. */
const maxPaths = 20

/** Warns that an answer has no data, with the paths at fault and no text of the answer. */
function warnOfMismatch(run: LoopRun, { issues, reason = '' }: Mismatch): void {
  const paths = issues.map(({ path }) => path?.join('.')).filter(Boolean)
  const named = [...new Set(paths)].slice(0, maxPaths).join(', ')
  const where = named ? `At: ${named}.` : reason
  run.warn(
    'output_mismatch',
    `The answer does not fit \`output\`, so the result has no \`data\`. ${where} Give \`repair: repair()\` to ask the model again.`,
  )
}
