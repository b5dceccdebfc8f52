import type { Agent } from '../agent.ts'
import type { Cancellation, CancelReason } from '../cancellation.ts'
import type { Clock, Ports } from '../environment.ts'
import { addToJson, CancellationError, AgentError } from '../errors/agent-error.ts'
import { toError } from '../errors/errors.ts'
import { BudgetExceededError } from '../errors/limit-errors.ts'
import type { Dispatch, EventType } from '../events.ts'
import { budgetReason, Spending } from '../limits.ts'
import type { AuditSource } from '../ports.ts'
import { toTimeLimit } from '../options/check.ts'
import type { AssistantMessage, ChatInput, Message, ToolMessage } from '../messages/message.ts'
import { type CallRecord, toTraceEntry, type TraceEntry } from '../messages/trace.ts'
import { addCall, addUsage, exact } from '../model/cost.ts'
import { noUsage, type Usage } from '../model/usage.ts'
import type { IterationReport, Run, RunReport, RunResult, RunStatus } from '../run.ts'
import type { Journal } from '../session-port.ts'
import type { Session } from '../session.ts'
import { type Artifact, isOutside, type OutsideSource } from '../tools/context.ts'
import type { CallWriter } from './call-writer.ts'
import type { CallAround } from './current-call.ts'
import { Deltas, EventLog } from './event-log.ts'
import type { Page } from './page.ts'
import type { PluginList } from './plugin-list.ts'
import type { LoopConfig, RunConfig } from './run-config.ts'
import { type RunContext, RunView } from './run-context.ts'
import type { AskedCall } from './run-tool.ts'
import type { Feature, ListFeatures, Undoing } from './seams.ts'
import type { Offers } from './offers.ts'
import type { CallOwners, Toolbox } from './toolbox.ts'

/** The verbs of an agent that handlers have for runs inside their calls. */
export type HandlerVerbs = Pick<Agent, 'execute' | 'runTool'>

/** The options with which a run is made. */
export interface RunCoreOptions<Config extends RunConfig> {
  /** The run, as the application holds it. */
  readonly handle: Run<unknown>
  readonly agentId: string
  /** The agent of the run. Default: that of the parent. */
  readonly agent?: HandlerVerbs | undefined
  readonly parent?: RunCore | undefined
  /** The id of the call that this run is part of. */
  readonly parentCallId?: string | undefined
  readonly around?: CallAround | undefined
  /** The caller's own id of the conversation. Default: that of the parent. */
  readonly sessionId?: string | undefined
  /** Gets every event. Must not throw. */
  readonly dispatch: Dispatch
  /** Whether a handler would get an event of this type. Default: nobody would. */
  readonly hears?: ((type: EventType) => boolean) | undefined
  readonly config: Config
  readonly ports: Ports
  readonly session: Session
  readonly toolbox: Toolbox
  readonly plugins: PluginList
  readonly owners: CallOwners
  /** Lists the optional features of the run. Default: none. */
  readonly listFeatures?: ListFeatures | undefined
  /** The store for the undo functions of the run's calls. Ignored if the parent has one. */
  readonly undos?: Undoing | undefined
  /** The writer of `agent.calls`. Ignored if the parent has one. */
  readonly calls?: CallWriter | undefined
  /** The page that the run waits for. Default: none. */
  readonly page?: Page | undefined
}

/** The outcome of a run's work. */
export interface RunOutcome<T> {
  readonly status: 'completed' | 'stopped'
  readonly value: T
  /** The result, for plug-ins; only the loop has one. */
  readonly result?: RunResult | undefined
}

/**
 * A run, from its first event to its last: identity, log, cancellation, spending, and the results
 * so far. Whoever makes one does its work between `begin` and `complete`. What the work throws is
 * for `end`, and `dispose` comes in any case. There is then exactly one terminal event.
 */
