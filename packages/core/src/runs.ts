import { type RegisteredTool, ScopeRegistry } from './tools/scope-registry.ts'
import { History } from './messages/history.ts'
import type { CancelReason } from './cancel-reason.ts'
import { systemClock } from './clock.ts'
import { type ChatInput, type UserContent, holdsBlob } from './messages/content.ts'
import type { Draft, UserMessage } from './messages/message.ts'
import { type AgentEvent, isTerminal } from './events.ts'
import type { State } from './register.ts'
import type { Scope } from './tools/scope.ts'
import type { UndoResult } from './tools/tool-context.ts'
import type { Branch } from './messages/branch.ts'
import { EventHandlers } from './event-handlers.ts'
import { Run, RunHead } from './run.ts'
import { runOf } from './engine/run-of.ts'
import type { RunResult } from './run-result.ts'
import type { Session } from './session.ts'
import type { CallOptions, ExecuteOptions } from './agent-options.ts'
import type { AgentParts } from './agent-parts.ts'
import { ChatTurns } from './turns.ts'
import { type GivenOptions, checkOptions } from './check-options.ts'
import type { AskedRun, Engine } from './engine/engine.ts'
import { loadEngine } from './load-engine.ts'
import { endUnrun, toUnrunResult } from './unrun.ts'

/** An agent's runs: each has its identity, log and cancellation at once; what it does comes with the engine. */
export class Runs {
  readonly #parts: AgentParts
  readonly #running = new Set<RunHead>()
  readonly #turns: ChatTurns
  #engine: Engine | undefined

  constructor(parts: AgentParts) {
    this.#parts = parts
    this.#turns = new ChatTurns(parts.agent.queue)
    const { preload } = parts.options
    if (preload === 'now') void this.preload()
    if (preload === 'idle') whenIdle(() => void this.preload())
  }

  /** Whether a chat runs or waits. */
  get isBusy(): boolean {
    return this.#turns.isBusy
  }

  /** A run in the open session; without input it goes on from the history. Throws `AgentError` for an option that is wrong. */
  chat(
    input: ChatInput | undefined,
    options: CallOptions,
    branch?: Branch,
    isResuming = false,
  ): Run<RunResult> {
    const { settlers, open, agent, options: own } = this.#parts
    const given = checkOptions(own, options)
    const { onBusy = 'reject' } = given
    // A run that goes on takes nothing in that belongs to another place.
    const joined = onBusy === 'steer' && !branch && !isResuming ? this.#steer(input) : undefined
    if (joined) return joined
    const asked = this.#ask(open.session, options, given, (event) => this.#follow(event))
    const { head } = asked
    if (!this.#use()) agent.activity.begin(head.id)
    const steering = { isOpen: true, waiting: [] }
    const ports = { settlers, steering, branch, onBusy, isResuming }
    const keep = branch ? undefined : () => this.#keep(asked, input)
    const start = (isRefused = false): Promise<RunResult> =>
      this.#start(
        asked,
        input,
        (engine, asked) => engine.chat(asked, input, ports, isRefused),
        keep,
      )
    return this.#turns.take({ head, input, onBusy, steering, start })
  }

