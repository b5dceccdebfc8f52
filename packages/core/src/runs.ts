import type { AgentParts } from './agent.ts'
import type { CancelReason } from './cancellation.ts'
import { callAround, currentCall, runOf } from './engine/current-call.ts'
import type { Engine, RunRequest, SessionTurn } from './engine/engine.ts'
import type { Incoming } from './engine/loop.ts'
import { whenIdle } from './environment.ts'
import { report } from './errors/agent-error.ts'
import { type AgentEvent, EventHandlers, isTerminal } from './events.ts'
import { copyIfJson } from './json/json.ts'
import { LoadError } from './lazily.ts'
import { endUnrun, loadEngine, toUnrunResult, waitForEngine } from './load-engine.ts'
import { type ChatInput, openCalls, toKnownMessage } from './messages/message.ts'
import { findInputFault } from './messages/read.ts'
import type { CallOptions, CallResult, ExecuteOptions, RunToolOptions } from './options.ts'
import { mergeOptions, type GivenOptions } from './options/check.ts'
import { Run, RunHead, type RunResult } from './run.ts'
import { createApart, createBeside, type Session } from './session.ts'
import type { UndoResult } from './tools/context.ts'
import { type RegisteredTool, registerScopes } from './tools/registry.ts'
import { ChatTurns, SaidMessages } from './turns.ts'

/** The work of a run. Begins when the engine is loaded and the session is known. */
type Work<T> = (engine: Engine, request: RunRequest) => Promise<T>

/** The way in which a chat begins, if not with a message at the end of the history. */
type Beginning = Partial<Pick<SessionTurn, 'branch' | 'isResuming' | 'results'>>

/** An agent's runs. A run has identity, log and cancellation at once; the engine executes it. */
export class Runs {
  readonly asides: Asides = new Asides()
  readonly running: RunningRuns = new RunningRuns()
  /** The chats of the open session. */
  readonly turns: ChatTurns
  readonly #parts: AgentParts
  readonly #said: SaidMessages
  #engine: Engine | undefined