export class RunCore<Config extends RunConfig = RunConfig> {
  declare readonly id: string
  declare readonly rootId: string
  declare readonly agentId: string
  declare readonly agent: HandlerVerbs | undefined
  declare readonly parent: RunCore | undefined
  declare readonly around: CallAround | undefined
  declare readonly parentCallId: string | undefined
  declare readonly config: Config
  declare readonly ports: Ports
  declare readonly session: Session
  declare readonly toolbox: Toolbox
  declare readonly plugins: PluginList
  declare readonly owners: CallOwners
  declare readonly undos: Undoing | undefined
  /** The writer of the calls that the page shows; undefined in `runAgent` apart from an agent. */
  declare readonly calls: CallWriter | undefined
  /** The page that the run waits for; undefined in `runAgent`. */
  declare readonly page: Page | undefined
  declare readonly log: EventLog
  declare readonly deltas: Deltas
  declare readonly cancellation: Cancellation
  declare readonly spending: Spending
  declare readonly startedAt: number
  /** The answered calls, in the order in which they ended. */
  readonly records: CallRecord[] = []
  readonly messages: Message[] = []
  readonly iterations: IterationReport[] = []
  readonly children: RunCore[] = []
  readonly artifacts: Map<string, Artifact> = new Map()
  /** The party that asks for the run's calls. */
  source: AuditSource = 'model'
  /** The call of `runTool` that the run is for. */
  asked: AskedCall | undefined
  /** The optional features of the run, in the order in which they stand around a call. */
  features: readonly Feature[] = []
  /** The 0-based number of the current model call. */
  iteration = 0
  /** True once the run is to end after the current iteration. */
  isStopping = false
  /** What the page offered with the last request, or when the call of `runTool` was asked for. */
  offers: Offers | undefined
  /** The error that ends the run, whatever its body does. The first error stays. */
  fatal: { readonly error: unknown } | undefined
  /** The usage of the run and of the runs inside it. */
  usage: Usage = noUsage
  /** The third-party text in the last request to the model, in words; undefined without any. */
  taint: string | undefined
  costUsd: number | undefined
  /** The amounts that tools were charged, by the key of the limit, also without such a limit. */
  readonly charged: Record<string, number> = {}
  /** The latest text of the model. */
  content = ''
  endedAt: number | undefined
  /** The provider's own chunks of the last response, if `request.keepRaw` is true. */
  raw: readonly unknown[] | undefined
  /** The id of the model that gave the last response; undefined before the first. */
  modelId: string | undefined
  /** The provider's id of the last response. */
  responseId: string | undefined
  /** The journal; present while a run of a stored session goes on. */
  journal: Journal | undefined
  /** True in a session that other devices may go on with, without reaching this one. */
  isShared = false
  /** The place where a run that was cut short continues: an iteration, and its open message. */
  resumed:
    | {
        readonly iteration: number
        readonly pending: AssistantMessage | undefined
        /** The answers to calls of `pending` that wait for the answer of an earlier call. */
        readonly waiting: ReadonlyMap<string, ToolMessage>
      }
    | undefined
  /** Shows what the run does, where no event tells it; absent apart from the open session. */
  show?: ((status: 'settling' | 'running') => void) | undefined
  /** The timer of the limit of time; absent without that limit. */
  wall: WallTimer | undefined
  status: RunStatus = 'running'
  /** The caller's own id of the conversation, of this run or of the run around it. */
  readonly givenSessionId: string | undefined
  readonly #listFeatures: ListFeatures | undefined
  readonly #handle: Run<unknown>
  #warned: Set<string> | undefined
  #isLocal = false
  #context: RunContext | undefined

  constructor(options: RunCoreOptions<Config>) {
    const { handle, parent, config, agentId, ports } = options
    this.#handle = handle
    this.parentCallId = options.parentCallId
    this.id = handle.id
    this.rootId = parent?.rootId ?? handle.id
    this.agentId = agentId
    this.agent = options.agent ?? parent?.agent
    this.givenSessionId = options.sessionId || parent?.givenSessionId
    this.parent = parent
    this.around = options.around
    const identity = {
      agentId,
      runId: this.id,
      rootRunId: this.rootId,
      sessionId: this.givenSessionId,
    }
    this.log = new EventLog(identity, ports.clock, options.dispatch, options.hears, parent?.log)
    this.deltas = new Deltas(this.log)
    this.cancellation = handle.cancellation
    this.startedAt = handle.startedAt
    this.config = config
    this.ports = ports
    this.session = options.session
    this.toolbox = options.toolbox
    this.plugins = options.plugins
    this.owners = options.owners
    this.undos = parent?.undos ?? options.undos
    this.calls = parent?.calls ?? options.calls
    this.#listFeatures = options.listFeatures
    this.page = options.page
    this.spending = new Spending(config.limits, ports.clock, parent?.spending)
    if (options.session.isLocal) this.#setLocal()
    parent?.children.push(this)
    handle.begin(this)
  }

  /**
   * The cancellation of the calls and runs inside this run. It is the run's own, unless the work
   * ends before the run does.
   */
  get workCancellation(): Cancellation {
    return this.cancellation
  }

  /** The run, for plug-ins and instructions: the same object for all of them. */
  get context(): RunContext {
    return (this.#context ??= new RunView(this))
  }

  /** Whether the run has read what must not leave the device. What it makes is then such, too. */
  get isLocal(): boolean {
    if (!this.#isLocal && (this.parent?.isLocal || this.toolbox.registry.isLocal)) {
      this.#setLocal()
    }
    return this.#isLocal
  }

  /** Looks in the history too: for the beginning of the run, and before each request. */
  readLocal(): boolean {
    const { history } = this.session
    if (!this.#isLocal && history.any.local && history.messages.some(({ local }) => local)) {
      this.#setLocal()
    }
    return this.isLocal
  }

  /** A run gets the results of the calls, and so of the runs, inside it. */
  #setLocal(): void {
    this.#isLocal = true
    this.log.local = true
    if (this.parent) this.parent.#setLocal()
  }

