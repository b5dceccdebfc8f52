import { misuse } from './options/misuse.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'

import { type ApprovalOptions, checkAskedNames } from './approval/policy.ts'
import { type CancelReason, isReason } from './cancellation.ts'
import type { Settler } from './engine/page.ts'
import { environmentOf, type Ports, toPorts } from './environment.ts'
import { type EventHandler, EventHandlers, type EventType, type OnOptions } from './events.ts'
import { History } from './messages/history.ts'
import type { ChatInput } from './messages/message.ts'
import { checkPairs, type MessageInput, type MessageSource, toMessages } from './messages/read.ts'
import type {
  AgentOptions,
  ChatOptions,
  ExecuteOptions,
  OnBusy,
  ResumeOptions,
  RunToolOptions,
  WithOptions,
} from './options.ts'
import { checkNames, checkOptions } from './options/check-names.ts'
import { namesOfRuns } from './options/names.ts'
import { checkAgent, checkWith } from './options/check.ts'
import { type AgentPlugin, Plugins, redactionOf } from './plugins.ts'
import type { Redaction } from './ports.ts'
import type { Run, RunResult } from './run.ts'
import { type Asked, Runs } from './runs.ts'
import { createFirst, type OpenedSession } from './session.ts'
import { Sessions } from './sessions.ts'
import { Pending } from './state/pending.ts'
import { type AgentState, AgentStates } from './state/agent-state.ts'
import { Calls } from './state/calls.ts'
import { Activity, Queue } from './state/stores.ts'
import type { UndoResult } from './tools/context.ts'
import { type RegisteredTool, ScopeRegistry } from './tools/registry.ts'
import { Scope } from './tools/scope.ts'

/** The options of a chat that has none: there is nothing to check. */
const none = Object.freeze({})

/** The verbs that make a run of an agent. */
export class AgentVerbs {
  readonly #getRuns: () => Runs
  readonly #changed: WithOptions | undefined

  /** @internal */
  constructor(getRuns: () => Runs, changed?: WithOptions) {
    this.#getRuns = getRuns
    this.#changed = changed
  }

  /**
   * Sends a message in the open session and runs until the model has answered. Rejects with the
   * error that ended the run, and with `AgentError` for an empty message. While another chat runs,
   * `onBusy` decides. With `replaces`, rejects too if that is not a message of the user.
   */
  chat<Data = unknown>(input: ChatInput, options: ChatOptions<Data> = none): Run<RunResult<Data>> {
    if (options !== none) checkNames(namesOfRuns, 'chat', options)
    const { replaces: id } = Object(options) as ChatOptions
    const beginning = id === undefined ? undefined : { branch: { kind: 'edit', id } as const }
    return this.#getRuns().chat(input ?? '', this.#ask(options), beginning) as Run<RunResult<Data>>
  }

