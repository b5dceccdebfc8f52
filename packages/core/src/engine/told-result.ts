import { describeThrown } from '../errors/describe-thrown.ts'
import { type CappedText, type ReplacedKind, capText, toJsonText } from '../json/json-text.ts'
import type { ToolMessage } from '../messages/message.ts'
import type { CallWork } from './call-work.ts'
import { toExtraContext } from './send-request.ts'
import { toOutput } from './model-output.ts'
import type { LoopRun } from './run-core.ts'
import type { Executed } from './executor.ts'
import { redactCapped } from './redact-capped.ts'
import { warnOfReplaced } from './replaced-values.ts'

/** The content that the model gets for a call. */
export interface Told {
  readonly content: string
  readonly output?: ToolMessage['output']
  /** The size of the result before a cut, in UTF-8 bytes. */
  readonly totalBytes?: number | undefined
  /** True if the model gets nothing of the result. */
  readonly isWithheld?: boolean | undefined
}

/** A call of the loop, with the state of its execution. */
export type LoopWork = CallWork & { readonly run: LoopRun }

/**
 * Makes the content that the model gets for a call that has succeeded. Never throws or rejects: a
 * result that cannot be prepared is withheld.
 */
export function tellResult(work: LoopWork, { result, isWithheld }: Executed): Told | Promise<Told> {
  if (isWithheld) return withheld
  const withhold = (thrown: unknown): Told => {
    const { run, cancellation, call } = work
    if (!cancellation.reason) {
      run.warn(
        'result_withheld',
        `"${call.name}" succeeded, but its result could not be prepared for the model (${describeThrown(thrown)}). The model was told that the call succeeded and that its result is withheld. Correct what threw: \`toModelOutput\`, \`toolResultLimit\`, the redaction, or a getter or \`toJSON\` of the result.`,
        `result_withheld ${call.name}`,
      )
    }
    return withheld
  }
  try {
    const told = prepare(work, result)
    return told instanceof Promise ? told.catch(withhold) : told
  } catch (thrown) {
    return withhold(thrown)
  }
}

/** The content for a result that the model does not get. */
export const withheld: Told = {
  content: JSON.stringify({
    ok: true,
    note: 'The call succeeded. Its result is withheld, because it could not be prepared. Do not repeat the call because of this.',
  }),
  isWithheld: true,
}

function prepare(work: LoopWork, result: unknown): Told | Promise<Told> {
  const { run, tool, iteration, executable, cancellation } = work
  if (executable?.mode === 'silent') return { content: '{"ok":true}' }
  const { toolResultLimit, toolResultMaxBytes, redaction } = run.config
  const replaced = new Map<ReplacedKind, string>()
  const finish = ({ text: content, totalBytes }: CappedText): Told => {
    const made = executable?.toModelOutput?.(result as never, work.call.arguments)
    if (made === undefined) {
      if (replaced.size) warnOfReplaced(run, work.call.name, replaced)
      return { content, totalBytes }
    }
    const { output, totalBytes: cut } = toOutput(made, toolResultMaxBytes, redaction)
    return { content, output, totalBytes: totalBytes ?? cut }
  }
  const written = toJsonText(result, (kind, name) => replaced.set(kind, name))
  if (!toolResultLimit) return finish(redactCapped(written, toolResultMaxBytes, redaction))
  const at = { ...toExtraContext(run, iteration), tool }
  const limited = toolResultLimit.limit(redaction ? redaction.text(written) : written, at)
  return cancellation.race(limited).then((json) => finish(capText(json, toolResultMaxBytes)))
}
