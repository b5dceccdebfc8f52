import { isPlainJson } from '@ambit/protocol'
import type { Cancellation } from '../../cancellation.ts'
import { inDevelopment } from '../../dev/in-development.ts'
import { surroundCall, surroundRun } from '../../engine/around.ts'
import { type CallWork, type Executable, Fatal, noCharge } from '../../engine/call.ts'
import { CallContext, type CallInfo, cleanUp, endInside, endUndo } from '../../engine/context.ts'
import { callAround, endWithCall, runOf } from '../../engine/current-call.ts'
import { executeCall, type Executed } from '../../engine/execute.ts'
import { withGrace } from '../../engine/grace.ts'
import { toPluginList } from '../../engine/plugin-list.ts'
import { RunCore, type RunOutcome } from '../../engine/run.ts'
import { toOwnConfig } from '../../engine/run-config.ts'
import { CallOwners, Toolbox } from '../../engine/toolbox.ts'
import { type Duration, environmentOf, toPorts } from '../../environment.ts'
import { AgentError, CancellationError } from '../../errors/agent-error.ts'
import { toError } from '../../errors/errors.ts'
import { type AgentEvent, type EventHandlerMap, EventHandlers, isTerminal } from '../../events.ts'
import { History } from '../../messages/history.ts'
import type { AssistantToolCall } from '../../messages/message.ts'
import type { TraceEntry } from '../../messages/trace.ts'
import type { Limits } from '../../limits.ts'
import type { RunOptions } from '../../options.ts'
import { checkNames, checkOptions } from '../../options/check-names.ts'
import { namesOfRuns } from '../../options/names.ts'
import { guardOptions } from '../../options/check.ts'
import type { OptionNames } from '../../options/names.ts'
import { addPlugins, type PluginsToUse } from '../../plugins.ts'
import { parseDuration, parseRetry, type Retry } from '../../options/values.ts'
import type { Dependencies, Metadata } from '../../register.ts'
import { Run, type RunReport } from '../../run.ts'
import { SessionState } from '../../state/session-stores.ts'
import type { ToolContext } from '../../tools/context.ts'
import { ScopeRegistry } from '../../tools/registry.ts'
import { toCharges, type ToolCost } from '../../tools/tool.ts'
import { audit as auditFeature } from '../audit/call-rows.ts'
import { toTrace } from './replay.ts'

/** The options of one `agent.tool`: how it runs, and its charges. */
export interface CodeToolOptions {
  /**
   * The charge, as `run.cost` of a tool. `calls` is the number of calls it counts as. Default 1.
   */
  readonly cost?: (ToolCost & { readonly calls?: number | undefined }) | undefined
  /** The number of attempts in all. Default 1. */
  readonly retry?: Retry | undefined
  /** The longest time of one attempt. */
  readonly timeout?: Duration | undefined
}

