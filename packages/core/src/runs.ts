import type { AgentParts } from './agent.ts'
import type { CancelReason } from './cancellation.ts'
import {
  callAround,
  contextAround,
  currentCall,
  endWithCall,
  runOf,
} from './engine/current-call.ts'
import type { Engine, RunOrder, SessionTurn, Task } from './engine/engine.ts'
import type { Incoming } from './engine/loop.ts'
import type { HandlerVerbs } from './engine/run.ts'
import { whenIdle } from './environment.ts'
import { type AgentEvent, type Dispatch, EventHandlers, isTerminal } from './events.ts'
import { copyIfJson } from './json/json.ts'
import { failUnloaded, loadEngine } from './load-engine.ts'
import { type ChatInput, toKnownMessage } from './messages/message.ts'
import { findInputFault } from './messages/read.ts'
import type {
  CallOptions,
  CallResult,
  ChatOptions,
  ExecuteOptions,
  RunToolOptions,
  WithOptions,
} from './options.ts'
import { type GivenOptions, mergeOptions } from './options/check.ts'
import { misuse } from './options/misuse.ts'
import { addPlugins } from './plugins.ts'
import { Run, type RunResult } from './run.ts'
import { createApart, createBeside, type Session } from './session.ts'
import type { UndoResult } from './tools/context.ts'
import { type RegisteredTool, registerScopes, type ScopeRegistry } from './tools/registry.ts'
import { toOffer } from './tools/offer.ts'
import { ChatTurns, createSteering, endSaid, holds, type SaidMessage, withdrawn } from './turns.ts'

/** The way in which a chat begins, if not with a message at the end of the history. */
type Beginning = Partial<Pick<SessionTurn, 'branch' | 'isResuming' | 'results'>>

/** The options of a verb, and those of the `with` that it was called on. */
export interface Asked<Options> {
  /** The verbs of a handler's `ctx.execute` and `ctx.runTool`. Default: those of the agent. */
  readonly by?: HandlerVerbs | undefined
  readonly with?: WithOptions | undefined
  readonly call: Options
}

/** An agent's runs. A run that is asked for waits for its turn and for the engine. */
export class Runs {
  /** The chats of the open session. */
  readonly turns: ChatTurns
  readonly #parts: AgentParts
  /** The runs that go on, by id: from the request of each to its last event. */
  readonly #running = new Map<string, Run<unknown>>()
  /** The runs that are not turns, such as those of `runTool`, each with its session. */
  readonly #asides = new Map<Run<unknown>, Session>()
  #engine: Engine | undefined

  constructor(parts: AgentParts) {
    this.#parts = parts
    this.turns = new ChatTurns(parts.agent.queue)
    if (parts.options.preload === 'now') void this.preload()
    if (parts.options.preload === 'idle') whenIdle(() => void this.preload())
  }

