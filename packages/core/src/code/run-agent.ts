import type { Audit } from '../audit/audit.ts'
import type { Budget } from '../budget/budget.ts'
import { checkMade } from '../check-made.ts'
import type { Clock, CreateId, Duration } from '../clock.ts'
import { type Retry, parseDuration, parseRetry } from '../options/retry.ts'
import type { AgentEvent } from '../events.ts'
import { dropUndefined } from '../json/json.ts'
import { History } from '../messages/history.ts'
import { ScopeRegistry } from '../tools/scope-registry.ts'
import { type Limits, checkLimits } from '../options/limits.ts'
import { checkDetails } from '../options/check-details.ts'
import { mergeKeys } from '../options/merge-options.ts'
import type { Dependencies, Metadata, State } from '../register.ts'
import { toCharges } from '../tools/charges.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import type { Cancellation } from '../cancellation.ts'
import type { Executable } from '../engine/call-work.ts'
import { callAround } from '../engine/call-around.ts'
import { runOf } from '../engine/run-of.ts'
import { CallOwners, Toolbox } from '../engine/toolbox.ts'
import { superviseRun } from '../engine/supervise.ts'
import { type EventHandlerMap, EventHandlers } from '../event-handlers.ts'
import { type HookName, HookRegistry, type Hooks } from '../hooks.ts'
import { toPorts } from '../environment.ts'
import { Run, RunHead } from '../run.ts'
import { RunCore } from '../engine/run-core.ts'
import { toTrace } from './event-trace.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { RunReport } from '../run-result.ts'
import { runCodeCall } from './code-call.ts'
import { conduct } from './conduct.ts'
import { OpenWork } from './open-work.ts'

/** The options of one `agent.tool`: how it runs, and its charges. */
export interface CodeToolOptions {
  readonly tokens?: number | undefined
  readonly costUsd?: number | undefined
  /** The number of calls that it counts as. Default 1. */
  readonly toolCalls?: number | undefined
  /** The charges to your own budgets, by budget name. */
  readonly charges?: Readonly<Record<string, number>> | undefined
  /** The number of attempts in all. Default 1. */
  readonly retry?: Retry | undefined
  /** The longest time of one attempt. */
  readonly timeout?: Duration | undefined
}

/** The first argument of the body of `runAgent`. */
export interface AgentScope {
  /**
   * Runs a function as a tool: counted, charged before it runs, cancelled with the run, and
   * observed. Resolves with its result. Rejects with its error, `BudgetExceededError`,
   * `TimeoutError` or `CancellationError`. After the body has returned, rejects with `AgentError`
   * and does not run the function.
   */
  tool<Input, Result>(
    name: string,
    input: Input,
    fn: (input: Input, ctx: ToolContext) => Result | PromiseLike<Result>,
    options?: CodeToolOptions,
  ): Promise<Result>
}

/** The options of `runAgent`. */
export interface RunAgentOptions {
  /** The name of the run. Default `agent`. */
  readonly name?: string | undefined
  /** The limits of the run. Those of the parent hold too. */
  readonly limits?: Limits | undefined
  /** The budgets that the run is charged to, besides those of the parent. */
  readonly budgets?: readonly Budget[] | undefined
  /**
   * The call or run that this run is part of. The run is cancelled with it, and shares its budgets.
   */
  readonly parent?: ToolContext | undefined
  readonly signal?: AbortSignal | undefined
  readonly on?: EventHandlerMap | undefined
  /** The run and tool hooks. Default: the hooks of the parent. */
  readonly hooks?: Partial<Hooks> | undefined
  /**
   * An id of your own for the conversation, as the option of `chat`. Default: the parent's, then a
   * random one.
   */
  readonly sessionId?: string | undefined
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  /** The data of your own for hooks and tools. It is merged with the parent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined
  /**
   * The services that tools use. They are merged with the parent's, key by key. An instance of a
   * class is not merged: it replaces the parent's.
   */
  readonly dependencies?: Partial<Dependencies> | undefined
  /** The record that gets a row for every call. Default: the parent's. */
  readonly audit?: Audit | undefined
  readonly clock?: Clock | undefined
  readonly createId?: CreateId | undefined
}