/** The first argument of the body of `runAgent`. */
export interface RunScope {
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
  /**
   * The call or run that this run is part of. The run is cancelled with it, and shares its limits.
   */
  readonly parent?: ToolContext | undefined
  readonly signal?: AbortSignal | undefined
  readonly on?: EventHandlerMap | undefined
  /**
   * Plug-ins of this run, of which `run`, `call`, `execute` and `approve` are called. They stand
   * inside of those of the parent, and replace those of the same name.
   */
  readonly use?: PluginsToUse | undefined
  /**
   * An id of your own for the conversation, as the option of `execute`. Default: the parent's, then
   * a random one.
   */
  readonly sessionId?: string | undefined
  /** The user. Default: that of the parent. */
  readonly user?: RunOptions['user']
  /** The data of your own for plug-ins and tools. It is merged with the parent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined
  /**
   * The services that tools use. They are merged with the parent's, key by key. An instance of a
   * class is not merged: it replaces the parent's.
   */
  readonly dependencies?: Partial<Dependencies> | undefined
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
 * After a cancel, `limits.time` or a spent budget, the run waits 50 ms at most for the body and its
 * tools. Then it ends, and drops a later result. Calls and runs inside that the body did not wait
 * for are cancelled with `scope_ended`.
 *
 * @example
 * const { result } = await runAgent(async (agent) => agent.tool('double', 21, (n) => n * 2))
 */
export function runAgent<T>(
  body: (agent: RunScope, ctx: ToolContext) => T | Promise<T>,
  options: RunAgentOptions = {},
): Run<RunAgentResult<T>> {
  const { run, core } = createCore<T>(options)
  const open = new OpenWork(core)
  const agent: RunScope = {
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
  run.settle(runBody(core, open, (ctx) => body(agent, ctx)))
  return run
}

/** Runs a body, from the first event of its run to the last. */
async function runBody<T>(
  core: RunCore,
  open: OpenWork,
  body: (ctx: ToolContext) => T | Promise<T>,
): Promise<RunAgentResult<T>> {
  try {
    await core.begin(undefined, 'runAgent')
    let result = undefined as T
    const work = async (): Promise<RunOutcome<unknown>> => {
      result = await conduct(core, open, body)
      return completed
    }
    await surroundRun(core, undefined, work, () => completed)
    core.complete(completed)
    return { result, events: core.log.events, report: core.report }
  } catch (thrown) {
    throw core.end(thrown)
  } finally {
    core.dispose()
  }
}

const completed = { status: 'completed', value: undefined } as const

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

const names: OptionNames<RunAgentOptions> = {
  dependencies: '',
  limits: '',
  metadata: '',
  name: '',
  on: '',
  parent: '',
  sessionId: '',
  signal: '',
  use: '',
  user: '',
}

function createCore<T>(options: RunAgentOptions): {
  run: Run<RunAgentResult<T>>
  core: RunCore
} {
  checkOptions('`runAgent`', options, names)
  const { limits, on, user } = options
  checkNames(namesOfRuns, 'agent', { limits, on, user })
  inDevelopment('values', 'call', options, '`runAgent`')
  guardOptions(options)
  const parent = runOf(options.parent)
  const { name = 'agent' } = options
  const handlers = new EventHandlers(options.on)
  const ports = {
    ...toPorts({ ...parent?.ports, ...environmentOf(options) }),
    pending: parent?.ports.pending,
  }
  const plugins = toPluginList(addPlugins(parent?.plugins.all ?? [], options.use))
  const { signal } = options
  const run = new Run<RunAgentResult<T>>({
    ports,
    parent,
    signal,
    within: parent && options.parent?.signal,
  })
  endWithCall(options.parent, run)
  const core = new CodeRun({
    handle: run,
    agentId: name,
    parent,
    parentCallId: options.parent?.callId,
    sessionId: options.sessionId,
    dispatch: (event, whole) => handlers.dispatch(event, whole),
    around: callAround(options.parent),
    config: {
      ...toOwnConfig(
        { ...options, calls: { arguments: 'unchecked' } } as Parameters<typeof toOwnConfig>[0],
        parent?.config,
      ),
      ...(parent && { prices: parent.config.prices, request: parent.config.request }),
      audit: plugins.parts.audit ?? parent?.config.audit,
    },
    ports,
    session: parent?.session ?? {
      id: ports.createId(),
      history: new History(),
      state: new SessionState(),
    },
    toolbox: parent?.toolbox ?? new Toolbox(new ScopeRegistry()),
    plugins,
    owners: new CallOwners(),
    listFeatures: ({ config }) => (config.audit ? [auditFeature] : []),
  })
  return { run, core }
}

function toExecutable(
  name: string,
  fn: (input: never, ctx: ToolContext) => unknown,
  options: CodeToolOptions = {},
  open: OpenWork,
): Executable {
  inDevelopment('values', 'code', options, `"${name}"`)
  const owner = `tool "${name}" of \`runAgent\``
  checkOptions(owner, options, {
    cost: 'tokens costUsd usd',
    retry: 'retries',
    timeout: 'timeoutMs',
  })
  const { timeout, retry, cost = {} } = options
  checkOptions(`\`cost\` of ${owner}`, cost, { calls: '', custom: '', tokens: '', usd: 'costUsd' })
  if (typeof retry === 'object')
    checkOptions(`\`retry\` of ${owner}`, retry, { attempts: 'max', delay: 'delayMs' })
  return {
    handler: (input, ctx) => open.watch(fn(input, ctx)),
    charges: toCharges(cost, (path) => `\`cost.${path}\` of "${name}"`, cost?.calls),
    timeoutMs: timeout === undefined ? undefined : parseDuration(timeout, `timeout of "${name}"`),
    retry: parseRetry(retry, `"${name}"`),
  }
}

/**
 * Runs a body, cancels what it left behind, and runs what it deferred. Leaves the body itself
 * behind if it does not end within 50 ms of a cancel.
 */
async function conduct<T>(
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
  await endInside(call)
  await withGrace(cleanUp(call), cancellation, ports.clock)
  run.throwIfEnding()
  return (end as { value: T }).value
}

const bodyFailed = { kind: 'sibling_failed', message: 'the body of the run failed' } as const

const on = { enabled: true } as const

/**
 * Runs a function of plain code as a tool call. Rejects with the error that the function threw, or
 * with the error that ended the run.
 */
async function runCodeCall<Result>(
  run: RunCore,
  open: OpenWork,
  name: string,
  input: unknown,
  executable: Executable,
): Promise<Result> {
  const callId = run.ports.createId()
  const names = { callId, tool: name, iteration: 0 }
  const call = { id: callId, name, arguments: input as Record<string, unknown> }
  const work: CallWork = {
    run,
    ...names,
    call,
    cancellation: run.workCancellation.child(),
    find: () => ({ executable, isOn: () => on }),
    deferred: [],
    warnings: [],
  }
  const shown = shownOf(call)
  open.begin(work, name)
  run.log.emit('tool_started', { ...names, call: shown })
  let executed: Executed
  try {
    executed = await surroundCall(work, executeCall)
  } catch (thrown) {
    throw fail(work, thrown)
  } finally {
    work.cancellation.dispose()
    open.end(work)
  }
  const { result, charged, durationMs, isWithheld } = executed
  const withheld = isWithheld && { withheld: true }
  run.log.emit('tool_succeeded', { ...names, result, charged, durationMs, ...withheld })
  // The call succeeded, but a plug-in or a cancel ended the run before its result was ready.
  if (isWithheld) run.throwIfEnding()
  return result as Result
}

/** Emits the end event of a call without a result. Returns the error that the call rejects with. */
function fail(work: CallWork, error: unknown): unknown {
  const { run, callId, tool, iteration, cancellation } = work
  const ended = { callId, tool, iteration, charged: work.charged ?? noCharge }
  const { reason } = cancellation
  if (reason && !(error instanceof Fatal)) {
    const began = work.startedAt !== undefined
    run.log.emit('tool_cancelled', { ...ended, reason, began })
    return new CancellationError(reason, began)
  }
  const told = error instanceof Fatal ? error.error : error
  run.log.emit('tool_failed', { ...ended, error: toError(told) })
  if (error instanceof Fatal) run.fail(told)
  return AgentError.is(told, 'handler') ? told.cause : told
}

/**
 * Copies the call for events, so that the function's changes to its input do not show there. Input
 * that is not plain data, or that throws when it is read, is not copied.
 */
function shownOf(call: AssistantToolCall): AssistantToolCall {
  const { id, name, arguments: input } = call
  if (typeof input !== 'object' || !isPlainJson(input)) return Object.freeze(call)
  try {
    return Object.freeze({ id, name, arguments: frozenCopy(input) })
  } catch {
    // A getter may throw at its second reading.
    return Object.freeze(call)
  }
}

function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = frozenCopy(value[key])
  return Object.freeze(copy) as T
}

/** The reason with which work is cancelled that the body did not wait for. */
const bodyReturned = Object.freeze({
  kind: 'scope_ended',
  message: 'the body of the run returned without waiting for it',
} as const)

/** The reason with which work is cancelled after another call ended the run. */
const callEndedRun = Object.freeze({
  kind: 'sibling_failed',
  message: 'another call ended the run',
} as const)

/**
 * The work that a run of code has begun: its calls, their handlers, and the runs inside it. Nothing
 * of it outlives the run, except a handler that ignores its signal.
 */
class OpenWork {
  readonly #run: RunCore
  readonly #calls = new Set<object>()
  readonly #handlers = new Set<Promise<unknown>>()
  #isClosed = false
  #onLastCall: (() => void) | undefined