  /**
   * Runs a chat in the open session. Without input, the run continues from the history. Throws
   * `AgentError` for a wrong option.
   */
  chat(
    input: ChatInput | undefined,
    asked: Asked<ChatOptions>,
    { branch, isResuming = false, results }: Beginning = {},
  ): Run<RunResult> {
    const { open, agent, options: own } = this.#parts
    const given = mergeOptions(own, asked)
    const { onBusy = given.onBusy ?? 'reject' } = asked.call
    const isWords = typeof input === 'string' && input.trim() !== ''
    const fault = input === undefined || isWords ? undefined : findInputFault(input)
    // A branch or a resumed run has its own place in the history, so it cannot join another chat.
    // Nor can words that plug-ins of their own have to pass.
    const hasOwn =
      branch || isResuming || asked.with?.use?.some((plugin) => plugin && holds(plugin))
    const maySteer = onBusy === 'steer' && !hasOwn && !fault
    const session = open.next ?? open.session
    refuseOther(asked.call, session)
    session.isLocal ||= agent.scopes.isLocal
    const joined = maySteer ? this.#steer(input) : undefined
    if (joined) return joined
    const { run, ...order } = this.#order<RunResult>(session, asked, given, this.#follow)
    const isStopping = branch && onBusy === 'interrupt' && this.turns.isBusy
    const before = isStopping ? session.history.all : undefined
    const { steering, isRefused, isHeld, waiting } = this.turns.take(
      run,
      input,
      { onBusy, plugins: order.plugins },
      fault,
    )
    const local = (session.isLocal ||= order.scopes.isLocal) || undefined
    const messageId =
      isRefused || !own.storage
        ? undefined
        : this.#note(session, input, { run, branch, local, isHeld })
    if (!this.#use()) agent.activity.begin(run.id)
    const task: Task = {
      kind: 'chat',
      input,
      messageId,
      fault,
      steering,
      branch: branch && { ...branch, before },
      results,
      onBusy,
      isResuming,
      isRefused,
      isHeld,
      hasWaited: waiting !== undefined,
      isEarly: false,
    }
    const whole: RunOrder = { ...order, run, task }
    // Plug-ins may refuse the message before its turn.
    const refused = (): Promise<void> | undefined => this.#use()?.refusal(whole) ?? waiting
    const turn =
      waiting && isHeld
        ? Promise.race([waiting, loadEngine().then(refused, () => waiting)])
        : waiting
    const work = this.#start<RunResult>(whole, turn)
    run.settle(work.finally(() => this.turns.leave(run)))
    return run
  }

  /** Runs `execute`, apart from the open session. */
  execute(
    input: ChatInput | undefined,
    asked: Asked<ExecuteOptions>,
    {
      results,
      isGoingOn = false,
    }: { results?: readonly CallResult[] | undefined; isGoingOn?: boolean } = {},
  ): Run<RunResult> {
    const { ports, options: own } = this.#parts
    const given = mergeOptions(own, asked)
    const { history } = asked.call
    const session = createApart(ports.createId(), runOf(contextAround(asked.call))?.session)
    const order = this.#order<RunResult>(session, asked, given)
    const steering = createSteering()
    const fault = isGoingOn ? undefined : findInputFault(input as ChatInput)
    const turn = { input, fault, steering, history, results }
    order.run.settle(this.#start({ ...order, task: { kind: 'execute', ...turn } }))
    return order.run
  }

  /** Runs one call that the page asks for. */
  runTool(
    name: string,
    args: Record<string, unknown> = {},
    { call, ...asked }: Asked<RunToolOptions>,
  ): Run<unknown> {
    const { taint, source = 'ui', history = true, registered, ...options } = call
    const { open } = this.#parts
    const session = open.next ?? open.session
    const place = history === true ? session : createBeside(session)
    // The run may begin later, and the page may change its object meanwhile.
    const given = copyIfJson(args)
    return this.#aside(
      place,
      (scopes) => {
        const found = scopes.find(name)
        return {
          kind: 'runTool',
          name,
          args: given,
          taint,
          source,
          history,
          session,
          registered: registered ?? (source === 'ui' ? undefined : found),
          offer: found && toOffer(found),
          join: (...incoming) => this.#join(place, incoming),
        }
      },
      { ...asked, call: options },
    )
  }

  /** Undoes a call, or the calls of a run. */
  undo(id: string): Run<UndoResult> {
    const { session } = this.#parts.open
    const own = this.#engine?.sessionOf(id)
    const place = own && own.id !== session.id ? own : session
    const join = (draft: Incoming) => this.#join(place, [draft])
    return this.#aside(place, () => ({ kind: 'undo', id, join }))
  }

  /** Fetches the engine, and the model's own code if the model has a `preload`. Never rejects. */
  async preload(): Promise<void> {
    const { model } = this.#parts.options
    const client = 'preload' in model && typeof model.preload === 'function' && model.preload()
    await Promise.allSettled([loadEngine.ahead(), client])
  }

  /** Returns a run that goes on. */
  find(runId: string): Run<unknown> | undefined {
    return this.#running.get(runId)
  }

  /** Tells the calls of a tool that the tool was unregistered. */
  leaveTool(registered: RegisteredTool): void {
    this.#engine?.owners.leave(registered)
  }

  cancel(reason?: CancelReason): void {
    // A run that a handler starts meanwhile is not cancelled.
    const running = [...this.#running.values()]
    for (const run of running) run.cancel(reason)
  }

  /** Whether a run that is not a turn goes on in a session. */
  uses(session: Session): boolean {
    return [...this.#asides.values()].includes(session)
  }

  /** Cancels the runs of a session that are not its turns, and waits for their end. */
  async endAsides(sessionId: string): Promise<void> {
    const runs = [...this.#asides].flatMap(([run, { id }]) => (id === sessionId ? [run] : []))
    for (const run of runs) run.cancel({ kind: 'user', tag: 'session' })
    await Promise.allSettled(runs.map(({ result }) => result))
  }

  /**
   * Runs a task in a session that is not a turn of the session. `toTask` gets the scopes of the
   * run.
   */
  #aside<T>(
    session: Session,
    toTask: (scopes: ScopeRegistry) => Task,
    asked: Asked<CallOptions> = { call: {} },
  ): Run<T> {
    const given = mergeOptions(this.#parts.options, asked)
    const order = this.#order<T>(session, asked, given)
    const { run, scopes } = order
    run.settle(this.#start({ ...order, task: toTask(scopes) }))
    this.#asides.set(run, session)
    const remove = (): unknown => this.#asides.delete(run)
    run.result.then(remove, remove)
    return run
  }

  /** Gives messages to the loop that writes the history of the same session now, if one does. */
  #join(session: Session, incoming: Incoming[]): Run<RunResult> | undefined {
    const isWritten = session === this.#parts.open.session && this.turns.isLooping
    return isWritten ? this.turns.join(...incoming) : undefined
  }

  /** Starts a run at its turn, once the engine is loaded. */
  async #start<T>(order: RunOrder, waiting?: Promise<void>): Promise<T> {
    if (waiting) await waiting
    const failed = this.#use() ? undefined : await this.#load(order)
    return (failed ?? this.#use()?.start(order)) as Promise<T>
  }

  /**
   * Loads the engine for a run. The message of a chat waits in the queue and can be withdrawn. If
   * the engine cannot be had, the run has failed: resolves with the result of an `execute`, and
   * rejects for any other run.
   */
  async #load(order: RunOrder): Promise<RunResult | undefined> {
    const { run, task, session } = order
    const isChat = task.kind === 'chat'
    const { agent, open } = this.#parts
    const isShown =
      isChat && !task.isRefused && !run.cancellation.reason && task.input !== undefined
    const leave =
      isShown &&
      agent.queue.add({
        runId: run.id,
        input: task.input,
        cancel: () => {
          run.cancel(withdrawn)
          open.onSaid?.(session)
        },
      })
    try {
      if (isChat) task.isEarly = true
      await loadEngine()
      return undefined
    } catch (error) {
      const result = await failUnloaded(order, error as Error, agent.sessions)
      if (task.kind === 'execute') return result
      throw error
    } finally {
      if (leave) leave()
    }
  }

  /** Whether a chat goes on, or waits for another. None does while the engine is on its way. */
  get isBusy(): boolean {
    return this.#engine !== undefined && this.turns.isBusy
  }

  /** Returns the engine; undefined until it is loaded. */
  #use(): Engine | undefined {
    const { loaded } = loadEngine
    const { agent, settlers } = this.#parts
    return (this.#engine ??= loaded && new loaded.Engine(agent, settlers))
  }

  /** Shows an event of a chat in the activity. Without the engine, only a failure is shown. */
  readonly #follow = (event: AgentEvent): void => {
    const { activity } = this.#parts.agent
    if (this.#engine) this.#engine.follow(event)
    else if (event.type === 'agent:failed' && event.runId === activity.getState().runId) {
      activity.end({ error: event.error })
    }
  }

  /** Returns the run of the chat that the input joins; undefined if no chat accepts the input. */
  #steer(input: ChatInput | undefined): Run<RunResult> | undefined {
    const { open, options, ports } = this.#parts
    const { first } = this.turns
    const { session } = open
    const message = toKnownMessage(input, ports, undefined, session.isLocal)
    const end = (): void => {
      if (message && session.said?.get(message.id)?.run) {
        this.#setSaid(session, message.id, undefined)
      }
    }
    const joined = message && this.turns.steer(message, end)
    if (!joined || !options.storage) return joined
    const { id, content, local } = message
    // The run of a message that is checked has a result of its own.
    this.#setSaid(session, id, { id, content, run: first, local, isHeld: joined !== first })
    // A guardrail can refuse the message.
    joined.result.catch(end)
    return joined
  }

  /**
   * Notes what the user says to an agent with a storage, so that the storage can keep it until a
   * run takes it. Returns the id that the message gets in the history.
   */
  #note(
    session: Session,
    content: ChatInput | undefined,
    how: Omit<SaidMessage, 'id' | 'content'>,
  ): string | undefined {
    if (content === undefined) return undefined
    const id = this.#parts.ports.createId()
    this.#setSaid(session, id, { ...how, id, content })
    return id
  }

  #setSaid(session: Session, id: string, message: SaidMessage | undefined): void {
    session.said ??= new Map()
    session.said.set(id, message)
    this.#parts.open.onSaid?.(session)
  }

