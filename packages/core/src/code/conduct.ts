import { CallContext, type CallInfo } from '../engine/call-context.ts'
import { cleanUp } from '../engine/clean-up.ts'
import { withGrace } from '../engine/grace.ts'
import { endUndo } from '../engine/on-undo.ts'
import type { RunCore } from '../engine/run-core.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import type { OpenWork } from './open-work.ts'

/**
 * Runs a body, cancels what it left behind, and runs what it deferred. Leaves the body itself
 * behind if it does not end within 50 ms of a cancel.
 */
export async function conduct<T>(
  run: RunCore,
  open: OpenWork,
  body: (ctx: ToolContext) => T | Promise<T>,
): Promise<T> {
  const { id: callId, agentId: tool, cancellation, workCancellation, ports } = run
  const call: CallInfo = { run, callId, tool, iteration: 0, deferred: [], cancellation }
  let ended: { readonly value: T } | { readonly thrown: unknown } | undefined
  const running = (async () => body(new CallContext(call, workCancellation)))().then(
    (value) => (ended = { value }),
    (thrown: unknown) => (ended = { thrown }),
  )
  await withGrace(running, workCancellation, ports.clock)
  const end = ended as { value: T } | { thrown: unknown } | undefined
  if (end && 'thrown' in end) run.fail(end.thrown)
  if (run.fatal) run.cancel(workCancellation.reason ?? bodyFailed)
  await open.close()
  endUndo(call)
  await withGrace(cleanUp(call), cancellation, ports.clock)
  run.throwIfEnding()
  return (end as { value: T }).value
}

const bodyFailed = { kind: 'sibling_failed', message: 'the body of the run failed' } as const
