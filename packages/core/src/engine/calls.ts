import type { Cancellation, CancelReason } from '../cancellation.ts'
import { type AgentError, CancellationError } from '../errors/agent-error.ts'
import { toErrorReport, handlerError } from '../errors/errors.ts'
import type { EndOfCall } from '../events.ts'
import { type CappedText, capText, toJsonText, canonicalJson } from '../json/json-text.ts'
import { toWords } from '../json/json.ts'
import { toMessage } from '../messages/history.ts'
import {
  type AssistantToolCall,
  type Draft,
  openCalls,
  type ToolMessage,
  type ToolStatus,
} from '../messages/message.ts'
import { isOutside, optionsOf } from '../tools/context.ts'
import type { Scope } from '../tools/scope.ts'
import { readSubject } from '../tools/subject.ts'
import { surroundCall, toCallError } from './around.ts'
import { type CallWork, type Executable, Fatal, noCharge, statusOfError } from './call.ts'
import { append, keep, taintOfAnswer, whileRunning } from './commit.ts'
import { endInside, toldReason } from './context.ts'
import { executeCall, type Executed } from './execute.ts'
import { type LoopWork, redactCapped, tellResult, type Told } from './model-result.ts'
import type { LoopRun } from './run.ts'
import { findRegistered } from './toolbox.ts'

/**
 * Answers every call of this run that has no answer yet, so that the history is closed however the
 * run ends.
 */
export async function closeOpenCalls(run: LoopRun, reason: CancelReason): Promise<void> {
  const iteration = Math.max(0, run.iterations.length - 1)
  for (const call of openCalls(run.messages)) {
    await closeCall(run, { call, iteration, reason, commit: commitAtOnce(run) })
  }
}

/** The number of equal calls in a row, by the tool and arguments of the last call. */
export type CallCounts = Map<string, number>

/**
 * Answers the calls of one message, one after another. With `order: 'parallel'`, several calls
 * run at once. They start in order, and each is reported when it ends. Their answers enter the
 * history in the order of the calls. Resolves with true if every call was silent. Rejects with the
 * error that ends the run: the calls that run are cancelled at once, and the others are closed.
 */
export async function answerCalls(
  run: LoopRun,
  calls: readonly AssistantToolCall[],
  iteration: number,
  counts: CallCounts,
  answers: OrderedAnswers,
  beforeCall: (call: AssistantToolCall) => Promise<void> | undefined,
): Promise<boolean> {
  const { order, concurrency } = run.config.calls
  const atOnce = order === 'parallel' ? concurrency : 1
  const batch = run.cancellation.child()
  const open = calls.filter(({ id }) => !answers.has(id))
  const begun = new Set<string>()
  if (run.offers && atOnce === 1 && open.length > 1)
    run.offers.called = new Set(open.map(({ name }) => name))
  let silent = open.length === calls.length
  let starting: Promise<unknown> = Promise.resolve()
  const cancelIfEnding = (): void => {
    if (run.fatal) batch.cancel({ kind: 'sibling_failed', message: 'another call ended the run' })
  }
  /** Resolves with the next call when all calls before it have started. */
  const takeNext = async (): Promise<AssistantToolCall | undefined> => {
    if (!isGoing(run, batch)) return undefined
    const call = open[begun.size]
    if (!call) return undefined
    countIdentical(run, call, counts)
    const waiting = isGoing(run, batch) ? beforeCall(call) : undefined
    if (waiting) await waiting
    if (!isGoing(run, batch)) return undefined
    begun.add(call.id)
    return call
  }
  const work = async (): Promise<void> => {
    for (;;) {
      // Calls one after another need no line to start in order.
      const taking = atOnce > 1 ? starting.then(takeNext) : takeNext()
      starting = taking
      const call = await taking
      cancelIfEnding()
      if (!call) return
      const { silent: isSilent, kept } = await answerCall(
        run,
        call,
        iteration,
        batch,
        answers.commit,
      )
      silent &&= isSilent
      cancelIfEnding()
      await kept
      cancelIfEnding()
    }
  }
  await Promise.all(
    Array.from({ length: Math.min(atOnce, open.length) }, () =>
      work().catch((thrown: unknown) => {
        run.fail(thrown)
        cancelIfEnding()
      }),
    ),
  )
  batch.dispose()
  for (const call of open) {
    if (answers.has(call.id)) continue
    const reason = run.cancellation.reason ?? runEnded
    const { commit } = answers
    await closeCall(run, { call, iteration, reason, commit })
  }
  run.throwIfEnding()
  return silent
}

