import { commitAside } from '../../engine/resume.ts'
import type { LoopRun } from '../../engine/run.ts'
import type { RunOutcome } from '../../engine/supervise.ts'
import { AgentError, CancellationError, describeThrown } from '../../errors/agent-error.ts'
import { toError } from '../../errors/errors.ts'
import type { Draft, UserMessage } from '../../messages/message.ts'
import { inWords } from '../../options/values.ts'
import type { UndoableCall } from '../../state/stores.ts'
import type { UndoneCall, UndoResult } from '../../tools/context.ts'
import type { UndoBook } from './undo-book.ts'

/** The calls that were undone, each with the error that its undo threw. */
type Outcomes = Map<UndoableCall, Error | undefined>

/**
 * Runs `undo`: the undo functions of a call, or of a run's calls, the newest first, each at most
 * once. An undo function that throws does not stop the others. The model is told with its next
 * request. `join` gives the message to a running chat, and returns undefined if no chat takes it.
 */
export async function undoBody(
  run: LoopRun,
  undos: UndoBook,
  id: string,
  join: (draft: Draft<UserMessage> & { readonly content: string }) => unknown,
): Promise<RunOutcome<UndoResult>> {
  if (typeof id !== 'string' || id === '') {
    throw new AgentError(
      `\`agent.undo\` got ${inWords(id)}, so it is not known what to undo. Give the \`runId\` of a result, or the id of a call.`,
    )
  }
  const { ready, leave } = undos.enter()
  const outcomes: Outcomes = new Map()
  try {
    await run.cancellation.race(ready)
    await takeBack(run, undos, id, outcomes)
    const value = toResult(undos, id, outcomes)
    await tell(run, value, outcomes, join)
    run.throwIfEnding()
    return { status: 'completed', value }
  } finally {
    leave()
  }
}

async function takeBack(
  run: LoopRun,
  undos: UndoBook,
  id: string,
  outcomes: Outcomes,
): Promise<void> {
  const { cancellation, ports } = run
  const { clock } = ports
  const steps = undos.stepsOf(id)
  /** The time at which the undo of each call began. */
  const open = new Map<UndoableCall, number>()
  const conclude = (call: UndoableCall): void => {
    const error = outcomes.get(call)
    const { callId, tool, iteration, runIds } = call
    const durationMs = clock.now() - (open.get(call) ?? 0)
    open.delete(call)
    undos.show(call, error ? 'failed' : 'undone', error)
    const [undoneRunId = ''] = runIds
    run.log.emit('tool_undone', { callId, tool, iteration, undoneRunId, error, durationMs })
  }
  for (const [at, step] of steps.entries()) {
    const { call, undo } = step
    const { callId, iteration } = call
    await run.page?.catchUp(run, { iteration, beforeCallId: callId })
    // An undo function that has not begun before the cancel can still run later.
    if (cancellation.reason) break
    if (!undos.claim(step)) continue
    if (!open.has(call)) open.set(call, clock.now())
    undos.show(call, 'undoing')
    const error = await attempt(run, undo)
    run.page?.changed(clock.now())
    outcomes.set(call, outcomes.get(call) ?? error)
    if (!steps.slice(at + 1).some((next) => next.call === call)) conclude(call)
  }
  for (const call of open.keys()) {
    if (cancellation.reason) outcomes.set(call, new CancellationError(cancellation.reason))
    conclude(call)
  }
}

/** Runs an undo function. Resolves with the error that it threw; undefined if it succeeded. */
async function attempt(
  { cancellation }: LoopRun,
  undo: (ctx: { signal: AbortSignal }) => unknown,
): Promise<Error | undefined> {
  try {
    await cancellation.race(undo({ signal: cancellation.signal }))
    return undefined
  } catch (thrown) {
    return toError(thrown)
  }
}

function toResult(undos: UndoBook, id: string, outcomes: Outcomes): UndoResult {
  const undone: UndoneCall[] = []
  const failed: UndoResult['failed'][number][] = []
  for (const [{ callId, tool }, error] of outcomes) {
    if (error) failed.push({ callId, tool, error })
    else undone.push({ callId, tool })
  }
  return { undone, failed, left: undos.leftOf(id) }
}

/**
 * Commits a message about the undone calls. Does nothing if all calls are of other sessions, such
 * as those of `execute`.
 */
async function tell(
  run: LoopRun,
  { undone, failed, left }: UndoResult,
  outcomes: Outcomes,
  join: Parameters<typeof undoBody>[3],
): Promise<void> {
  const isOwn = [...outcomes.keys()].some(({ session }) => session.id === run.session.id)
  if (!isOwn) return
  const name = ({ callId, tool }: UndoneCall): string => `${tool} (${callId})`
  const hasForeign = [...outcomes].some(
    ([{ callId, isUntrusted }, error]) =>
      error && (isUntrusted || run.session.history.get(callId)?.taint !== undefined),
  )
  const mayTell = (call: UndoneCall): boolean => isTellable(run, call)
  const [gone, kept] = [undone.filter(mayTell), left.filter(mayTell)]
  const errors = failed.filter(mayTell)
  const sentences = [
    gone.length && `Undone, so no longer in effect: ${gone.map(name).join(', ')}.`,
    ...errors.map((call) => `Could not be undone: ${name(call)}: ${reasonOf(run, call.error)}`),
    kept.length && `Still in effect: ${kept.map(name).join(', ')}.`,
  ].filter(Boolean)
  if (sentences.length === 0) return
  const draft = {
    id: run.ports.createId(),
    role: 'user',
    createdAt: run.ports.clock.now(),
    content: sentences.join('\n'),
    source: 'app',
    forModel: true,
    undo: { undone: undone.map(idOf), failed: failed.map(idOf), left: left.map(idOf) },
    ...(hasForeign && ({ taint: 'untrusted', taintedBy: 'the error of an undo' } as const)),
  } as const
  await commitAside(run, [draft], () => join(draft))
}

/** Tells if the model may learn of a call: it made the call, or may know of the tool now. */
function isTellable({ session, toolbox }: LoopRun, { callId, tool }: UndoneCall): boolean {
  const found = toolbox.find(tool)
  return !found || session.history.has(callId) || !toolbox.isHidden(found)
}

const idOf = ({ callId }: UndoneCall): string => callId

/** Returns the reason why an undo failed, redacted and shortened for the model. */
function reasonOf({ config }: LoopRun, error: Error): string {
  const reason = describeThrown(error)
  // A cut before the search could leave the beginning of a secret.
  return (config.redaction?.text(reason) ?? reason).slice(0, maxReason)
}

/** The most characters of an error that the model gets. */
const maxReason = 300
