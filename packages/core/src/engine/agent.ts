import { Activity } from '../stores/activity.ts'
import { History } from '../stores/history.ts'
import { Queue } from '../stores/queue.ts'
import { ScopeRegistry } from '../stores/scope-registry.ts'
import { toAgentName } from '../values/agent-name.ts'
import type { CancelReason } from '../values/cancel-reason.ts'
import { type ChatInput, holdsBlob } from '../values/content.ts'
import { type AgentEvent, type EventType, isTerminal } from '../values/event.ts'
import type { State } from '../values/register.ts'
import { Scope } from '../values/scope.ts'
import {
  type AgentConfig,
  type AgentOptions,
  type CallOptions,
  type ExecuteOptions,
  toPorts,
  toRunConfig,
} from './agent-options.ts'
import { runOf } from './run-of.ts'
import { CallOwners } from './call-owners.ts'
import { ChatTurns } from './chat-turns.ts'
import { type EventHandler, EventHandlers } from './event-handlers.ts'
import { type HookName, HookRegistry, type Hooks } from './hooks.ts'
import { loadLoop } from './load-loop.ts'
import type { Joining } from './loop.ts'
import { Run } from './run.ts'
import type { AskedRun } from './run-bodies.ts'
import type { Ports } from './run-config.ts'
import { RunHead } from './run-head.ts'
import type { RunResult } from './run-result.ts'
import type { Session } from './session.ts'
import type { Settler } from './settler.ts'
import { startRun } from './start-run.ts'

/** A model, its instructions, scopes, limits and hooks, with one open session. Made by {@link createAgent}. */
export class Agent {
  readonly name: string
  /** What the agent can do now. */
  readonly scopes: ScopeRegistry
  /** The open session's messages. */
  readonly history: History = new History()
  /** What the agent is doing right now. */
  readonly activity: Activity = new Activity()
  /** The chats that wait for their turn. */
  readonly queue: Queue = new Queue()
  readonly #options: AgentOptions
  readonly #ports: Ports
  readonly #session: Session
  readonly #hooks = new HookRegistry()
  readonly #owners = new CallOwners()
  readonly #settlers = new Set<Settler>()
  readonly #optionHandlers: EventHandlers
  readonly #handlers = new EventHandlers()
  readonly #running = new Set<RunHead>()
  readonly #turns = new ChatTurns(this.queue)

  constructor(options: AgentOptions) {
    toRunConfig(options)
    // Asked for now, so that it is there when somebody says something; a failure shows then.
    loadLoop().catch(() => undefined)
    this.#options = options
    this.#ports = toPorts(options)
    this.#optionHandlers = new EventHandlers(options.on)
    this.#session = { id: this.#ports.createId(), history: this.history, state: {} as State }
    this.scopes = new ScopeRegistry({
      onScopeRegister: (scope) => void this.#hooks.notify('onScopeRegister', { scope }),
      onScopeUnregister: (scope) => void this.#hooks.notify('onScopeUnregister', { scope }),
      onToolUnregister: (registered) => this.#owners.end(registered),
    })
    const { tools = [], scopes = [], model } = options
    if (tools.length) this.scopes.register(new Scope({ name: 'agent', tools }))
    for (const scope of scopes) this.scopes.register(scope)
    const toolNames = this.scopes.tools.map(({ tool }) => tool.name)
    this.name = options.name ?? toAgentName(model.modelId, toolNames)
  }

  /**
   * Says something in the open session and runs until the model has answered. Rejects with the error that ended the run; while another chat runs,
   * `onBusy` decides.
   */
  chat<Data = unknown>(input: ChatInput, options: CallOptions<Data> = {}): Run<RunResult<Data>> {
    return this.#turn(input, options) as Run<RunResult<Data>>
  }

  /**
   * Goes on after an error without saying anything again: finished calls stay, a partial answer is put aside. Rejects `AgentError` when there
   * is nothing to go on from.
   */
  retry(options: CallOptions = {}): Run<RunResult> {
    return this.#turn(undefined, options)
  }