const isGoing = (run: LoopRun, batch: LoopRun['cancellation']): boolean =>
  !run.fatal && !batch.reason

function countIdentical(run: LoopRun, call: AssistantToolCall, counts: CallCounts): void {
  if (!run.spending.counts('identicalCalls')) return
  const key = `${call.name} ${canonicalJson(call.raw ?? call.arguments)}`
  const spent = (counts.get(key) ?? 0) + 1
  // Another call ends the row.
  counts.clear()
  counts.set(key, spent)
  const reason = `"${call.name}" was called ${spent} times in a row with equal arguments`
  try {
    run.spending.requireLevel('identicalCalls', spent, reason)
  } catch (error) {
    run.fail(error)
  }
}

/**
 * Runs a call of the model and commits exactly one ToolMessage as its answer, whatever happens. An
 * error that must end the run is left in `run.fatal`. Resolves when the call has been told of; the
 * caller awaits `kept`.
 */
export async function answerCall(
  run: LoopRun,
  call: AssistantToolCall,
  iteration: number,
  batch: Cancellation,
  commit: CommitAnswer,
  find: CallWork['find'] = (name) => findRegistered(run, name),
  execute: (work: CallWork) => Promise<Executed> = executeCall,
): Promise<Answer> {
  const names = { callId: call.id, tool: call.name, iteration }
  const work: LoopWork = {
    run,
    ...names,
    call,
    cancellation: batch.child(),
    find,
    deferred: [],
    warnings: [],
  }
  const found = find(call.name)
  const label = subjectLabel(found?.executable, found?.registered?.scope, call)
  work.label = label
  const source = isOutside(run.source) ? run.source : undefined
  run.log.emit('tool_started', { ...names, call, label, source })
  const end = run.calls?.begin(call.id, work.cancellation)
  try {
    const executed = await executeAround(work, execute).catch(
      (thrown: unknown) => new Thrown(thrown),
    )
    return executed instanceof Thrown
      ? await fail(work, executed.value, commit)
      : await succeed(work, executed, commit)
  } finally {
    end?.()
    void endInside(work)
    work.cancellation.dispose()
  }
}

/** Runs the steps of a call inside of the features and the plug-ins that stand around calls. */
function executeAround(
  work: LoopWork,
  execute: (work: CallWork) => Promise<Executed>,
): Promise<Executed> {
  // A call whose outcome is known has run, whatever a plug-in says of it.
  let next = () => surroundCall(work, execute, execute !== executeCall)
  for (const { call } of work.run.features.toReversed()) {
    const inner = next
    if (call) next = () => call(work, inner)
  }
  return next()
}