  constructor(parts: AgentParts) {
    this.#parts = parts
    this.#said = new SaidMessages(parts)
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
    options: CallOptions,
    { branch, isResuming = false, results }: Beginning = {},
  ): Run<RunResult> {
    const { open, agent, options: own } = this.#parts
    const given = mergeOptions(own, options)
    const { onBusy = 'reject' } = given
    const fault = input === undefined ? undefined : findInputFault(input)
    // A branch or a resumed run has its own place in the history, so it cannot join another chat.
    const maySteer = onBusy === 'steer' && !branch && !isResuming && !fault
    const joined = maySteer ? this.#steer(input, given) : undefined
    if (joined) return joined
    const session = open.next ?? open.session
    const request = this.#request(session, options, given, (event) => this.#follow(event))
    const turn = this.turns.take(request.head, input, given, fault)
    const { steering, isRefused, waiting } = turn
    const messageId = isRefused ? undefined : this.#said.note(session, request.head, input)
    if (!this.#use()) agent.activity.begin(request.head.id)
    const { untrusted } = given
    const said = { input, messageId, untrusted, fault }
    const chat = { ...said, steering, branch, results, onBusy, isResuming }
    // A refused chat is no part of the conversation; an edit that cannot run changes nothing.
    const keep = branch || isRefused ? undefined : () => this.#keep(request, input, messageId)
    // Nor is one that was cancelled while it waited.
    const isOut = () => isRefused || (!!waiting && !!request.head.cancellation.reason)
    const work: Work<RunResult> = (own, at) => own.chat(at, { ...chat, isRefused: isOut() })
    turn.settle(this.#start(request, input, work, waiting, keep))
    return this.running.show(request.head, turn.run)
  }

  /** Runs `execute`, apart from the open session. */
  execute(
    input: ChatInput | undefined,
    options: ExecuteOptions,
    results?: readonly CallResult[],
  ): Run<RunResult> {
    const { ports, options: own } = this.#parts
    const given = mergeOptions(own, options)
    const session = createApart(ports.createId(), runOf(options.parent)?.session)
    const request = this.#request(session, options, given)
    const steering = { isOpen: false, isLooping: false, waiting: [], unchecked: new Map() }
    const fault = results !== undefined ? undefined : findInputFault(input as ChatInput)
    const { history, untrusted } = options
    const turn = { input, untrusted, fault, steering, history, results }
    const result = this.#start(request, input, (engine) => engine.execute(request, turn)).catch(
      (error: Error) => toUnrunResult(request, error),
    )
    return this.running.show(request.head, new Run(request.head, result))
  }

  /** Runs one call that the page asks for. */
  runTool(
    name: string,
    args: Record<string, unknown> = {},
    { taint, source = 'ui', history = true, registered, ...options }: RunToolOptions = {},
  ): Run<unknown> {
    const { open, agent } = this.#parts
    const own = registered ?? (source === 'ui' ? undefined : agent.scopes.find(name))
    // The run may begin later, and the page may change its object meanwhile.
    const given = { name, args: copyIfJson(args), taint, source, history, registered: own }
    const session = open.next ?? open.session
    const work: Work<unknown> = (engine, request) =>
      engine.runTool(request, { ...given, session, join: (...at) => this.#join(request, at) })
    const follow = source === 'ui' ? undefined : agent.outside.follow
    return this.#aside(history === true ? session : createBeside(session), work, options, follow)
  }

  /** Undoes a call, or the calls of a run. */
  undo(id: string): Run<UndoResult> {
    const { session } = this.#parts.open
    const own = this.#engine?.sessionOf(id)
    return this.#aside(own && own.id !== session.id ? own : session, (engine, request) =>
      engine.undo(request, id, (draft) => this.#join(request, [draft])),
    )
  }

  /** Fetches the engine, and the model's own code if the model has a `preload`. Never rejects. */
  async preload(): Promise<void> {
    const { model } = this.#parts.options
    const client = 'preload' in model && typeof model.preload === 'function' && model.preload()
    await Promise.allSettled([loadEngine.ahead(), client])
  }

  /** Tells the calls of a tool that the tool was unregistered. */
  leaveTool(registered: RegisteredTool): void {
    this.#engine?.owners.leave(registered)
  }

  cancelAll(reason?: CancelReason): void {
    this.running.cancelAll(reason)
  }

  /** Runs work in a session that is no turn of the session. */
  #aside<T>(
    session: Session,
    work: Work<T>,
    options: CallOptions = {},
    follow?: (event: AgentEvent) => void,
  ): Run<T> {
    const request = this.#request(session, options, undefined, follow)
    const run = new Run(request.head, this.#start(request, undefined, work))
    return this.asides.add(this.running.show(request.head, run), session)
  }

  /** Gives messages to the loop that writes the history of the same session now, if one does. */
  #join({ session }: RunRequest, incoming: Incoming[]): Run<RunResult> | undefined {
    const isWritten = session === this.#parts.open.session && this.turns.isLooping
    return isWritten ? this.turns.join(...incoming) : undefined
  }

  /**
   * Starts a run at its turn, once the engine is loaded. With a storage, the work waits until the
   * open session has been read.
   */
  async #start<T>(
    request: RunRequest,
    input: ChatInput | undefined,
    work: Work<T>,
    waiting?: Promise<void>,
    keep?: () => void,
  ): Promise<T> {
    if (waiting) await waiting
    // A chat that was cancelled while it waited was never part of the conversation.
    const kept = request.head.cancellation.reason ? undefined : keep
    const { queue } = this.#parts.agent
    if (!loadEngine.loaded) await waitForEngine(request, input, queue, kept)
    const engine = this.#use() as Engine
    const { head, enter } = request
    head.start(input)
    // Asking for `opening` fetches session keeping, which a run apart from the session never needs.
    const opening = enter && this.#parts.agent.sessions.opening
    if (!opening) return work(engine, request)
    try {
      await head.cancellation.race(opening)
    } catch (error) {
      if (LoadError.isInstance(error)) await endUnrun(request, error, kept)
    }
    return work(engine, request)
  }

  /** Returns the engine; undefined until it is loaded. */
  #use(): Engine | undefined {
    const { loaded } = loadEngine
    const { agent, settlers } = this.#parts
    return (this.#engine ??= loaded && new loaded.Engine(agent, settlers))
  }

  /** Adds the message of a chat that could not run, so that `retry` continues from the message. */
  #keep({ session, given }: RunRequest, input: ChatInput | undefined, id?: string): void {
    const { history } = session
    const message = toKnownMessage(input, given.untrusted, this.#parts.ports, id)
    // No message may come between calls that a run left open and their answers.
    if (message && openCalls(history.messages).length === 0) history.append(message)
  }

  /** Shows an event of a chat in the activity. Without the engine, only the end is shown. */
  #follow(event: AgentEvent): void {
    const { activity } = this.#parts.agent
    if (this.#engine) this.#engine.follow(event)
    else if (event.runId !== activity.getState().runId) return
    else if (event.type === 'agent:failed') activity.end({ error: event.error })
    else if (event.type === 'agent:cancelled') activity.end({ cancelled: event.reason })
  }

  /** Returns the run of the chat that the input joins; undefined if no chat accepts the input. */
  #steer(input: ChatInput | undefined, given: GivenOptions): Run<RunResult> | undefined {
    const message = toKnownMessage(input, given.untrusted, this.#parts.ports)
    return message && this.#said.steer(this.turns, message)
  }

  /** Makes the request of a run. Observers can follow the head of the request at once. */
  #request(
    session: Session,
    options: CallOptions,
    given: GivenOptions = mergeOptions(this.#parts.options, options),
    follow?: (event: AgentEvent) => void,
  ): RunRequest {
    const request = createRequest(this.#parts, { session, options, given }, (event) => {
      if (isTerminal(event)) {
        this.running.end(request.head)
        this.turns.leave(request.head)
        this.#said.end(session, request.head)
      }
      follow?.(event)
    })
    this.running.begin(request.head)
    return request
  }
}