  /**
   * Runs apart from the session, from `history` or from nothing; any number at once. Resolves whatever happens, with what ended a run that did
   * not complete as the result's `error`; it rejects only when the loop itself cannot be loaded.
   */
  execute<Data = unknown>(
    input: ChatInput,
    options: ExecuteOptions<Data> = {},
  ): Run<RunResult<Data>> {
    const session = { id: this.#ports.createId(), history: new History(), state: {} as State }
    const asked = this.#ask(session, options)
    const { head } = asked
    const ports = {
      settlers: this.#settlers,
      steering: { isOpen: false, waiting: [] },
      history: options.history,
    }
    const result = startRun(head, input, (loop) => loop.execute(asked, input, ports), true)
    return new Run(head, result as Promise<RunResult<Data>>)
  }

  /**
   * Calls a tool as the page: under the same rules as the model's calls, and into the open session's history as a message of source `ui` with its
   * answer. Resolves with the tool's result; rejects with what the model would have been told.
   */
  runTool(name: string, args: Record<string, unknown> = {}): Run<unknown> {
    const asked = this.#ask(this.#session, {})
    const { head } = asked
    const join = (...drafts: Joining[]): unknown => this.#turns.join(...drafts)
    const result = startRun(head, undefined, (loop) => loop.runTool(asked, name, args, join))
    return new Run(head, result)
  }

  /** Intercepts the loop until the returned function is called. */
  addHook<Name extends HookName>(name: Name, hook: Hooks[Name]): () => void {
    return this.#hooks.add(name, hook)
  }

  /** Makes the loop wait for something of the page's own until the returned function is called. */
  addSettler(settler: Settler): () => void {
    this.#settlers.add(settler)
    return () => this.#settlers.delete(settler)
  }

  /** Observes the events of one type, or with `*` all, of every run until the returned function is called. */
  on<T extends EventType>(type: T | '*', handler: EventHandler<T>): () => void {
    return this.#handlers.add(type, handler)
  }

  /** Observes the next event of one type. */
  once<T extends EventType>(type: T | '*', handler: EventHandler<T>): () => void {
    return this.#handlers.once(type, handler)
  }

  off<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
    this.#handlers.remove(type, handler)
  }

  /** Removes every handler that `on` and `once` added. */
  removeAll(): void {
    this.#handlers.clear()
  }

  /** Cancels every run of this agent, queued ones too. */
  cancelAll(reason?: CancelReason): void {
    for (const head of this.#running) head.cancel(reason)
  }

  #turn(input: ChatInput | undefined, options: CallOptions): Run<RunResult> {
    const config = toRunConfig(this.#options, options)
    const { onBusy } = config
    const joined = onBusy === 'steer' ? this.#steer(input) : undefined
    if (joined) return joined
    const asked = this.#ask(this.#session, options, config, this.activity.follow)
    const { head } = asked
    const steering = { isOpen: true, waiting: [] }
    const onSettling = this.activity.startSettling
    const ports = { settlers: this.#settlers, steering, onSettling }
    const start = (isRefused = false): Promise<RunResult> =>
      startRun(head, input, (loop) => loop.chat(asked, input, ports, isRefused))
    return this.#turns.take({ head, input, onBusy, steering, start })
  }

  /** The running chat, which now has the message, or undefined when none takes it: blobs have to be read first. */
  #steer(input: ChatInput | undefined): Run<RunResult> | undefined {
    if (input === undefined || holdsBlob(input)) return undefined
    const { createId, clock } = this.#ports
    return this.#turns.join({
      id: createId(),
      role: 'user',
      createdAt: clock.now(),
      content: input,
    })
  }

  /** A run under its own identity, which observers follow and the loop is yet to make. */
  #ask(
    session: Session,
    options: CallOptions,
    config: AgentConfig = toRunConfig(this.#options, options),
    follow?: (event: AgentEvent) => void,
  ): AskedRun {
    const handlers = new EventHandlers(options.on)
    const parent = runOf(options.parent)
    const head: RunHead = new RunHead({
      agentId: this.name,
      ports: this.#ports,
      parent,
      signal: options.signal ?? this.#options.signal,
      dispatch: (event) => {
        if (isTerminal(event)) {
          this.#running.delete(head)
          this.#turns.leave(head)
        }
        follow?.(event)
        this.#optionHandlers.dispatch(event)
        this.#handlers.dispatch(event)
        handlers.dispatch(event)
      },
    })
    this.#running.add(head)
    return {
      head,
      parent,
      config,
      session,
      ports: this.#ports,
      scopes: this.scopes,
      hooks: this.#hooks,
      owners: this.#owners,
    }
  }
}

/** Makes an agent. Throws `AgentError`, naming the option, for an option that is wrong. */
export const createAgent = (options: AgentOptions): Agent => new Agent(options)
