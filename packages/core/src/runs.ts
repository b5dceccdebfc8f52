import type { CallOptions, ExecuteOptions, RunToolOptions } from './call-options.ts'
import type { AgentParts } from './agent-parts.ts'
import { Asides } from './asides.ts'
import type { CallResult } from './call-result.ts'
import type { CancelReason } from './cancel-reason.ts'
import { checkOptions, type GivenOptions } from './check-options.ts'
import { whenIdle } from './clock.ts'
import type { Engine, RunRequest, SessionTurn } from './engine/engine.ts'
import type { Incoming } from './engine/steering.ts'
import { runOf } from './engine/run-of.ts'
import { createRequest } from './run-request.ts'
import { type AgentEvent, isTerminal } from './events.ts'
import { copyIfJson } from './json/json.ts'
import { LoadError } from './lazily.ts'
import { loadEngine, waitForEngine } from './load-engine.ts'
import { findInputFault } from './messages/check-input.ts'
import type { ChatInput } from './messages/content.ts'
import { openCalls } from './messages/open-calls.ts'
import { toKnownMessage } from './messages/person-message.ts'
import { Run } from './run.ts'
import type { RunResult } from './run-result.ts'
import { RunningRuns } from './running-runs.ts'
import { SaidMessages } from './said-messages.ts'
import { createApart, createBeside, type Session } from './session.ts'
import type { UndoResult } from './tools/tool-context.ts'
import { toMeantTool } from './tools/meant-tool.ts'
import type { RegisteredTool } from './tools/registered-tool.ts'
import { ChatTurns } from './turns.ts'
import { endUnrun, toUnrunResult } from './unrun.ts'

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
    const given = checkOptions(own, options)
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
    const given = checkOptions(own, options)
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
    const given = { name, args: copyIfJson(args), taint, source, history, meant: toMeantTool(own) }
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
    given: GivenOptions = checkOptions(this.#parts.options, options),
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