/** The wrapper of what a call threw, which may be any value. */
class Thrown {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** Answers a call that has succeeded. No cancel and no error of later work changes that. */
async function succeed(work: LoopWork, executed: Executed, commit: CommitAnswer): Promise<Answer> {
  const { result, charged, durationMs, cached } = executed
  const told = await tellResult(work, executed)
  const ending = { work, call: originalOf(work), status: 'ok', told, durationMs, charged } as const
  const kept = endCall(ending, commit, (end) =>
    work.run.log.emit('tool_succeeded', {
      ...end,
      result,
      durationMs,
      ...(cached && { cached }),
      ...(told.totalBytes !== undefined && { truncated: true }),
      ...(told.isWithheld && { withheld: true }),
    }),
  )
  return { silent: work.executable?.mode === 'silent', result, kept }
}

/** The end of a call that has no result. */
interface Closing {
  readonly call: AssistantToolCall
  /** Default 0. */
  readonly iteration?: number
  readonly reason: CancelReason
  readonly commit: CommitAnswer
  /** The time for which the handler ran, in milliseconds. Default 0. */
  readonly durationMs?: number
  /** The amounts that the call was charged, by the key of the limit. Default: none. */
  readonly charged?: Readonly<Record<string, number>>
  /** The name, for people, of what the call is for. Default: that of its tool now. */
  readonly label?: string | undefined
  /**
   * Whether the handler had started; `unknown` for a call that another may have run. Default:
   * whether it may have started on a page before this one.
   */
  readonly began?: boolean | 'unknown' | undefined
  /** The source of the reason, if a handler may have written it. Default: Ambit. */
  readonly from?: Pick<CallWork, 'foreign' | 'isUntrusted'> | undefined
}

/**
 * Answers a call that has no result: it was cancelled, the run ends, or the model did not finish
 * the call. The answer is `interrupted` if the handler may have taken effect, else `cancelled`; all
 * that tells of the end follows from that. Returns a promise that resolves when the answer is
 * durable.
 */
export function closeCall(run: LoopRun, closing: Closing): Promise<unknown> | undefined {
  const { call, iteration = 0, reason, durationMs = 0, charged = noCharge } = closing
  const place = run.toolbox.find(call.name)
  const { label = subjectLabel(place?.tool, place?.scope, call), from } = closing
  const { began: started = mayHaveBegun(run, call) } = closing
  const began = started !== false
  const status = began ? 'interrupted' : 'cancelled'
  const known = started === 'unknown' ? undefined : started
  const error = new CancellationError(toldReason(reason, call.id), known)
  const { foreign, isUntrusted } = from ?? {}
  const work = { run, iteration, label, foreign, isUntrusted, warnings: [] }
  const told = toTold(run, error)
  const ending = { work, call, status, told, durationMs, charged } as const
  return endCall(ending, closing.commit, (end) =>
    run.log.emit('tool_cancelled', { ...end, reason, began }),
  )
}

async function fail(work: LoopWork, thrown: unknown, commit: CommitAnswer): Promise<Answer> {
  const { run, iteration, cancellation, charged = noCharge } = work
  const now = run.ports.clock.now()
  const durationMs = now - (work.startedAt ?? now)
  const call = originalOf(work)
  const isEnding = thrown instanceof Fatal || (cancellation.reason && !work.isGiven)
  const error = isEnding ? thrown : toCallError(work, thrown)
  if (error instanceof Fatal) run.fail(error.error)
  const hasStarted = work.startedAt !== undefined
  const began = hasStarted || mayHaveBegun(run, call)
  const reason =
    cancellation.reason ??
    (error instanceof Fatal
      ? runEnded
      : began && !hasStarted
        ? notAgain(error as Error)
        : undefined)
  if (reason && !work.isGiven) {
    // A handler may have put its own words into the reason.
    const from = reason.message === undefined ? undefined : work
    const closing = { call, iteration, reason, commit, durationMs, charged, from }
    const kept = closeCall(run, { ...closing, began, label: work.label })
    return { silent: false, error: new CancellationError(reason, began), kept }
  }
  // A plug-in that threw might have removed something from the error.
  const told = error instanceof Fatal ? withheldError(work) : (error as AgentError)
  const status = statusOfError(told, hasStarted)
  const ending = { work, call, status, told: toTold(run, told), durationMs, charged }
  const kept = endCall(ending, commit, (end) =>
    run.log.emit('tool_failed', { ...end, error: told }),
  )
  if (run.config.calls.errors === 'abort' && (status === 'error' || status === 'timeout')) {
    run.fail(told)
  }
  return { silent: false, error: told, kept }
}

/** All that the end of a call says, however it ends. */
interface Ending {
  readonly work: Pick<
    LoopWork,
    'run' | 'iteration' | 'warnings' | 'effect' | 'changed' | 'label' | 'foreign' | 'isUntrusted'
  >
  readonly call: AssistantToolCall
  readonly status: ToolStatus
  readonly told: Told
  readonly durationMs: number
  readonly charged: Readonly<Record<string, number>>
}

/**
 * Ends a call: commits its answer, records it, and has its one event emitted. Nothing else is
 * written of an end. The trace is made from the records. The activity, the end row of the audit and
 * the notes about external callers are made from the event.
 */
function endCall(
  { work, call, status, told, durationMs, charged }: Ending,
  commit: CommitAnswer,
  tell: (end: EndOfCall) => void,
): Promise<unknown> | undefined {
  const { run, iteration, warnings, effect } = work
  const { message, kept } = commit({
    id: call.id,
    role: 'tool',
    name: call.name,
    label: work.label,
    createdAt: run.ports.clock.now(),
    content: told.content,
    status,
    output: told.output,
    arguments: work.changed,
    durationMs: status === 'ok' ? durationMs : undefined,
    ...taintOfAnswer(work, call.name, status),
  })
  const { totalBytes } = told
  run.records.push({ iteration, call, message, durationMs, totalBytes, warnings, effect })
  tell({ callId: call.id, tool: call.name, iteration, message, charged })
  return kept
}

/** Returns the reason for closing a call that may have run before, and was refused now. */
const notAgain = ({ message }: Error): CancelReason => ({
  kind: 'manual',
  message: `it was not run again: ${message}`,
})

/**
 * Whether a call was started on a page before this one, and nobody knows if it took effect. If its
 * tool has a `reconcile`, that has said that it did not.
 */
export function mayHaveBegun(
  { journal, toolbox }: LoopRun,
  { id, name, arguments: args }: AssistantToolCall,
): boolean {
  if (!journal?.intents.has(id)) return false
  const { tool } = toolbox.find(name) ?? {}
  return !tool || !optionsOf(tool, args).reconcile
}

const withheldError = ({ tool, callId }: LoopWork): AgentError =>
  handlerError(
    tool,
    callId,
    'The call failed. Its error is withheld, because a plug-in threw.',
    true,
  )

/** Returns an error as the model gets it. A redaction that throws withholds it. */
function toTold(run: LoopRun, error: AgentError): Told {
  const { redaction } = run.config
  const { maxResultBytes } = run.config.calls
  const toCapped = ({ text: content, totalBytes }: CappedText): Told => ({ content, totalBytes })
  try {
    return toCapped(redactCapped(toJsonText(toErrorReport(error)), maxResultBytes, redaction))
  } catch (thrown) {
    run.fail(thrown)
    const message = 'The call failed. Its error is withheld, because it could not be prepared.'
    const report = { name: error.name, code: error.code, kind: 'no_text', message }
    return toCapped(capText(toJsonText({ error: report }), maxResultBytes))
  }
}

/** The reason with which a call is closed when something else ends its run. */
export const runEnded: CancelReason = { kind: 'parent_failed', message: 'the run ended' }

/**
 * Returns the call under the tool name that the model gave. A plug-in may have sent the call to
 * another tool.
 */
const originalOf = ({ call, callId, tool }: CallWork): AssistantToolCall =>
  call.name === tool ? call : { ...call, id: callId, name: tool }

/**
 * Returns the name, for people, of the thing that a call is for; undefined if it has none. That of
 * the tool's own subject comes before that of its scope, and this before those of scopes around it.
 */
function subjectLabel(
  tool: Pick<Executable, 'subject' | 'subjectOf'> | undefined,
  scope: Scope | undefined,
  { name, arguments: args }: AssistantToolCall,
): string | undefined {
  try {
    let label = tool?.subjectOf?.(args)?.label ?? readSubject(tool?.subject, name)?.label
    for (let at = scope; at && label === undefined; at = at.parent)
      label = readSubject(at.subject, name)?.label
    return toWords(label)
  } catch {
    return undefined
  }
}

/** The outcome of an answered call. */
export interface Answer {
  /** True if the call succeeded and its result was for the page alone. */
  readonly silent: boolean
  /** The full result, if the call succeeded. */
  readonly result?: unknown
  /** The error of the call, if the call did not succeed. */
  readonly error?: Error | undefined
  /** A promise that resolves when the answer is durable and the plug-ins have heard of it. */
  readonly kept?: Promise<unknown> | undefined
}

/** An answer that is decided. */
interface Committed {
  /** The answer, as it is in the history now or as soon as all earlier calls are answered. */
  readonly message: ToolMessage
  /**
   * A promise that resolves when the answer is durable and the plug-ins have heard of it. Undefined
   * if there is nothing to wait for.
   */
  readonly kept?: Promise<unknown> | undefined
}

/** The function that takes the answer of a call. It decides the call, and cannot be taken back. */
export type CommitAnswer = (draft: Draft<ToolMessage>) => Committed

/** Returns a function that adds each answer to the history at once. */
export const commitAtOnce =
  (run: LoopRun): CommitAnswer =>
  (draft) => {
    const message = append(run, draft)
    return { message, kept: keep(run, [message]) }
  }

/**
 * The answers to the calls of one message. They enter the history in the order of the calls,
 * whichever call ends first. An answer that waits for its turn is durable already.
 */
export class OrderedAnswers {
  readonly #run: LoopRun
  readonly #calls: readonly AssistantToolCall[]
  /** The position of each call, by its id. */
  readonly #places: ReadonlyMap<string, number>
  readonly #waiting: Map<string, ToolMessage>
  /** The position of the first call whose answer is not in the history. */
  #next = 0
  #kept: Promise<unknown> | undefined