  /**
   * Goes on without a new message. Finished calls stay; a partial answer is left out.
   *
   * - After an error or a limit, asks the model again.
   * - A run that was cut short by a reload, a crash or a closed page starts at the iteration where
   * it stopped, with the usage so far. Calls that never started are run. For calls in between,
   * their tools' `resume` decides. Needs a `storage`.
   * - With `from`, answers that message again. Rejects if calls that follow it took effect, unless
   * `again` is true.
   * - With `results`, gives the model the results of calls that were returned. Each answer is in
   * the history as if a tool had given it, with plug-ins, redaction and size limits. A tool's
   * `result.untrusted` holds too, and its handler does not run. The calls wait until another turn
   * begins, which answers them as `interrupted`. The answers are stored together: a page that ends
   * before that has answered none.
   *
   * Rejects as `chat` does, and with `AgentError` if there is nothing to go on from. It also does
   * if a result is missing, or is one too many; then it answers no call. If `from` is a list of
   * messages, it runs apart from the session and never rejects, as `execute`.
   */
  resume<Data = unknown>(options: ResumeOptions<Data> = {}): Run<RunResult<Data>> {
    checkNames(namesOfRuns, 'resume', options)
    const { from, again, results: given } = options
    // Without results, a chat would go on from the history, and answer the calls as cancelled.
    const results = 'results' in options ? (given ?? (null as never)) : undefined
    const runs = this.#getRuns()
    const run = Array.isArray(from)
      ? runs.execute(undefined, this.#ask({ ...options, history: from }), {
          results,
          isGoingOn: true,
        })
      : runs.chat(
          undefined,
          this.#ask(options),
          results !== undefined
            ? { results }
            : from === undefined
              ? { isResuming: true }
              : { branch: { kind: 'regenerate', id: from as string, again } },
        )
    return run as Run<RunResult<Data>>
  }

  /**
   * Runs outside the session, from `history` or from an empty history. Any number may run at once.
   * Never rejects: if the run does not complete, its error is the result's `error`.
   */
  execute<Data = unknown>(
    input: ChatInput,
    options: ExecuteOptions<Data> = {},
  ): Run<RunResult<Data>> {
    checkNames(namesOfRuns, 'execute', options)
    return this.#getRuns().execute(input, this.#ask(options)) as Run<RunResult<Data>>
  }

  /**
   * Calls a tool on behalf of the page or, with `source`, of a caller from outside, under the rules
   * of the model's calls. The call and its answer join the open session's history, as a message
   * with the source `ui`. Resolves with the tool's result. Rejects as the model would be told.
   *
   * The call begins when the page shows what the calls before it changed. Its own changes may not
   * be on the page yet when the promise resolves; the next call or request waits for them. In
   * a handler, use `ctx.runTool`: third-party text then taints both calls.
   */
  runTool(
    name: string,
    args?: Record<string, unknown>,
    options: RunToolOptions = {},
  ): Run<unknown> {
    checkNames(namesOfRuns, 'runTool', options)
    return this.#getRuns().runTool(name, args, this.#ask(options))
  }

  #ask<Options>(call: Options): Asked<Options> {
    return { by: this, with: this.#changed, call }
  }
}

/** A model with scopes, limits and plug-ins, and one open session. Made by {@link createAgent}. */
export class Agent extends AgentVerbs {
  readonly name: string
  /**
   * The option `onBusy`. If unset, `chat` rejects a second chat, and `useAgent().chat` queues it.
   */
  readonly onBusy: OnBusy | undefined
  /**
   * The option `preload`, for a widget that fetches its own code then.
   *
   * @internal
   */
  readonly preloadAt: AgentOptions['preload']
  readonly #model: AgentOptions['model']
  /** The scopes and tools that the agent can use now. */
  readonly scopes: ScopeRegistry
  /** The open session's messages. */
  readonly history: AgentHistory = new AgentHistory({
    isBusy: () => this.#runs.turns.isBusy,
    ports: () => this.#ports,
  })
  /**
   * What the agent does now, as a part of its state.
   *
   * @internal
   */
  readonly activity: Activity = new Activity()
  /** The calls that go on, and the last ones that have ended: their progress, undo and touches. */
  readonly calls: Calls = new Calls(this)
  /** What waits for the user: calls to allow, questions and sign-ins. */
  readonly pending: Pending = new Pending()
  /** The chats that wait for their turn. */
  readonly queue: Queue = new Queue()
  /** The stored sessions, and the state of the open one with its usage and artifacts. */
  readonly sessions: Sessions
  /** Returns the state of the agent and of its open session: the same object until it changes. */
  readonly getState: () => AgentState
  /** Calls a listener with the state and the one before it after each change. Returns its end. */
  readonly subscribe: (listener: (state: AgentState, before: AgentState) => void) => () => void
  readonly #settlers = new Set<Settler>()
  readonly #plugins = new Plugins(this, this.#settlers)
  readonly #handlers = new EventHandlers()
  readonly #ports: Ports
  readonly #runs: Runs