  constructor(run: RunCore) {
    this.#run = run
  }

  /** Adds a call. Throws the error that ended the run, or `AgentError` if its body has returned. */
  begin(call: object, name: string): void {
    this.#run.throwIfEnding()
    if (this.#isClosed) {
      throw new AgentError(`"${name}" was called after its run had ended. Await every tool.`)
    }
    this.#calls.add(call)
  }

  /** Removes a call, whose end event is emitted. If the call ended the run, cancels the others. */
  end(call: object): void {
    this.#calls.delete(call)
    if (this.#run.fatal) this.#run.workCancellation.cancel(callEndedRun)
    if (this.#calls.size === 0) this.#onLastCall?.()
  }

  /** Returns a handler's result unchanged, and remembers a promise until it settles. */
  watch(result: unknown): unknown {
    if (!(result instanceof Promise)) return result
    const forget = (): unknown => this.#handlers.delete(settled)
    const settled: Promise<unknown> = result.then(forget, forget)
    this.#handlers.add(settled)
    return result
  }

  /**
   * Begins no call from now on, and cancels those that are left. Waits until each of them has its
   * end event and each run inside has its terminal event. Waits for handlers for 50 ms at most.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    const { workCancellation, ports, children } = this.#run
    workCancellation.cancel(bodyReturned)
    const inside = children.filter(({ log }) => !log.isClosed)
    if (this.#calls.size === 0 && inside.length === 0 && !this.#isCut) return
    // A run of code ends within its own grace. A chat may wait for a storage, so it is awaited no
    // longer than handlers are.
    const isBounded = ({ workCancellation: own, cancellation }: RunCore): boolean =>
      own !== cancellation
    await Promise.all([
      this.#calls.size > 0 && new Promise<void>((resolve) => (this.#onLastCall = resolve)),
      ...inside.filter(isBounded).map(untilEnded),
      withGrace(
        Promise.all([...this.#handlers, ...inside.map(untilEnded)]),
        workCancellation,
        ports.clock,
      ),
    ])
  }

  /** True if the run ends before its time, so that its handlers may still be cleaning up. */
  get #isCut(): boolean {
    return this.#run.fatal !== undefined || this.#run.cancellation.reason !== undefined
  }
}

const untilEnded = ({ log }: RunCore): Promise<void> =>
  new Promise((resolve) => {
    if (log.isClosed) resolve()
    else log.listen((event) => isTerminal(event) && resolve())
  })
