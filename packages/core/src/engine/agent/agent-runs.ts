import { ActivityFollower } from '../../stores/activity-follower.ts'
import { History } from '../../stores/history.ts'
import { type RegisteredTool, ScopeRegistry } from '../../stores/scope-registry.ts'
import { UndoBook } from '../../stores/undo-book.ts'
import type { CancelReason } from '../../values/cancel-reason.ts'
import { type ChatInput, holdsBlob } from '../../values/content.ts'
import { type AgentEvent, isTerminal } from '../../values/event.ts'
import type { State } from '../../values/register.ts'
import type { Scope } from '../../values/scope.ts'
import type { UndoResult } from '../../values/undo.ts'
import type { CallOptions, ExecuteOptions } from './agent-options.ts'
import type { AgentParts } from './agent-parts.ts'
import type { Branch } from '../run/branch-off.ts'
import { ChatTurns } from './chat-turns.ts'
import { CallOwners } from '../run/call-owners.ts'
import { EventHandlers } from '../run/event-handlers.ts'
import type { Joining } from '../loop/loop.ts'
import type { RunConfig } from '../run/run-config.ts'
import { type EarlyRun, RunHead } from '../run/run-head.ts'
import * as bodies from './run-bodies.ts'
import { runOf } from '../run/run-of.ts'
import type { RunResult } from '../run/run-result.ts'
import { Run } from '../run/run.ts'
import type { Session } from '../run/session.ts'
import { type AgentConfig, toRunConfig } from './to-run-config.ts'

/** What a run may be told by who asked for it before this was loaded. */
type Early = EarlyRun | undefined

/** Starts an agent's runs and knows which of them go on. */
export class AgentRuns {
  readonly #parts: AgentParts
  readonly #activity: ActivityFollower
  readonly #undos: UndoBook
  readonly #owners = new CallOwners()
  readonly #running = new Set<RunHead>()
  readonly #turns: ChatTurns

  constructor(parts: AgentParts) {
    const { agent } = parts
    this.#parts = parts
    this.#activity = new ActivityFollower(agent.activity, agent.history)
    this.#undos = new UndoBook(agent.undos)
    this.#turns = new ChatTurns(agent.queue)
  }

  /** Whether a chat runs or waits. */
  get isBusy(): boolean {
    return this.#turns.isBusy
  }

  /** A run in the open session; without input it goes on from the history. */
  chat(
    input: ChatInput | undefined,
    options: CallOptions,
    branch?: Branch,
    isResuming = false,
    early?: Early,
  ): Run<RunResult> {
    const { settlers, open } = this.#parts
    const { follow, startSettling: onSettling } = this.#activity
    const config = toRunConfig(this.#parts.options, options)
    const { onBusy } = config
    // A run that goes on takes nothing in that belongs to another place.
    const joined = onBusy === 'steer' && !branch && !isResuming ? this.#steer(input) : undefined
    if (joined) return joined
    const asked = this.#ask(open.session, options, early, config, follow)
    const { head } = asked
    const steering = { isOpen: true, waiting: [] }
    const ports = { settlers, steering, branch, onSettling, onBusy, isResuming }
    const start = (isRefused = false): Promise<RunResult> =>
      this.#start(asked, input, (asked) => bodies.chat(asked, input, ports, isRefused))
    return this.#turns.take({ head, input, onBusy, steering, start })
  }

  /** A run apart from the session. */
  execute(input: ChatInput, options: ExecuteOptions, early?: Early): Run<RunResult> {
    // What a run inside another one uses is used by that.
    const usage = runOf(options.parent)?.session.usage
    const session = {
      id: this.#parts.ports.createId(),
      history: new History(),
      state: {} as State,
      usage,
    }
    const asked = this.#ask(session, options, early)
    const { head } = asked
    const ports = {
      settlers: this.#parts.settlers,
      steering: { isOpen: false, waiting: [] },
      history: options.history,
    }
    head.start(input)
    return new Run(head, bodies.execute(asked, input, ports))
  }

  /** One call that the page asks for. */
  runTool(name: string, args: Record<string, unknown>, early?: Early): Run<unknown> {
    const asked = this.#ask(this.#parts.open.session, {}, early)
    const join = (...drafts: Joining[]): unknown => this.#turns.join(...drafts)
    const result = this.#start(asked, undefined, (asked) => bodies.runTool(asked, name, args, join))
    return new Run(asked.head, result)
  }

  /** Takes back what a call, or a run's calls, did. */
  undo(id: string, early?: Early): Run<UndoResult> {
    const asked = this.#ask(this.#parts.open.session, {}, early)
    const join = (draft: Joining): unknown => this.#turns.join(draft)
    const result = this.#start(asked, undefined, (asked) =>
      bodies.undo(asked, this.#undos, id, join),
    )
    return new Run(asked.head, result)
  }

  /** Cancels the chats of the open session, and resolves when they have ended. */
  end(): Promise<void> {
    return this.#turns.end()
  }

  /** Ends the running calls of a tool that has gone. */
  endCalls(registered: RegisteredTool): void {
    this.#owners.end(registered)
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

  /** Starts a run: for its observers at once, and in earnest when the open session is known, which takes a moment with a storage. */
  async #start<T>(
    asked: bodies.AskedRun,
    input: ChatInput | undefined,
    run: (asked: bodies.AskedRun) => Promise<T>,
  ): Promise<T> {
    asked.head.start(input)
    const { opening } = this.#parts.agent.sessions
    if (!opening) return run(asked)
    await asked.head.cancellation.race(opening).catch(() => undefined)
    return run({ ...asked, session: this.#parts.open.session })
  }

  /** The running chat, which now has the message, or undefined when none takes it: blobs have to be read first. */
  #steer(input: ChatInput | undefined): Run<RunResult> | undefined {
    if (input === undefined || holdsBlob(input)) return undefined
    const { createId, clock } = this.#parts.ports
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
    early: Early,
    config: AgentConfig = toRunConfig(this.#parts.options, options),
    follow?: (event: AgentEvent) => void,
  ): bodies.AskedRun {
    const { agent, ports, options: own, open, hooks, handlers: tiers } = this.#parts
    const { name: agentId } = agent
    const brought = options.scopes && bring(options.scopes)
    const handlers = new EventHandlers(options.on)
    const parent = runOf(options.parent)
    const head: RunHead = new RunHead({
      agentId,
      ports,
      parent,
      signal: options.signal ?? own.signal,
      within: parent && options.parent?.signal,
      early,
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
    const undos = this.#undos
    const owners = this.#owners
    const scopes = brought?.registry ?? agent.scopes
    const asked = { head, parent, session, ports, scopes, hooks, owners, undos, enter }
    return { ...asked, config: parent ? inherit(config, parent.config) : config }
  }
}

/** A registry of a run's own scopes; `leave` has it hear of no change any more. Throws `AgentError` for names that are taken. */
function bring(scopes: readonly Scope[]): { registry: ScopeRegistry; leave: () => void } {
  const registry = new ScopeRegistry()
  const leaving = scopes.map((scope) => registry.register(scope))
  return { registry, leave: () => leaving.forEach((leave) => leave()) }
}

/** A run inside another is for the same person, and audited with it, unless it says otherwise. */
function inherit(config: AgentConfig, parent: RunConfig): AgentConfig {
  const { userId = parent.userId, tenantId = parent.tenantId, audit = parent.audit } = config
  return { ...config, userId, tenantId, audit }
}
