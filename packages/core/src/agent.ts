import { Approvals } from './approval/approvals.ts'
import { Activity } from './state/activity.ts'
import { Artifacts } from './state/artifacts.ts'
import { Asks } from './state/questions.ts'
import { Queue } from './state/queue.ts'
import { ScopeRegistry } from './tools/scope-registry.ts'
import { Sessions } from './sessions/sessions.ts'
import { UsageMeter } from './state/usage-meter.ts'
import { Undos } from './state/undos.ts'
import type { CancelReason } from './cancel-reason.ts'
import type { ChatInput } from './messages/content.ts'
import type { EventType } from './events.ts'
import type { State } from './register.ts'
import { Scope } from './tools/scope.ts'
import type { UndoResult } from './tools/tool-context.ts'
import { toPorts } from './environment.ts'
import {
  type AgentOptions,
  type CallOptions,
  type ExecuteOptions,
  type OnBusy,
} from './agent-options.ts'
import { AgentHistory } from './agent-history.ts'
import type { AgentParts } from './agent-parts.ts'
import { checkOptions } from './check-options.ts'
import { type EventHandler, EventHandlers } from './event-handlers.ts'
import { type HookName, HookRegistry, type Hooks } from './hooks.ts'
import { Runs } from './runs.ts'
import type { Run } from './run.ts'
import type { RunResult } from './run-result.ts'
import type { Settler } from './engine/settle.ts'