  constructor(options: AgentOptions) {
    super(() => this.#runs)
    checkAgent(options)
    this.scopes = new ScopeRegistry((registered) => this.#runs.leaveTool(registered))
    const { tools = [], scopes = [], model } = options
    if (tools.length) this.scopes.register(new Scope({ name: 'agent', tools }))
    for (const scope of scopes) this.scopes.register(scope)
    this.approval = options.approval
    this.name = options.name ?? toAgentName(model, this.scopes.tools)
    this.onBusy = options.onBusy
    this.preloadAt = options.preload
    this.#model = model
    const { history, activity, calls, pending, queue, scopes: registry } = this
    const ports = (this.#ports = { ...toPorts(environmentOf(options)), pending })
    const session = createFirst(options, ports.createId, history)
    const handlers = [new EventHandlers(options.on), this.#handlers]
    const shared = { options, ports, plugins: this.#plugins, settlers: this.#settlers, handlers }
    const parts: AgentParts = { ...shared, agent: this, open: { session } }
    this.#runs = new Runs(parts)
    const sessions = (this.sessions = new Sessions({ ...parts, runs: this.#runs }))
    const stores = { activity, history, queue, calls, pending, sessions, scopes: registry }
    const { getState, subscribe } = new AgentStates(stores)
    this.getState = getState
    this.subscribe = subscribe
    for (const plugin of options.use ?? []) if (plugin) this.use(plugin)
    // Plug-ins may have tools, too.
    checkAskedNames(options.approval, this.scopes)
  }

  /**
   * The option `model`, for a widget that asks how large a call may be. Setting it throws: another
   * model takes `agent.with({ model })`.
   *
   * @internal
   */
  get model(): AgentOptions['model'] {
    return this.#model
  }

  /** The option `approval`. */
  readonly approval: ApprovalOptions | undefined

  /** The redactions of the plug-ins, as one, for code that writes down what the agent did. */
  get redaction(): Redaction | undefined {
    return redactionOf(this.#plugins.all)
  }

  /**
   * Fetches the engine's code and, for a proxy model, its client, so that the next run starts at
   * once. Call it when a user is about to send a message. Never rejects, and tries again later.
   */
  preload(): Promise<void> {
    return this.#runs.preload()
  }

  /** Returns a run of this agent that goes on. Undefined for an unknown id, and after the end. */
  run(runId: string): Run<unknown> | undefined {
    return this.#runs.find(runId)
  }

  /**
   * Undoes one call, or every finished call of a run, also while a run goes on. Runs the `undo` of
   * the tools, and what the handlers gave `ctx.undo`: newest first, each at most once.
   *
   * A function that throws stops no other; its error is in the result. The model is told with its
   * next request. Undos run one after another. Functions that have not started when an undo is
   * cancelled can be run later. If there is nothing to undo, it resolves with an empty result; it
   * rejects with `AgentError` without an id. An id is that of a call or a run, such as the `runId`
   * of a result. It stays valid for the last 200 calls that registered an undo.
   */
  undo(id: string): Run<UndoResult> {
    return this.#runs.undo(id)
  }

  /**
   * Returns the verbs of this agent with other options: of the same session, history and stores.
   * All that a call has no option for is given here. Throws `AgentError`, naming the option, if one
   * is wrong.
   *
   * @example
   * await agent.with({ calls: { mode: 'return' } }).chat('Only the calls')
   */
  with(options: WithOptions): AgentVerbs {
    checkWith(options)
    return new AgentVerbs(() => this.#runs, options)
  }

  /**
   * Adds a plug-in, as the innermost one of its kind. The returned function removes it. A run that
   * goes on keeps the plug-ins with which it began. Throws `AgentError` for anything else.
   */
  use(plugin: AgentPlugin): () => void {
    return this.#plugins.add(plugin)
  }

  /**
   * Observes the events of one type, or with `*` of all types, of every run. With `once`, only the
   * next one. The returned function ends the observation, and so does `signal` when it aborts.
   */
  on<T extends EventType>(
    type: T | '*',
    handler: EventHandler<T>,
    options?: OnOptions,
  ): () => void {
    if (options !== undefined) checkOptions('`agent.on`', options, { once: '', signal: '' })
    return this.#handlers.add(type, handler, options)
  }

  /** Cancels all runs, also queued ones, and with `kind: 'user'` those of other pages. */
  cancel(reason?: CancelReason): void {
    this.#runs.cancel(reason)
    if (isReason(reason) && reason.kind === 'user') this.sessions.stopElsewhere()
  }
}

/**
 * Creates an agent. Only the model is required. Components of a page register their tools later.
 *
 * @throws AgentError that names the option, if an option is wrong.
 *
 * @example
 * const agent = createAgent({
 *   model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
 *   instructions: 'You help with the list on the page.',
 * })
 * await agent.chat('Add honey')
 */
export const createAgent = (options: AgentOptions): Agent => new Agent(options)

/** The functions of the agent that its history uses. */
interface HistoryChats {
  /** Whether a chat writes the history now. */
  isBusy(): boolean
  /** Returns the sources of ids and of the time. */
  ports(): MessageSource
}

/**
 * The history of the open session. A user can go back in it; the messages that are left stay as
 * another branch. While a chat writes the history, that chat owns the head: `select`, `moveTo` and
 * `load` throw the code `busy`.
 */
export class AgentHistory extends History {
  readonly #chats: HistoryChats

  /** @internal */
  constructor(chats: HistoryChats) {
    super()
    this.#chats = chats
  }

  /**
   * Adds messages of an earlier conversation: whole ones, or `{ role, content }`. Missing ids,
   * times and parents are filled in; a message without `parentId` follows the one before it. The
   * last one becomes the head. A call whose id is used before, or is of a form that a provider
   * refuses, gets a new id, and its answer too. Throws `AgentError`, and adds none, if one cannot
   * be read, or if an answer does not follow its call.
   */
  override load(messages: readonly MessageInput[]): void {
    this.#refuseWhileBusy()
    const whole = toMessages(messages, 'messages', this.head, this.#chats.ports())
    checkPairs(whole, (id) => this.get(id))
    super.load(whole)
  }

  override moveTo(id: string | null): void {
    this.#refuseWhileBusy()
    super.moveTo(id)
  }

  #refuseWhileBusy(): void {
    if (!this.#chats.isBusy()) return
    throw misuse('historyBusy', [], { code: 'busy' })
  }
}

/**
 * Returns the name of an agent that was given none. It is the same for the same provider, model and
 * tools, in any order and any process.
 */
function toAgentName(
  model: Pick<LanguageModelV4, 'provider' | 'modelId'>,
  tools: readonly RegisteredTool[],
): string {
  const names = tools.map(({ tool }) => tool.name)
  // Browsers that are too old for a run still make the agent, so this calls no `toSorted`.
  const text = [model.provider, model.modelId, ...names.sort()].join('\n')
  // FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return `agent-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** The parts of an agent that a page sees, as far as runs use them. */
export interface AgentStores {
  readonly name: string
  readonly scopes: ScopeRegistry
  readonly history: History
  readonly activity: Activity
  readonly pending: Pending
  readonly queue: Queue
  readonly calls: Calls
  /** The sessions of the agent; known once the agent is made. */
  readonly sessions: Sessions
  resume(): Run<RunResult>
}

/** The parts of an agent, as its runs use them. */
export interface AgentParts {
  readonly agent: AgentStores & Pick<Agent, 'execute' | 'runTool'>
  readonly options: AgentOptions
  readonly ports: Ports
  /** The holder of the open session. */
  readonly open: OpenedSession
  readonly plugins: Plugins
  readonly settlers: ReadonlySet<Settler>
  /** The handlers of the option `on`, then those of `agent.on`. */
  readonly handlers: readonly EventHandlers[]
}
