import { CallContext } from '../engine/call/call-context.ts'
import type { CallWork, Executable } from '../engine/call/call-work.ts'
import { checkArguments } from '../engine/call/check-arguments.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { deepFreeze } from '../values/freeze-message.ts'
import type { JsonValue } from '../values/json.ts'
import { toJsonText } from '../values/json-text.ts'
import type { ApprovalRequest } from './approval-request.ts'

const maxWaitMs = 10_000

type Previewed = Pick<ApprovalRequest, 'preview' | 'previewError'>

/** What the tool says the call would do; nothing where it says nothing. Rejects only when the call is cancelled. */
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
