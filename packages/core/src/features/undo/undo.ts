// The reasons: decisions/0016.
import { commitAside } from '../../engine/run-tool.ts'
import type { LoopRun, RunOutcome } from '../../engine/run.ts'
import type { Undoing, WatchedRun } from '../../engine/seams.ts'
import { CancellationError, describeThrown } from '../../errors/agent-error.ts'
import { toError } from '../../errors/errors.ts'
import { misuse } from '../../options/misuse.ts'
import type { Session } from '../../session.ts'
import { CallWriter } from '../../engine/call-writer.ts'
import type { AgentStores } from '../../agent.ts'
import type { History } from '../../messages/history.ts'
import { callsInEffect, type KnownCalls } from '../../messages/in-effect.ts'
import type { Draft, Message, ToolMessage, UserMessage } from '../../messages/message.ts'
import type { CallUndo } from '../../state/calls.ts'
import type { Effect } from '../../tools/effects.ts'
import { noteOfOthers } from './in-effect.ts'
import type { CallPlace, UndoableCall } from '../../state/stores.ts'
import type { Undo, UndoneCall, UndoResult } from '../../tools/context.ts'
import { Line } from '../line.ts'

/** One registered undo function. */
interface Step {
  readonly call: UndoableCall
  readonly undo: Undo
}

/** The most calls that can be undone. The oldest call is forgotten first. */
const maxCalls = 200
/** The most runs whose calls are known. The oldest run is forgotten first. */
const maxRuns = 50

/**
 * The undo functions of the last 200 calls that registered any. For `left`, also the calls of the
 * last 50 runs.
 */
export class UndoBook implements Undoing {
  readonly #shown: CallWriter
  readonly #isOpen: (session: Session) => boolean
  /** The state of each call's undo. */
  readonly #states = new Map<UndoableCall, CallUndo>()
  readonly #calls = new Set<UndoableCall>()
  readonly #running = new Set<UndoableCall>()
  readonly #runs: WatchedRun[] = []
  #steps: Step[] = []
  readonly #line = new Line()
  /** Returns the effect of a tool that the page has. */
  readonly #effectOf: (answer: ToolMessage) => Effect | undefined

  /** `isOpen` says whether a session is the open one, or is never open. */
  constructor(
    { calls, scopes }: Pick<AgentStores, 'calls' | 'scopes'>,
    isOpen: (session: Session) => boolean,
  ) {
    this.#shown = new CallWriter(calls)
    this.#isOpen = isOpen
    this.#effectOf = (answer) => scopes.find(answer.name)?.tool.effect
    calls.askUndos({
      canUndo: (id) => this.stepsOf(id).length > 0,
      known: () => this.#known,
    })
  }

