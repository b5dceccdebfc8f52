import { CallContext } from '../engine/call-context.ts'
import type { CallWork, Executable } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { deepFreeze } from '../messages/message.ts'
import type { JsonValue } from '../json/json.ts'
import { toJsonText } from '../json/json-text.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { toCanonicalText } from './binding.ts'

const maxWaitMs = 10_000

type Previewed = Pick<ApprovalRequest, 'preview' | 'previewError'>

/**
 * Resolves with the result of the tool's `preview` for a call, or with its error. Empty if the tool
 * has no `preview`. A preview has 10 s. Rejects only if the call is cancelled.
 */
export async function previewOf(work: CallWork, executable: Executable): Promise<Previewed> {
  const { preview } = executable
  if (!preview) return {}
  const { cancellation, run } = work
  const { clock } = run.ports
  const own = cancellation.child()
  const timer = clock.setTimeout(() => own.cancel({ kind: 'timeout' }), maxWaitMs)
  try {
    const args = await checkArguments(work, executable)
    const shown = await own.race(preview(args as never, new CallContext(work, own)))
    return { preview: deepFreeze(JSON.parse(toJsonText(shown)) as JsonValue) }
  } catch (thrown) {
    cancellation.throwIfCancelled()
    return { previewError: own.reason ? 'it took too long' : describeThrown(thrown) }
  } finally {
    clock.clearTimeout(timer)
    own.dispose()
  }
}

/** Tells if the preview of a tool that came back is the one that the person sees. */
export async function isShownStill(
  work: CallWork,
  executable: Executable,
  shown: Previewed,
): Promise<boolean> {
  const { preview, previewError } = await previewOf({ ...work, warnings: [] }, executable)
  return (
    toCanonicalText([preview, previewError]) ===
    toCanonicalText([shown.preview, shown.previewError])
  )
}