/** The session and the options of a run that is requested. */
interface Requested {
  readonly session: Session
  /** The options of the call alone. */
  readonly options: CallOptions
  /** The options of the call with those of the agent. */
  readonly given: GivenOptions
}

/**
 * Makes the request of a run, with the head of the run. Events of the run go to `follow` first,
 * then to the handlers of the agent and of the call.
 */
function createRequest(
  { agent, ports, options: own, hooks, handlers: tiers }: AgentParts,
  { session, options, given }: Requested,
  follow: (event: AgentEvent) => void,
): RunRequest {
  const ownScopes = options.scopes && registerScopes(options.scopes)
  const handlers = new EventHandlers(options.on)
  const parent = runOf(options.parent)
  const around = callAround(options.parent) ?? currentCall()
  const head = new RunHead({
    agentId: agent.name,
    ports,
    parent,
    parentCallId: options.parent?.callId,
    sessionId: options.sessionId,
    signal: options.signal ?? own.signal,
    within: parent && options.parent?.signal,
    dispatch: (event) => {
      if (isTerminal(event)) ownScopes?.dispose()
      follow(event)
      for (const tier of tiers) tier.dispatch(event)
      handlers.dispatch(event)
    },
    hears: (type) => handlers.hears(type) || tiers.some((tier) => tier.hears(type)),
  })
  const enter = session.left && agent.sessions.enter
  const scopes = ownScopes?.registry ?? agent.scopes
  return { head, parent, around, session, ports, scopes, hooks, enter, given, tools: options.tools }
}

/** The runs of an agent that go on: from the request of each to its last event. */
class RunningRuns {
  readonly #runs = new Map<RunHead, Run<unknown> | undefined>()

  /** Adds a run that is requested. */
  begin(head: RunHead): void {
    this.#runs.set(head, undefined)
  }

  /** Makes a run known by its id, unless it has ended. Returns the run. */
  show<T>(head: RunHead, run: Run<T>): Run<T> {
    if (this.#runs.has(head)) this.#runs.set(head, run)
    return run
  }

  end(head: RunHead): void {
    this.#runs.delete(head)
  }

  find(runId: string): Run<unknown> | undefined {
    for (const [{ id }, run] of this.#runs) if (id === runId) return run
    return undefined
  }

  /**
   * Fails every run in progress with the error of a hook that belongs to no run. Reports the error
   * if no run is in progress.
   */
  fail(thrown: unknown): void {
    const begun = [...this.#runs.keys()].filter(({ core }) => core)
    for (const head of begun) head.fail(thrown)
    if (begun.length === 0) report('A hook threw.', thrown)
  }

  cancelAll(reason?: CancelReason): void {
    // A run that a handler starts meanwhile is not cancelled.
    const heads = [...this.#runs.keys()]
    for (const head of heads) head.cancel(reason)
  }
}

/**
 * The runs that are no turns of a session, such as those of `runTool` and `undo`. Each belongs to
 * the session in which it was begun.
 */
export class Asides {
  readonly #sessions = new Map<Run<unknown>, Session>()

  /** Adds a run until it has ended, and returns the run. */
  add<T>(run: Run<T>, session: Session): Run<T> {
    this.#sessions.set(run, session)
    const remove = (): unknown => this.#sessions.delete(run)
    run.result.then(remove, remove)
    return run
  }

  /** Tells if a run goes on in a session. */
  uses(session: Session): boolean {
    return [...this.#sessions.values()].includes(session)
  }

  /** Cancels the runs of a session, and resolves when all of them have ended. */
  async end(sessionId: string): Promise<void> {
    const runs = [...this.#sessions].flatMap(([run, { id }]) => (id === sessionId ? [run] : []))
    for (const run of runs) run.cancel({ kind: 'user', tag: 'session' })
    await Promise.allSettled(runs.map(({ result }) => result))
  }
}
