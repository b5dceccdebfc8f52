import type { AuditSource } from '../audit/audit.ts'
import type { Artifact } from '../tools/tool-context.ts'
import { type Usage, addCall, addUsage, exact, noUsage } from '../budget/usage.ts'
import type { UndoBook } from './undo-book.ts'
import type { CallAround } from './call-around.ts'
import type { CancelReason } from '../cancel-reason.ts'
import type { Journal } from './journal.ts'
import type { Page } from './page.ts'
import type { AssistantMessage, Message, ToolMessage } from '../messages/message.ts'
import { type CallRecord, type TraceEntry, toTraceEntry } from '../messages/trace.ts'
import type { CallOwners, Toolbox } from './toolbox.ts'
import type { Cancellation } from '../cancellation.ts'
import { type EventLog, eventJson } from '../event-log.ts'
import { toEventJson } from './event-json.ts'
import { addToJson } from '../errors/error-json.ts'
import { Deltas } from './deltas.ts'
import type { HookContext, HookRegistry } from '../hooks.ts'
import type { Ports } from '../environment.ts'
import type { LoopConfig, RunConfig } from './run-config.ts'
import type { RunHead } from '../run.ts'
import type { IterationReport, RunReport, RunStatus } from '../run-result.ts'
import type { Session } from '../session.ts'
import { Spending } from './spending.ts'
import type { WallTimer } from './wall-timer.ts'

eventJson.write = toEventJson

/** The options with which a run is made. */
export interface RunCoreOptions<Config extends RunConfig> {
  readonly head: RunHead
  readonly parent?: RunCore | undefined
  readonly around?: CallAround | undefined
  readonly config: Config
  readonly ports: Ports
  readonly session: Session
  readonly toolbox: Toolbox
  readonly hooks: HookRegistry
  readonly owners: CallOwners
  /** The store for the undo functions of the run's calls. Ignored if the parent has one. */
  readonly undos?: UndoBook | undefined
  /** The page that the run waits for. Default: none. */
  readonly page?: Page | undefined
}

/**
 * The data that all the work of one run shares: identity, log, cancellation, spending, and the
 * results so far.
 */
export class RunCore<Config extends RunConfig = RunConfig> {
  readonly id: string
  readonly rootId: string
  readonly agentId: string
  readonly parent: RunCore | undefined
  readonly around: CallAround | undefined
  readonly config: Config
  readonly ports: Ports
  readonly session: Session
  readonly toolbox: Toolbox
  readonly hooks: HookRegistry
  readonly owners: CallOwners
  readonly undos: UndoBook | undefined
  /** The page that the run waits for; undefined in `runAgent`. */
  readonly page: Page | undefined
  readonly log: EventLog
  readonly deltas: Deltas
  readonly cancellation: Cancellation
  readonly spending: Spending
  readonly startedAt: number
  /** The answered calls, in the order in which they ended. */
  readonly records: CallRecord[] = []
  readonly messages: Message[] = []
  readonly iterations: IterationReport[] = []
  readonly children: RunCore[] = []
  readonly artifacts: Map<string, Artifact> = new Map()
  /** The party that asks for the run's calls. */
  source: AuditSource = 'model'
  /** The error that ends the run, whatever its body does. The first error stays. */
  fatal: { readonly error: unknown } | undefined
  usage: Usage = noUsage
  /** The third-party text in the last request to the model, in words; undefined without any. */
  taint: string | undefined
  costUsd: number | undefined
  /** Messages that no event has reported yet. */
  unreported: Message[] = []
  /** The amounts that tools were charged, by budget key, also for keys without a budget. */
  readonly charged: Record<string, number> = {}
  /** The latest text of the model. */
  content = ''
  endedAt: number | undefined
  /** The provider's own chunks of the last response, if `includeRaw` is true. */
  raw: readonly unknown[] | undefined
  /** The provider's id of the last response. */
  responseId: string | undefined
  /** The journal; present while a run of a stored session goes on. */
  journal: Journal | undefined
  /** The place where a run that was cut short continues: an iteration, and its open message. */
  resumed:
    | {
        readonly iteration: number
        readonly pending: AssistantMessage | undefined
        /** The answers to calls of `pending` that wait for the answer of an earlier call. */
        readonly waiting: ReadonlyMap<string, ToolMessage>
      }
    | undefined
  /** The timer of the `wallMs` limit; absent without that limit. */
  wall: WallTimer | undefined
  readonly #head: RunHead
  readonly #warned = new Set<string>()

  constructor(options: RunCoreOptions<Config>) {
    const { head, parent, config } = options
    this.#head = head
    head.core = this
    this.id = head.id
    this.rootId = head.rootId
    this.agentId = head.agentId
    this.parent = parent
    this.around = options.around
    this.log = head.log
    this.deltas = new Deltas(head.log)
    this.cancellation = head.cancellation
    this.startedAt = head.startedAt
    this.config = config
    this.ports = options.ports
    this.session = options.session
    this.toolbox = options.toolbox
    this.hooks = options.hooks
    this.owners = options.owners
    this.undos = parent?.undos ?? options.undos
    this.page = options.page
    this.spending = new Spending(config.limits, config.budgets, parent?.spending)
    parent?.children.push(this)
  }

  /**
   * The cancellation of the calls and runs inside this run. It is the run's own, unless the work
   * ends before the run does.
   */
  get workCancellation(): Cancellation {
    return this.cancellation
  }

  get status(): RunStatus {
    return this.#head.status
  }

  set status(status: RunStatus) {
    this.#head.status = status
  }

  get givenSessionId(): string | undefined {
    return this.#head.givenSessionId
  }

  /** The id of the conversation, for reports: the caller's own, or the session's. */
  get sessionId(): string {
    return this.givenSessionId ?? this.session.id
  }

  /** The identity of the run, for hooks and tools. */
  get context(): HookContext {
    const { agentId, id: runId, rootId: rootRunId, sessionId, config } = this
    const { userId, tenantId, metadata } = config
    const cancel = (reason?: CancelReason): void => this.cancel(reason)
    const { hookState: state } = this.#head
    return { agentId, runId, rootRunId, sessionId, userId, tenantId, metadata, state, cancel }
  }

  cancel(reason?: CancelReason): void {
    this.#head.cancel(reason)
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
    if (this.#warned.has(key)) return
    this.#warned.add(key)
    this.log.emit('warning', { code, message })
  }

  /** Adds the usage and the cost of one model call. */
  addUsage(usage: Usage, costUsd: number | undefined): void {
    this.usage = addUsage(this.usage, usage)
    if (costUsd !== undefined) this.costUsd = exact((this.costUsd ?? 0) + costUsd)
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
      userId: config.userId,
      tenantId: config.tenantId,
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