  /** The id of the conversation, for reports: the caller's own, or that of the outermost run. */
  get sessionId(): string {
    return this.givenSessionId ?? rootOf(this).session.id
  }

  /**
   * Begins the run: emits `started`, and waits until the session is read that it is to be part of.
   */
  async begin(
    input: ChatInput | undefined,
    source: AuditSource = 'model',
    opening?: Promise<unknown>,
  ): Promise<void> {
    const { parent } = this
    const around = parent && { parentRunId: parent.id, parentCallId: this.parentCallId }
    this.readLocal()
    this.log.emit('started', { input, ...around })
    if (opening) await this.cancellation.race(opening)
    this.readLocal()
    this.source = source
    if (this.config.limits.time !== undefined) this.#startWallTimer()
    this.features = this.#listFeatures?.(this) ?? []
    for (const { run, onDemand } of this.features) {
      run?.(this)
      if (onDemand) this.toolbox.readOnDemand = () => onDemand(this)
    }
    this.throwIfEnding()
  }

  /** Completes the run, and emits `completed`. */
  complete({ status }: RunOutcome<unknown>): void {
    this.throwIfEnding()
    this.status = status
    this.endedAt = this.ports.clock.now()
    const { content, usage } = this
    this.log.emit('completed', { status, content, usage })
  }

  /** Returns the error that ends the run, for what its work threw. */
  toEnd(thrown: unknown): Error {
    const { reason } = this.cancellation
    if (this.fatal) return toError(this.fatal.error)
    return reason && !AgentError.is(thrown, 'cancelled')
      ? new CancellationError(reason)
      : toError(thrown)
  }

  /**
   * Ends a run that did not complete: stops all of its work, and emits `cancelled` or `failed`.
   * Returns the error that the run rejects with, which has the evidence of the run.
   */
  end(thrown: unknown): Error {
    this.endedAt = this.ports.clock.now()
    const { fatal, usage } = this
    const { reason } = this.cancellation
    const isCancel = !fatal && reason !== undefined
    const error = this.toEnd(thrown)
    this.status = isCancel ? 'cancelled' : 'failed'
    endOverBudget(this.parent, error)
    // All work of this run stops: siblings, attempts, runs inside it.
    this.cancellation.cancel({ kind: 'parent_failed', message: 'the run failed', cause: error })
    this.attachEvidence(error)
    if (isCancel) this.log.emit('cancelled', { reason, usage })
    else this.log.emit('failed', { error, usage })
    return error
  }

  /** Lets go of the clock, the signal and the run around this one. */
  dispose(): void {
    this.wall?.stop()
    this.cancellation.dispose()
  }

  /** Reports messages that were added to the history, and that no other event reports. */
  reportMessages(messages: readonly Message[]): void {
    for (const message of messages) this.log.emit('message', { message })
  }

  /** Starts the timer that ends the run after `limits.time`. */
  #startWallTimer(): void {
    const limit = toTimeLimit(this.config.limits.time)
    if (limit === undefined) return
    this.wall = new WallTimer(this.ports.clock, limit, () => {
      const spent = { budgetKey: 'time', limit, spent: limit, attempted: 0, unit: 'ms' }
      const error = new BudgetExceededError(spent)
      this.fail(error)
      this.cancel(budgetReason(error))
    })
  }

  cancel(reason?: CancelReason): void {
    this.#handle.cancel(reason)
  }

  /**
   * Ends the run with `error`, even if its body continues. Does nothing if the run is cancelled or
   * has an error already.
   */
  fail(error: unknown): void {
    if (!this.cancellation.reason) this.fatal ??= { error }
  }

  /** Throws the error or the cancel that ends the run, if there is one. */
  throwIfEnding(): void {
    if (this.fatal) throw this.fatal.error
    this.cancellation.throwIfCancelled()
  }

  /** Emits a warning event, once for each `key`. */
  warn(code: string, message: string, key: string = code): void {
    const warned = (this.#warned ??= new Set())
    if (warned.has(key)) return
    warned.add(key)
    this.log.emit('warning', { code, message })
  }

  /** Adds the usage and the cost of one model call, to the runs around this one too. */
  addUsage(usage: Usage, costUsd: number | undefined): void {
    for (const run of lineOf(this)) {
      run.usage = addUsage(run.usage, usage)
      if (costUsd !== undefined) run.costUsd = exact((run.costUsd ?? 0) + costUsd)
    }
    this.session.usage?.add(this.rootId, (total) => addCall(total, usage, costUsd))
  }

  /**
   * Adds the data of the run to an error, and a `toJSON` if it has none. The properties are not
   * enumerable, so that loggers do not print them.
   */
  attachEvidence(error: unknown): void {
    if (!(error instanceof Error) || !Object.isExtensible(error)) return
    const { id: runId, trace, log, usage, content } = this
    const messages = Object.freeze([...this.messages])
    const evidence = { runId, trace, messages, usage, content: content || undefined }
    for (const [key, value] of Object.entries(evidence)) {
      Object.defineProperty(error, key, { value, configurable: true, writable: true })
    }
    // The event that has the error is emitted later.
    Object.defineProperty(error, 'events', { get: () => log.events, configurable: true })
    addToJson(error)
  }

  /** The answered calls, in the order of their answers in the history. */
  get trace(): TraceEntry[] {
    const places = new Map(this.messages.map(({ id }, at) => [id, at]))
    const placeOf = ({ message }: CallRecord): number => places.get(message.id) ?? places.size
    // A run of a browser that is too old ends with a trace, so this calls no `toSorted`.
    return [...this.records].sort((a, b) => placeOf(a) - placeOf(b)).map(toTraceEntry)
  }

  get report(): RunReport {
    const { sessionId, config, parent, status, startedAt, usage } = this
    const endedAt = this.endedAt ?? this.ports.clock.now()
    return {
      runId: this.id,
      rootRunId: this.rootId,
      ...(parent && { parentRunId: parent.id }),
      name: this.agentId,
      sessionId,
      userId: config.user.id,
      tenantId: config.user.tenant,
      status,
      startedAt,
      endedAt,
      durationMs: endedAt - startedAt,
      usage,
      charged: { ...this.charged },
      iterations: [...this.iterations],
      children: this.children.map((child) => child.report),
    }
  }
}

