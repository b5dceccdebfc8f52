import { CancellationError, describeThrown } from '../errors/agent-error.ts'
import { BudgetExceededError, toError } from '../errors/errors.ts'
import type { AuditSource } from '../ports.ts'
import type { ChatInput, Message } from '../messages/message.ts'
import type { RunResult } from '../run.ts'
import type { EnterSession, Entrance } from '../session-port.ts'
import { withGrace } from './grace.ts'
import { budgetReason } from '../limits.ts'
import { endOverBudget, type LoopRun, type RunCore, WallTimer } from './run.ts'

/** Runs a body in a stored session. Without `enter`, the body runs as it is. */
export async function inSession<T>(
  run: LoopRun,
  enter: EnterSession | undefined,
  how: Entrance,
  body: () => Promise<RunOutcome<T>>,
): Promise<RunOutcome<T>> {
  if (!enter) return body()
  const leave = await enter(run, how)
  try {
    run.throwIfEnding()
    return await body()
  } finally {
    await leave()
  }
}

/** The outcome of a run's body. */
export interface RunOutcome<T> {
  readonly status: 'completed' | 'stopped'
  readonly value: T
  /** The result for `onRunDone`; only the loop has one. */
  readonly result?: RunResult | undefined
}

/**
 * Frames a run: calls `onRunStart`, awaits the body, calls the hook of the end, and emits exactly
 * one terminal event. Resolves with the value of the body. Rejects with the error that ended the
 * run, which carries the run's evidence. `beforeEnd`, which must not reject, is called before a run
 * ends that did not complete.
 */
export async function superviseRun<T>(
  run: RunCore,
  input: ChatInput | undefined,
  body: () => Promise<RunOutcome<T>>,
  source: AuditSource = 'model',
  beforeEnd?: () => Promise<void>,
): Promise<T> {
  run.source = source
  const stopTimer = startWallTimer(run)
  try {
    run.features = run.features.filter(({ isOn }) => isOn(run))
    for (const feature of run.features) feature.run?.(run)
    run.throwIfEnding()
    await run.cancellation.race(run.hooks.notify('onRunStart', { run: run.context, input }))
    run.throwIfEnding()
    const { status, value, result } = await body()
    run.throwIfEnding()
    run.status = status
    run.endedAt = run.ports.clock.now()
    await run.cancellation.race(run.hooks.notify('onRunDone', { run: run.context, result }))
    const { content, usage } = run
    run.log.emit('completed', { status, content, usage, added: addedSince(run) })
    return value
  } catch (thrown) {
    await beforeEnd?.()
    throw await end(run, thrown)
  } finally {
    stopTimer()
    run.cancellation.dispose()
  }
}

/** Returns the messages that no event has reported yet; undefined if there are none. */
const addedSince = ({ unreported }: RunCore): readonly Message[] | undefined =>
  unreported.length > 0 ? Object.freeze([...unreported]) : undefined

/** Ends a run that did not complete, and returns the error that the run rejects with. */
async function end(run: RunCore, thrown: unknown): Promise<Error> {
  run.endedAt = run.ports.clock.now()
  const { reason } = run.cancellation
  const { usage } = run
  const error = toError(
    run.fatal
      ? run.fatal.error
      : reason && !CancellationError.isInstance(thrown)
        ? new CancellationError(reason)
        : thrown,
  )
  run.status = reason && !run.fatal ? 'cancelled' : 'failed'
  endOverBudget(run.parent, error)
  // All work of this run stops: siblings, attempts, runs inside it.
  run.cancellation.cancel({ kind: 'parent_failed', message: 'the run failed', cause: error })
  const told =
    reason && !run.fatal
      ? run.hooks.notify('onRunCancelled', { run: run.context, reason })
      : run.hooks.notify('onRunError', { run: run.context, error })
  const heard = told.catch((again: unknown) =>
    run.warn('end_hook_threw', `A hook at the run's end threw: ${describeThrown(again)}`),
  )
  await withGrace(heard, run.cancellation, run.ports.clock)
  run.attachEvidence(error)
  const added = addedSince(run)
  if (reason && !run.fatal) run.log.emit('cancelled', { reason, usage, added })
  else run.log.emit('failed', { error, usage, added })
  return error
}

/**
 * Starts the timer that ends the run after `limits.wallMs`. Returns a function that stops the
 * timer.
 */
function startWallTimer(run: RunCore): () => void {
  const { wallMs: limit } = run.config.limits
  if (limit === undefined || limit === Infinity) return () => undefined
  const wall = new WallTimer(run.ports.clock, limit, () => {
    const excess = {
      budgetKey: 'wallMs',
      limit,
      spent: limit,
      attempted: 0,
      unit: 'ms',
    }
    const error = new BudgetExceededError(excess)
    run.fail(error)
    run.cancel(budgetReason(error))
  })
  run.wall = wall
  return () => wall.stop()
}