/** The name of an agent that was given none: the same for the same model and tools, in any order and any process. */
export function toAgentName(modelId: string, toolNames: readonly string[]): string {
  const text = [modelId, ...toolNames.toSorted()].join('\n')
  // FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return `agent-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** A model, its instructions, scopes, limits and hooks, with one open session. Made by {@link createAgent}. */
export class Agent {
  readonly name: string
  /** As the options have it. Undefined leaves it to who asks: `chat` rejects a second one, `useAgent().send` queues it. */
  readonly onBusy: OnBusy | undefined
  /** What the agent can do now. */
  readonly scopes: ScopeRegistry
  /** The open session's messages. */
  readonly history: AgentHistory = new AgentHistory({
    isBusy: () => this.#runs.isBusy,
    chat: (input, options, branch) => this.#runs.chat(input, options, branch),
  })
  /** What the agent is doing right now. */
  readonly activity: Activity = new Activity()
  /** What tools ask the person. */
  readonly asks: Asks = new Asks()
  /** The calls that wait for a person's approval, and what was remembered. */
  readonly approvals: Approvals = new Approvals()
  /** The chats that wait for their turn. */
  readonly queue: Queue = new Queue()
  /** What can be taken back. */
  readonly undos: Undos = new Undos()
  /** What the open session has used. */
  readonly usage: UsageMeter = new UsageMeter()
  /** What tools gave the page. */
  readonly artifacts: Artifacts = new Artifacts()
  /** The stored sessions, and what is known of the open one. */
  readonly sessions: Sessions
  readonly #hooks = new HookRegistry()
  readonly #settlers = new Set<Settler>()
  readonly #handlers = new EventHandlers()
  readonly #runs: Runs

  constructor(options: AgentOptions) {
    checkOptions(options)
    this.scopes = new ScopeRegistry({
      onScopeRegister: (scope) => this.#tellHooks('onScopeRegister', scope),
      onScopeUnregister: (scope) => this.#tellHooks('onScopeUnregister', scope),
      onToolUnregister: (registered) => this.#runs.endCalls(registered),
    })
    const { tools = [], scopes = [], model } = options
    if (tools.length) this.scopes.register(new Scope({ name: 'agent', tools }))
    for (const scope of scopes) this.scopes.register(scope)
    options.approval?.check(this.scopes)
    const toolNames = this.scopes.tools.map(({ tool }) => tool.name)
    this.name = options.name ?? toAgentName(model.modelId, toolNames)
    this.onBusy = options.onBusy
    const { history, usage, artifacts, asks, approvals } = this
    const ports = { ...toPorts(options), asks, approvals }
    const session = { id: ports.createId(), history, state: {} as State, usage, artifacts }
    const parts: AgentParts = {
      agent: this,
      options,
      ports,
      open: { session },
      hooks: this.#hooks,
      settlers: this.#settlers,
      handlers: [new EventHandlers(options.on), this.#handlers],
    }
    this.#runs = new Runs(parts)
    this.sessions = new Sessions({ ...parts, runs: this.#runs })
  }

  /**
   * Fetches the code that runs things and, of a proxy model, its client, so that the next run begins
   * at once. Call it when a person is about to say something. Never rejects; what cannot be fetched
   * now is fetched again when it is needed.
   */
  async preload(): Promise<void> {
    await this.#runs.preload()
  }

  /**
   * Says something in the open session and runs until the model has answered. Rejects with the error that ended the run; while another chat runs,
   * `onBusy` decides.
   */
  chat<Data = unknown>(input: ChatInput, options: CallOptions<Data> = {}): Run<RunResult<Data>> {
    return this.#runs.chat(input, options) as Run<RunResult<Data>>
  }

  /**
   * Goes on after an error without saying anything again: finished calls stay, a partial answer is put aside. Rejects `AgentError` when there
   * is nothing to go on from.
   */
  retry(options: CallOptions = {}): Run<RunResult> {
    return this.#runs.chat(undefined, options)
  }

  /**
   * Runs apart from the session, from `history` or from nothing; any number at once. Resolves whatever happens, with what ended a run that did
   * not complete as the result's `error`; it rejects only when the loop itself cannot be loaded.
   */
  execute<Data = unknown>(
    input: ChatInput,
    options: ExecuteOptions<Data> = {},
  ): Run<RunResult<Data>> {
    return this.#runs.execute(input, options) as Run<RunResult<Data>>
  }

  /**
   * Calls a tool as the page: under the same rules as the model's calls, and into the open session's history as a message of source `ui` with its
   * answer. Resolves with the tool's result; rejects with what the model would have been told.
   */
  runTool(name: string, args: Record<string, unknown> = {}): Run<unknown> {
    return this.#runs.runTool(name, args)
  }

  /**
   * Takes back what one call did, or all of a run's calls that have ended: runs what they gave `ctx.onUndo`, the last registered first, each at most once,
   * also while a run goes on. One that throws stops no other, and is told in the result. The model is told with its next request. Undos run one after
   * another; a cancel leaves those that have not begun to be undone later. Resolves with nothing undone where there is nothing; an id is known for as
   * long as `undos` says.
   */
  undo(id: string): Run<UndoResult> {
    return this.#runs.undo(id)
  }

  /**
   * Goes on with a run that was cut short by a reload, a crash or a closed page, at the iteration where it stopped and with what it had used. Calls that finished stay; those that never
   * started are run; of those in between, their tools' `reconcile` and `onResume` decide. Needs a `storage`. Rejects `AgentError` when there is nothing to resume.
   */
  resume(options: CallOptions = {}): Run<RunResult> {
    return this.#runs.chat(undefined, options, undefined, true)
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
    return this.#handlers.add(type, handler, true)
  }

  off<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
    this.#handlers.remove(type, handler)
  }

  /** Removes every handler that `on` and `once` added. */
  removeAll(): void {
    this.#handlers.clear()
  }

  /** Cancels every run of this agent, queued ones too. As a person's wish (`kind: 'user'`) it also stops another page that runs the open session. */
  cancelAll(reason?: CancelReason): void {
    this.#runs.cancelAll(reason)
    if (reason?.kind === 'user') this.sessions.stopElsewhere()
  }

  #tellHooks(name: 'onScopeRegister' | 'onScopeUnregister', scope: Scope): void {
    this.#hooks.notify(name, { scope }).catch((thrown: unknown) => this.#runs.fail(thrown))
  }
}

/** Makes an agent. Throws `AgentError`, naming the option, for an option that is wrong. */
export const createAgent = (options: AgentOptions): Agent => new Agent(options)