  /**
   * Makes a run, with all that the engine needs but its task. Events of the run go to `follow`
   * first, then to the handlers of the agent and of the call.
   */
  #order<T>(
    session: Session,
    { by, with: changed, call: options }: Asked<ExecuteOptions>,
    given: GivenOptions,
    follow?: (event: AgentEvent) => void,
  ): Omit<RunOrder, 'run' | 'task'> & { readonly run: Run<T> } {
    const { agent, ports, plugins, handlers: tiers } = this.#parts
    // A wrong `on` throws, so no scope is registered before it.
    const handlers = options.on === undefined ? undefined : new EventHandlers(options.on)
    const ownScopes = changed?.scopes && registerScopes(changed.scopes)
    const around = contextAround(options)
    const parent = around && runOf(around)
    const { signal } = options
    const run = new Run<T>({ ports, parent, signal, within: parent && around?.signal })
    if (around) endWithCall(around, run)
    const place = {
      parent,
      parentCallId: around?.callId,
      scopes: ownScopes?.registry ?? agent.scopes,
    }
    this.#running.set(run.id, run)
    const tell: Dispatch = (event, whole) => {
      if (isTerminal(event)) {
        this.#end(run, session)
        ownScopes?.dispose()
      }
      this.#engine?.followCalls(event, place)
      follow?.(event)
      for (const tier of tiers) tier.dispatch(event, whole)
      handlers?.dispatch(event, whole)
    }
    return {
      run,
      ...place,
      session,
      // The user of the chat answers.
      ports: { ...ports, pending: parent?.ports.pending ?? ports.pending },
      plugins: changed?.use ? addPlugins(plugins.all, changed.use) : plugins.all,
      given,
      tell,
      agent: by ?? agent,
      agentId: agent.name,
      around: (around && callAround(around)) ?? currentCall(),
      sessionId: options.sessionId,
      tools: options.tools,
      enter: session.left && agent.sessions.enter,
      hears: (type) => handlers?.hears(type) || tiers.some((tier) => tier.hears(type)),
    }
  }

  #end(run: Run<unknown>, session: Session): void {
    this.#running.delete(run.id)
    this.turns.leave(run)
    endSaid(session, run.id)
    this.#parts.open.onSaid?.(session)
  }
}

/**
 * Throws `AgentError` for the id of another conversation than that of the run. Its model would get
 * the messages and the state of the open one.
 */
function refuseOther(options: object, { id }: Session): void {
  const { sessionId = id } = Object(options) as { readonly sessionId?: unknown }
  if (sessionId !== id) throw misuse('otherSession', [])
}