/** The result of `runAgent`. */
export interface RunAgentResult<T> {
  readonly result: T
  /** The observed events. */
  readonly events: readonly AgentEvent[]
  readonly report: RunReport
}

/**
 * Runs plain code with the engine of the agent loop: limits, budgets, cancellation, events. Rejects
 * with the error that ended the run. The body cannot catch that error for good: after a spent
 * budget or a cancel, the run does not complete.
 *
 * After a cancel, `wallMs` or a spent budget, the run waits 50 ms at most for the body and its
 * tools. Then it ends, and drops a later result. Calls and runs inside that the body did not wait
 * for are cancelled with `scope_ended`.
 *
 * @example
 * const { result } = await runAgent(async (agent) => agent.tool('double', 21, (n) => n * 2))
 */
export function runAgent<T>(
  body: (agent: AgentScope, ctx: ToolContext) => T | Promise<T>,
  options: RunAgentOptions = {},
): Run<RunAgentResult<T>> {
  const { head, core } = createCore(options)
  const open = new OpenWork(core)
  const agent: AgentScope = {
    tool: (name, input, fn, tool) => {
      try {
        const call = runCodeCall(core, open, name, input, toExecutable(name, fn, tool, open))
        // The events tell of a call that nobody awaits, so its rejection is never an unhandled one.
        call.catch(() => undefined)
        return call as Promise<never>
      } catch (error) {
        return Promise.reject(error as Error)
      }
    },
  }
  head.start()
  const conducted = superviseRun(
    core,
    undefined,
    async () => ({
      status: 'completed',
      value: await conduct(core, open, (ctx) => body(agent, ctx)),
    }),
    'runAgent',
  )
  const outcome = conducted.then((result) => ({
    result,
    events: core.log.events,
    report: core.report,
  }))
  return new Run(head, outcome)
}

/** A run of plain code. It keeps no messages, so its trace is made from its events. */
class CodeRun extends RunCore {
  /** The work ends when the body returns. The run ends after it, and is not cancelled. */
  readonly #workCancellation = this.cancellation.child()

  override get workCancellation(): Cancellation {
    return this.#workCancellation
  }

  override get trace(): TraceEntry[] {
    return toTrace(this.log.events)
  }
}

function createCore(options: RunAgentOptions): { head: RunHead; core: RunCore } {
  checkDetails('call', options, '`runAgent`')
  checkLimits(options.limits)
  checkMade(options)
  const parent = runOf(options.parent)
  const { name = 'agent', clock = parent?.ports.clock, createId = parent?.ports.createId } = options
  const handlers = new EventHandlers(options.on)
  const { userId, tenantId, audit } = { ...parent?.config, ...dropUndefined(options) }
  const ports = { ...toPorts({ clock, createId }), asks: parent?.ports.asks }
  const head = new RunHead({
    agentId: name,
    ports,
    parent,
    parentCallId: options.parent?.callId,
    sessionId: options.sessionId,
    signal: options.signal,
    within: parent && options.parent?.signal,
    dispatch: (event) => handlers.dispatch(event),
  })
  const core = new CodeRun({
    head,
    parent,
    around: callAround(options.parent),
    config: {
      limits: options.limits ?? {},
      budgets: options.budgets ?? [],
      toolArgValidation: 'none',
      userId,
      tenantId,
      metadata: mergeKeys(parent?.config.metadata, options.metadata) ?? ({} as Metadata),
      dependencies: mergeKeys(parent?.config.dependencies, options.dependencies) as Dependencies,
      audit,
    },
    ports,
    session: parent?.session ?? {
      id: ports.createId(),
      history: new History(),
      state: {} as State,
    },
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
  open: OpenWork,
): Executable {
  checkDetails('tool', options, `"${name}"`)
  const { timeout, retry } = options
  return {
    handler: (input, ctx) => open.watch(fn(input, ctx)),
    charges: toCharges(options),
    timeoutMs: timeout === undefined ? undefined : parseDuration(timeout, `timeout of "${name}"`),
    retry: parseRetry(retry, `"${name}"`),
  }
}