/** A run of the loop. */
export type LoopRun = RunCore<LoopConfig>

/**
 * Ends a run, and the runs around it that have the same budget, with the refusal of that budget.
 * Cancels their work at once, so that no code can go on by catching the error. Does nothing for an
 * error that is not a refusal of a budget of the run.
 */
export function endOverBudget(run: RunCore | undefined, error: unknown): void {
  for (let at = run; at?.spending.refused(error); at = at.parent) {
    at.fail(error)
    at.workCancellation.cancel(Object.freeze(budgetReason(error as BudgetExceededError)))
  }
}

/** A timer of the time that a run takes. The timer pauses while the run waits for a user. */
export class WallTimer {
  readonly #clock: Clock
  readonly #onEnd: () => void
  #leftMs: number
  #startedAt = 0
  #timer: unknown
  #pauses = 0

  /** Starts the timer at once. Calls `onEnd` when `limitMs` are used up. */
  constructor(clock: Clock, limitMs: number, onEnd: () => void) {
    this.#clock = clock
    this.#leftMs = limitMs
    this.#onEnd = onEnd
    this.#start()
  }

  /** Pauses the timer until every returned function has been called. */
  pause(): () => void {
    if (this.#pauses++ === 0) {
      this.stop()
      this.#leftMs = Math.max(0, this.#leftMs - (this.#clock.now() - this.#startedAt))
    }
    return () => {
      if (--this.#pauses === 0) this.#start()
    }
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer)
  }

  #start(): void {
    this.#startedAt = this.#clock.now()
    // A timer of no time would let a short run complete.
    if (this.#leftMs === 0) this.#onEnd()
    else this.#timer = this.#clock.setTimeout(this.#onEnd, this.#leftMs)
  }
}

/**
 * Pauses the timers of a run and of the runs around it, while a user is asked. Returns a function
 * that ends the pause.
 */
export function pauseWall(run: RunCore): () => void {
  const resumes = lineOf(run).map(({ wall, offers }) => {
    offers?.asked()
    return wall?.pause()
  })
  return () => resumes.forEach((resume) => resume?.())
}

/** Returns the kind of the caller from outside that a run works for; undefined if it has none. */
export const callerOf = ({ source, parent }: RunCore): OutsideSource | undefined =>
  isOutside(source) ? source : parent && callerOf(parent)

/**
 * Cancels a run that waits for a user, and the runs around it, once its session is left. Nobody
 * could answer there. The returned function ends this.
 */
export function cancelOnLeave(run: RunCore): () => void {
  const root = rootOf(run)
  return root.session.left?.onCancel((reason) => root.cancel(reason)) ?? (() => undefined)
}

/** Returns the outermost run around a run. */
export const rootOf = (run: RunCore): RunCore => (run.parent ? rootOf(run.parent) : run)

/** Returns a run and the runs around it, the innermost first. */
export const lineOf = (run: RunCore): RunCore[] => [run, ...(run.parent ? lineOf(run.parent) : [])]

/** Returns the ids of a run and of the runs around it, the innermost first. */
export const runIdsOf = (run: RunCore): string[] => lineOf(run).map(({ id }) => id)
