import type { Audit } from '../audit/audit.ts'
import type { Budget } from '../budget/budget.ts'
import { type Clock, type CreateId, nextId, systemClock } from '../clock.ts'
import type { Duration } from '../clock.ts'
import { type Retry, parseDuration, parseRetry } from '../options/retry.ts'
import type { AgentEvent } from '../events.ts'
import { History } from '../messages/history.ts'
import { ScopeRegistry } from '../tools/scope-registry.ts'
import { type Limits, checkLimits } from '../options/limits.ts'
import type { Dependencies, Metadata, State } from '../register.ts'
import { toCharges } from '../tools/tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { CallContext, type CallInfo } from '../engine/call-context.ts'
import { endUndo } from '../engine/on-undo.ts'
import { runOf } from '../engine/run-of.ts'
import { CallOwners, Toolbox } from '../engine/toolbox.ts'
import { conduct } from '../engine/supervise.ts'
import { type EventHandlerMap, EventHandlers } from '../event-handlers.ts'
import { type HookName, HookRegistry, type Hooks } from '../hooks.ts'
import { Run, RunHead } from '../run.ts'
import { RunCore } from '../engine/run-core.ts'
import { toTrace } from './event-trace.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { RunReport } from '../run-result.ts'
import { InFlight, runCodeCall } from './code-call.ts'

/** How one `agent.tool` is run and what it is charged. */
export interface CodeToolOptions {
  readonly tokens?: number | undefined
  readonly costUsd?: number | undefined
  /** Default 1. */
  readonly toolCalls?: number | undefined
  /** To budgets of your own, by their names. */
  readonly charges?: Readonly<Record<string, number>> | undefined
  /** Attempts in all. Default 1. */
  readonly retry?: Retry | undefined
  /** Of one attempt. */
  readonly timeout?: Duration | undefined
}

/** What `runAgent` hands to its body. */
export interface AgentScope {
  /**
   * Runs a function as a tool: counted, charged before it runs, cancelled with the run, observed. Resolves with what it returns; rejects with what it throws,
   * `BudgetExceededError`, `TimeoutError` or `CancellationError`.
   */
  tool<Input, Result>(
    name: string,
    input: Input,
    fn: (input: Input, ctx: ToolContext) => Result | PromiseLike<Result>,
    options?: CodeToolOptions,
  ): Promise<Result>
}

/** What `runAgent` may be given. */
export interface RunAgentOptions {
  /** Default `agent`. */
  readonly name?: string | undefined
  readonly limits?: Limits | undefined
  readonly budgets?: readonly Budget[] | undefined
  /** The call or run this one is part of: it is cancelled with it, and shares its budgets. */
  readonly parent?: ToolContext | undefined
  readonly signal?: AbortSignal | undefined
  readonly on?: EventHandlerMap | undefined
  /** Run and tool hooks. Default: those of the parent. */
  readonly hooks?: Partial<Hooks> | undefined
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly metadata?: Metadata | undefined
  readonly dependencies?: Dependencies | undefined
  /** Gets a row for every call. Default: the parent's. */
  readonly audit?: Audit | undefined
  readonly clock?: Clock | undefined
  readonly createId?: CreateId | undefined
}

/** What `runAgent` resolves with. */
export interface RunAgentResult<T> {
  readonly result: T
  /** Everything observed. */
  readonly events: readonly AgentEvent[]
  readonly report: RunReport
}

/**
 * Runs plain code under the same engine as the loop: limits, budgets, cancellation, events. Rejects with what ended the run, which a body cannot swallow:
 * after a spent budget or a cancel the run does not complete.
 *
 * @example
 * const { result } = await runAgent(async (agent) => agent.tool('double', 21, (n) => n * 2))
 */
export function runAgent<T>(
  body: (agent: AgentScope, ctx: ToolContext) => T | Promise<T>,
  options: RunAgentOptions = {},
): Run<RunAgentResult<T>> {
  const { head, core } = createCore(options)
  const inFlight = new InFlight(core)
  const agent: AgentScope = {
    tool: (name, input, fn, tool) => {
      try {
        return runCodeCall(core, name, input, toExecutable(name, fn, tool, inFlight))
      } catch (error) {
        return Promise.reject(error as Error)
      }
    },
  }
  const names = { callId: core.id, tool: core.agentId, iteration: 0 }
  const call: CallInfo = { run: core, ...names, deferred: inFlight.deferred }
  const ctx = new CallContext(call, core.cancellation)
  head.start()
  const conducted = conduct(
    core,
    undefined,
    async () => {
      try {
        const result = await body(agent, ctx)
        return { status: 'completed', value: result }
      } catch (thrown) {
        core.fail(thrown)
        core.cancel({ kind: 'sibling_failed', message: 'the body of the run failed' })
        await inFlight.drain()
        throw thrown
      } finally {
        endUndo(call)
        await inFlight.cleanUp()
      }
    },
    'runAgent',
  )
  const outcome = conducted.then((result) => ({
    result,
    events: core.log.events,
    report: core.report,
  }))
  return new Run(head, outcome)
}

/** A run of code keeps no messages, and has its trace from what was observed. */
class CodeRun extends RunCore {
  override get trace(): TraceEntry[] {
    return toTrace(this.log.events)
  }
}

function createCore(options: RunAgentOptions): { head: RunHead; core: RunCore } {
  checkLimits(options.limits)
  const parent = runOf(options.parent)
  const { name = 'agent', clock = parent?.ports.clock, createId = parent?.ports.createId } = options
  const handlers = new EventHandlers(options.on)
  const {
    userId,
    tenantId,
    metadata = {} as Metadata,
    dependencies,
    audit,
  } = { ...parent?.config, ...options }
  const ids = createId ?? nextId
  const { asks } = parent?.ports ?? {}
  const ports = { clock: clock ?? systemClock, createId: ids, random: Math.random, asks }
  const head = new RunHead({
    agentId: name,
    ports,
    parent,
    signal: options.signal,
    within: parent && options.parent?.signal,
    dispatch: (event) => handlers.dispatch(event),
  })
  const core = new CodeRun({
    head,
    parent,
    config: {
      limits: options.limits ?? {},
      budgets: options.budgets ?? [],
      toolArgValidation: 'none',
      userId,
      tenantId,
      metadata,
      dependencies: dependencies as Dependencies,
      audit,
    },
    ports,
    session: parent?.session ?? { id: ids(), history: new History(), state: {} as State },
    toolbox: parent?.toolbox ?? new Toolbox(new ScopeRegistry()),
    hooks: options.hooks ? toRegistry(options.hooks) : (parent?.hooks ?? new HookRegistry()),
    owners: new CallOwners(),
  })
  return { head, core }
}

function toRegistry(hooks: Partial<Hooks>): HookRegistry {
  const registry = new HookRegistry()
  for (const [name, hook] of Object.entries(hooks)) registry.add(name as HookName, hook)
  return registry
}

function toExecutable(
  name: string,
  fn: (input: never, ctx: ToolContext) => unknown,
  options: CodeToolOptions = {},
  inFlight: InFlight,
): Parameters<typeof runCodeCall>[3] {
  const { timeout, retry } = options
  return {
    handler: (input, ctx) => inFlight.watch(fn(input, ctx)),
    charges: toCharges(options),
    timeoutMs: timeout === undefined ? undefined : parseDuration(timeout, `timeout of "${name}"`),
    retry: parseRetry(retry, `"${name}"`),
  }
}