  /** A run apart from the session. */
  execute(input: ChatInput, options: ExecuteOptions): Run<RunResult> {
    // What a run inside another one uses is used by that.
    const usage = runOf(options.parent)?.session.usage
    const id = this.#parts.ports.createId()
    const asked = this.#ask({ id, history: new History(), state: {} as State, usage }, options)
    const result = this.#start(asked, input, (engine) =>
      engine.execute(asked, input, options.history),
    )
    return new Run(
      asked.head,
      result.catch((error: Error) => toUnrunResult(asked, error)),
    )
  }

  /** One call that the page asks for. */
  runTool(name: string, args: Record<string, unknown>): Run<unknown> {
    return this.#aside((engine, asked) =>
      engine.runTool(asked, name, args, (...drafts) => this.#turns.join(...drafts)),
    )
  }

  /** Takes back what a call, or a run's calls, did. */
  undo(id: string): Run<UndoResult> {
    return this.#aside((engine, asked) =>
      engine.undo(asked, id, (draft) => this.#turns.join(draft)),
    )
  }

  /** Fetches the engine, and the model's own code where it has some. Never rejects. */
  async preload(): Promise<void> {
    const { model } = this.#parts.options
    const client = 'preload' in model && typeof model.preload === 'function' && model.preload()
    await Promise.allSettled([loadEngine.ahead(), client])
  }

  /** Cancels the chats of the open session, and resolves when they have ended. */
  end(): Promise<void> {
    return this.#turns.end()
  }

  /** Ends the running calls of a tool that has gone. */
  endCalls(registered: RegisteredTool): void {
    this.#engine?.owners.end(registered)
  }

  /** Ends every run that has begun with what a hook of none of them threw; the console has it where there is none. */
  fail(thrown: unknown): void {
    const begun = [...this.#running].filter(({ core }) => core)
    for (const head of begun) head.fail(thrown)
    if (begun.length === 0) console.error('[ambit] A hook threw.', thrown)
  }

  cancelAll(reason?: CancelReason): void {
    for (const head of this.#running) head.cancel(reason)
  }

  #aside<T>(body: (engine: Engine, asked: AskedRun) => Promise<T>): Run<T> {
    const asked = this.#ask(this.#parts.open.session, {})
    return new Run(asked.head, this.#start(asked, undefined, body))
  }

  /** Starts a run: for its observers when the engine is there, and in earnest when the open session is known, which takes a moment with a storage. */
  async #start<T>(
    asked: AskedRun,
    input: ChatInput | undefined,
    body: (engine: Engine, asked: AskedRun) => Promise<T>,
    onUnloadable?: () => void,
  ): Promise<T> {
    const { head, enter } = asked
    const engine = this.#use() ?? (await this.#load(asked, input, onUnloadable))
    head.start(input)
    const { opening } = this.#parts.agent.sessions
    if (!opening || !enter) return body(engine, asked)
    await head.cancellation.race(opening).catch(() => undefined)
    return body(engine, { ...asked, session: this.#parts.open.session })
  }

  /** The engine, once it is there. */
  #use(): Engine | undefined {
    const { loaded } = loadEngine
    return (this.#engine ??= loaded && new loaded.Engine(this.#parts))
  }

  /** Loads the engine, or ends the run: it was cancelled meanwhile, or the engine cannot be had. */
  async #load(
    asked: AskedRun,
    input: ChatInput | undefined,
    onUnloadable?: () => void,
  ): Promise<Engine> {
    const { head } = asked
    try {
      await head.cancellation.race(loadEngine())
      return this.#use() as Engine
    } catch (error) {
      head.start(input)
      if (!head.cancellation.reason) onUnloadable?.()
      await endUnrun(asked, error as Error)
      throw error
    }
  }

  /** Keeps what the person said in a chat that could not run, so that `retry` goes on from it. */
  #keep({ session }: AskedRun, input: ChatInput | undefined): void {
    const message = this.#toMessage(input)
    if (message) session.history.append(message)
  }

  /** Shows a chat in the agent's activity; without the engine there is only its end to show. */
  #follow(event: AgentEvent): void {
    const { activity } = this.#parts.agent
    if (this.#engine) this.#engine.follow(event)
    else if (event.runId !== activity.getState().runId) return
    else if (event.type === 'agent:failed') activity.end({ error: event.error })
    else if (event.type === 'agent:cancelled') activity.end({ cancelled: event.reason })
  }

  /** The running chat, which now has the message, or undefined when none takes it: blobs have to be read first. */
  #steer(input: ChatInput | undefined): Run<RunResult> | undefined {
    const message = this.#toMessage(input)
    return message && this.#turns.join(message)
  }

  /** What the person said as a message; undefined where blobs have to be read first. */
  #toMessage(input: ChatInput | undefined): Draft<UserMessage> | undefined {
    if (input === undefined || holdsBlob(input)) return undefined
    const { createId, clock } = this.#parts.ports
    return { id: createId(), role: 'user', createdAt: clock.now(), content: input as UserContent }
  }

  /** A run under its own identity, which observers follow and the engine is yet to make. */
  #ask(
    session: Session,
    options: CallOptions,
    given: GivenOptions = checkOptions(this.#parts.options, options),
    follow?: (event: AgentEvent) => void,
  ): AskedRun {
    const { agent, ports, options: own, open, hooks, handlers: tiers } = this.#parts
    const brought = options.scopes && bring(options.scopes)
    const handlers = new EventHandlers(options.on)
    const parent = runOf(options.parent)
    const head: RunHead = new RunHead({
      agentId: agent.name,
      ports,
      parent,
      signal: options.signal ?? own.signal,
      within: parent && options.parent?.signal,
      dispatch: (event) => {
        if (isTerminal(event)) {
          brought?.leave()
          this.#running.delete(head)
          this.#turns.leave(head)
        }
        follow?.(event)
        for (const tier of tiers) tier.dispatch(event)
        handlers.dispatch(event)
      },
    })
    this.#running.add(head)
    const enter = session === open.session ? agent.sessions.enter : undefined
    const scopes = brought?.registry ?? agent.scopes
    return { head, parent, session, ports, scopes, hooks, enter, given, tools: options.tools }
  }
}

/** A registry of a run's own scopes; `leave` has it hear of no change any more. Throws `AgentError` for names that are taken. */
function bring(scopes: readonly Scope[]): { registry: ScopeRegistry; leave: () => void } {
  const registry = new ScopeRegistry()
  const leaving = scopes.map((scope) => registry.register(scope))
  return { registry, leave: () => leaving.forEach((leave) => leave()) }
}

/** Calls back when the page has nothing to do; where nobody knows that, in a moment. */
function whenIdle(callback: () => void): void {
  const { requestIdleCallback } = globalThis as {
    requestIdleCallback?: (callback: () => void) => unknown
  }
  if (requestIdleCallback) requestIdleCallback(callback)
  else systemClock.setTimeout(callback, 1)
}