  /**
   * `calls` are the calls without an answer in the history, in order. `waiting` are the answers
   * that are known already, by call id.
   */
  constructor(
    run: LoopRun,
    calls: readonly AssistantToolCall[],
    waiting?: ReadonlyMap<string, ToolMessage>,
  ) {
    this.#run = run
    this.#calls = calls
    this.#places = new Map(calls.map(({ id }, at) => [id, at]))
    this.#waiting = new Map(waiting)
  }

  /** The answers that wait for the answer of an earlier call, by call id. */
  get waiting(): ReadonlyMap<string, ToolMessage> {
    return this.#waiting
  }

  /** Whether a call has its answer. */
  has(callId: string): boolean {
    return this.#run.session.history.has(callId) || this.#waiting.has(callId)
  }

  /** Takes an answer that was stored before a reload. No event tells of it again. */
  restore(answer: ToolMessage): Promise<unknown> | undefined {
    this.#run.reportMessages([answer])
    return this.#add(answer, () => undefined).kept
  }

  readonly commit: CommitAnswer = (draft) =>
    this.#add(draft, (call, message) => {
      const { journal } = this.#run
      return journal && whileRunning(this.#run, () => journal.ended(call, message))
    })

  #add(
    draft: Draft<ToolMessage>,
    hold: (call: AssistantToolCall, message: ToolMessage) => Promise<unknown> | undefined,
  ): Committed {
    const at = this.#places.get(draft.id) ?? -1
    const [before, call] = [this.#calls[at - 1], this.#calls[at]]
    if (at > this.#next && before && call) {
      const message = toMessage<ToolMessage>(draft, before.id)
      this.#waiting.set(message.id, message)
      return { message, kept: hold(call, message) }
    }
    const message = append(this.#run, draft)
    const messages = [message]
    this.#next++
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      messages.push(append(this.#run, next))
      this.#next++
    }
    this.#kept = keep(this.#run, messages, this.#kept)
    return { message, kept: this.#kept }
  }

  #takeNext(): ToolMessage | undefined {
    const { id = '' } = this.#calls[this.#next] ?? {}
    const message = this.#waiting.get(id)
    this.#waiting.delete(id)
    return message
  }
}
