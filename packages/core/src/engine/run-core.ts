import { AgentError } from '../errors/agent-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import type { Artifact } from '../values/artifact.ts'
import type { CancelReason } from '../values/cancel-reason.ts'
import type { Message } from '../values/message.ts'
import { type CallRecord, toTraceEntry, type TraceEntry } from '../values/trace.ts'
import { addUsage, noUsage, type Usage } from '../values/usage.ts'
import type { AgentEvent } from '../values/event.ts'
import type { CallOwners } from './call-owners.ts'
import { Cancellation } from './cancellation.ts'
import { EventLog } from './event-log.ts'
import type { HookContext, HookRegistry } from './hooks.ts'
import type { LoopConfig, Ports, RunConfig } from './run-config.ts'
import type { IterationReport, RunReport, RunStatus } from './run-result.ts'
import type { Session } from './session.ts'
import { Spending } from './spending.ts'
import type { Toolbox } from './toolbox.ts'

/** What a run is started with. */
export interface RunCoreOptions<Config extends RunConfig> {
  readonly agentId: string
  readonly config: Config
  readonly ports: Ports
  readonly session: Session
  readonly toolbox: Toolbox
  readonly hooks: HookRegistry
  readonly owners: CallOwners
  readonly parent?: RunCore | undefined
  /** Gets every event; must not throw. */
  readonly dispatch: (event: AgentEvent) => void
}

/** What everything that works for one run shares: identity, log, cancellation, spending, and what came of it so far. */
export class RunCore<Config extends RunConfig = RunConfig> {
  readonly id: string
  readonly rootId: string
  readonly agentId: string
  readonly parent: RunCore | undefined
  readonly config: Config
  readonly ports: Ports
  readonly session: Session
  readonly toolbox: Toolbox
  readonly hooks: HookRegistry
  readonly owners: CallOwners
  readonly log: EventLog
  readonly cancellation: Cancellation
  readonly spending: Spending
  readonly startedAt: number
  /** The answered calls, in order. */
  readonly records: CallRecord[] = []
  readonly messages: Message[] = []
  readonly iterations: IterationReport[] = []
  readonly children: RunCore[] = []
  readonly artifacts: Map<string, Artifact> = new Map()
  /** What ends the run whatever its body does; the first one stays. */
  fatal: { readonly error: unknown } | undefined
  status: RunStatus = 'running'
  usage: Usage = noUsage
  costUsd: number | undefined
  /** Messages the next `iteration_started` is to tell of. */
  added: Message[] = []
  /** What tools were charged, by budget key, budgets or not. */
  readonly charged: Record<string, number> = {}
  /** The latest text of the model. */
  content = ''
  endedAt: number | undefined
  /** The provider's chunks of the last response, when asked for. */
  raw: readonly unknown[] | undefined
  /** The provider's id of the last response. */
  responseId: string | undefined
  readonly #warned = new Set<string>()

  constructor(options: RunCoreOptions<Config>) {
    const { agentId, config, ports, parent } = options
    this.id = ports.createId()
    this.rootId = parent?.rootId ?? this.id
    this.agentId = agentId
    this.parent = parent
    this.config = config
    this.ports = ports
    this.session = options.session
    this.toolbox = options.toolbox
    this.hooks = options.hooks
    this.owners = options.owners
    this.cancellation = parent ? parent.cancellation.child() : new Cancellation()
    this.spending = new Spending(config.limits, config.budgets, parent?.spending)
    const identity = { agentId, runId: this.id, rootRunId: this.rootId }
    this.log = new EventLog(identity, ports.clock, options.dispatch)
    this.startedAt = ports.clock.now()
    parent?.children.push(this)
  }

  /** Who the run is, for hooks and tools. */
  get context(): HookContext {
    const { agentId, id: runId, rootId: rootRunId, session, config } = this
    const { userId, tenantId, metadata } = config
    const cancel = (reason?: CancelReason): void => this.cancel(reason)
    return { agentId, runId, rootRunId, sessionId: session.id, userId, tenantId, metadata, cancel }
  }

  cancel(reason: CancelReason = { kind: 'manual' }): void {
    this.cancellation.cancel(Object.freeze(reason))
  }

  /** Ends the run with `error`, whatever its body goes on to do, unless it is ending already. */
  fail(error: unknown): void {
    if (!this.cancellation.reason) this.fatal ??= { error }
  }

  /** Throws what ends the run, if anything does. */
  throwIfEnding(): void {
    if (this.fatal) throw this.fatal.error
    this.cancellation.throwIfCancelled()
  }

  /** A warning event, once per `key`. */
  warn(code: string, message: string, key: string = code): void {
    if (this.#warned.has(key)) return
    this.#warned.add(key)
    this.log.emit('warning', { code, message })
  }

  /** Counts what one model call used. */
  addUsage(usage: Usage, costUsd: number | undefined): void {
    this.usage = addUsage(this.usage, usage)
    if (costUsd !== undefined) this.costUsd = (this.costUsd ?? 0) + costUsd
  }

  /** Puts onto an error what the run knows, out of sight of loggers that print every property. */
  attachEvidence(error: unknown): void {
    if (!(error instanceof Error) || !Object.isExtensible(error)) return
    const { id: runId, trace, messages, usage, content } = this
    const evidence = {
      runId,
      trace,
      events: this.log.events,
      messages,
      usage,
      content: content || undefined,
    }
    for (const [key, value] of Object.entries(evidence)) {
      Object.defineProperty(error, key, { value, configurable: true, writable: true })
    }
  }

  get trace(): TraceEntry[] {
    return this.records.map(toTraceEntry)
  }

  get report(): RunReport {
    const { session, config, parent, status, startedAt, usage } = this
    const endedAt = this.endedAt ?? this.ports.clock.now()
    return {
      runId: this.id,
      rootRunId: this.rootId,
      ...(parent && { parentRunId: parent.id }),
      name: this.agentId,
      sessionId: session.id,
      userId: config.userId,
      tenantId: config.tenantId,
      status,
      startedAt,
      endedAt,
      durationMs: endedAt - startedAt,
      usage,
      charged: this.charged,
      iterations: this.iterations,
      children: this.children.map((child) => child.report),
    }
  }
}

/** A run of the loop. */
export type LoopRun = RunCore<LoopConfig>

/** Anything thrown, as an Error: what is none becomes the cause of one. */
export const toError = (thrown: unknown): Error =>
  isError(thrown)
    ? thrown
    : new AgentError(`A value was thrown: ${describeThrown(thrown)}`, { cause: thrown })

function isError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error
  } catch {
    // A Proxy may throw at whatever is read of it.
    return false
  }
}