  inEffect(history: History, messages: readonly Message[]): readonly ToolMessage[] {
    return callsInEffect(history, messages, this.#known)
  }

  noteOfOthers(run: LoopRun): Draft<UserMessage> | undefined {
    return noteOfOthers(run, this.#known)
  }

  /** What is known of the calls of now. Copied when it is first asked for: mostly nobody does. */
  get #known(): KnownCalls {
    let byId: Map<string, CallUndo['status']> | undefined
    let effects: Map<ToolMessage, Effect | undefined> | undefined
    const readStates = () =>
      new Map([...this.#states].map(([{ callId }, { status }]) => [callId, status]))
    const readEffects = () =>
      new Map(
        this.#runs.flatMap(({ records }) =>
          records.map(({ message, effect }) => [message, effect] as const),
        ),
      )
    return {
      effectOf: (answer) => (effects ??= readEffects()).get(answer) ?? this.#effectOf(answer),
      undoOf: (callId) => (byId ??= readStates()).get(callId),
      inside: (callId) =>
        this.#runs.flatMap((run) =>
          run.inCall === callId && this.#isOpen(run.session)
            ? run.records.map(({ message }) => message)
            : [],
        ),
    }
  }

  /** Keeps the calls of a run, to know later which of them cannot be undone. */
  watch(run: WatchedRun): void {
    this.#runs.push(run)
    if (this.#runs.length > maxRuns) this.#runs.shift()
  }

  /** Adds a running call, and returns the object to which its undo functions are added. */
  open(place: CallPlace): UndoableCall {
    const call: UndoableCall = {
      ...place,
      add: (undo) => {
        this.#steps.push({ call, undo })
      },
      finish: () => {
        this.#running.delete(call)
        this.#calls.add(call)
        this.show(call, 'possible')
        const [oldest] = this.#calls
        if (oldest && this.#calls.size > maxCalls) this.#forget(oldest)
      },
    }
    this.#running.add(call)
    return call
  }

  /**
   * Returns the undo functions of one call, or of all calls of a run, the newest first. Leaves out
   * calls that still run.
   */
  stepsOf(id: string): Step[] {
    return this.#steps
      .filter(({ call }) => this.#isMeant(call, id) && !this.#running.has(call))
      .reverse()
  }

  /** Returns the session of the calls of an id; undefined if no call is known. */
  sessionOf(id: string): Session | undefined {
    return [...this.#calls].findLast((call) => this.#isMeant(call, id))?.session
  }

  /** Shows the calls of the open session that registered an undo. */
  showOpen(): void {
    for (const [call, undo] of this.#states) {
      const { callId, tool } = call
      const runId = call.runIds[0]
      if (!this.#isOpen(call.session)) continue
      this.#shown.put({ callId, tool, runId, state: 'succeeded', undo })
    }
  }

  /**
   * Removes an undo function, so that it runs at most once. Returns false if the function is gone
   * already.
   */
  claim(step: Step): boolean {
    const at = this.#steps.indexOf(step)
    if (at >= 0) this.#steps.splice(at, 1)
    return at >= 0
  }

  /** Shows the state of the undo of a call to the page. */
  show(call: UndoableCall, status: CallUndo['status'], error?: Error): void {
    const undo = { status, ...(error && { error }) }
    this.#states.set(call, undo)
    if (this.#isOpen(call.session)) this.#change(call, undo)
  }

  /** Lists the calls of an id that nothing can undo now. */
  leftOf(id: string): UndoResult['left'][number][] {
    const registered = new Set([...this.#calls].map(keyOf))
    const without = this.#runs.flatMap(({ runIds, records, session }) =>
      records
        .filter(({ message, effect }) => message.status === 'ok' && effect && effect !== 'read')
        .map(({ message }) => ({ callId: message.id, tool: message.name, runIds }))
        .filter((call) => this.#isMeant({ ...call, session }, id) && !registered.has(keyOf(call))),
    )
    const running = [...this.#running].filter((call) => this.#isMeant(call, id))
    const isHere = [...this.#calls, ...running].some((call) => this.#isMeant(call, id))
    const elsewhere = [...this.#calls].filter(
      (call) => !isHere && call.callId === id && this.#steps.some((step) => step.call === call),
    )
    return [
      ...without.map(({ callId, tool }) => ({ callId, tool, reason: 'no_undo' as const })),
      ...running.map(({ callId, tool }) => ({ callId, tool, reason: 'running' as const })),
      ...elsewhere.map(({ callId, tool }) => ({ callId, tool, reason: 'other_session' as const })),
    ]
  }

  /**
   * Runs the undo functions of a call, or of a run's calls, the newest first, each at most once. An
   * undo function that throws does not stop the others. The model is told with its next request.
   */
  async undo(run: LoopRun, id: string, join: Join): Promise<RunOutcome<UndoResult>> {
    if (typeof id !== 'string' || id === '') {
      throw misuse('undo', [id])
    }
    // Undos run one after another, in the order of the requests.
    const { ready, leave } = this.#line.enter()
    const outcomes: Outcomes = new Map()
    try {
      await run.cancellation.race(ready)
      await takeBack(run, this, id, outcomes)
      const value = toResult(this, id, outcomes)
      await tell(run, value, outcomes, join)
      run.throwIfEnding()
      return { status: 'completed', value }
    } finally {
      leave()
    }
  }

  #forget(call: UndoableCall): void {
    this.#calls.delete(call)
    this.#steps = this.#steps.filter((step) => step.call !== call)
    this.#states.delete(call)
    this.#change(call, undefined)
  }

  #change({ callId, runIds }: UndoableCall, undo: CallUndo | undefined): void {
    this.#shown.change({ callId, runId: runIds[0] }, { undo })
  }

  /**
   * Whether an id means a call: the id of its run, or its own id. Models give calls of different
   * sessions the same id, so that a call's own id counts in the open session alone.
   */
  #isMeant({ callId, runIds, session }: Meant, id: string): boolean {
    return runIds.includes(id) || (callId === id && this.#isOpen(session))
  }
}

type Meant = Pick<CallPlace, 'callId' | 'runIds' | 'session'>

/**
 * Returns the key of a call. The run is part of the key, because two runs may have calls with the
 * same id.
 */
const keyOf = ({ callId, runIds }: Pick<CallPlace, 'callId' | 'runIds'>): string =>
  `${runIds[0]} ${callId}`

/** Gives a message to a running chat. Returns undefined if no chat takes it. */
type Join = Parameters<Undoing['undo']>[2]

/** The calls that were undone, each with the error that its undo threw. */
type Outcomes = Map<UndoableCall, Error | undefined>

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
  join: Join,
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

/** Whether the model may learn of a call: it made the call, or may know of the tool now. */
function isTellable({ session, toolbox }: LoopRun, { callId, tool }: UndoneCall): boolean {
  const found = toolbox.find(tool)
  return !found || session.history.has(callId) || !toolbox.isHidden(found)
}

const idOf = ({ callId }: UndoneCall): string => callId

/** Returns the reason why an undo failed, redacted and shortened for the model. */
function reasonOf({ config }: LoopRun, error: Error): string {
  const reason = describeThrown(error)
  // A cut before the search could leave the beginning of a secret.
  return (config.redaction?.redact(reason) ?? reason).slice(0, maxReason)
}

/** The most characters of an error that the model gets. */
const maxReason = 300
