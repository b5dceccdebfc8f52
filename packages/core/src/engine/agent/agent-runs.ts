import { ActivityFollower } from '../../stores/activity-follower.ts'
import type { Activity } from '../../stores/activity.ts'
import type { Approvals } from '../../approval/approval-store.ts'
import type { Asks } from '../../stores/asks.ts'
import type { Artifacts } from '../../stores/artifacts.ts'
import { History } from '../../stores/history.ts'
import type { Queue } from '../../stores/queue.ts'
import type { ScopeRegistry } from '../../stores/scope-registry.ts'
import { UndoBook } from '../../stores/undo-book.ts'
import type { Undos } from '../../stores/undos.ts'
import type { UsageMeter } from '../../stores/usage-meter.ts'
import type { CancelReason } from '../../values/cancel-reason.ts'
import { type ChatInput, holdsBlob } from '../../values/content.ts'
import { type AgentEvent, isTerminal } from '../../values/event.ts'
import type { State } from '../../values/register.ts'
import type { UndoResult } from '../../values/undo.ts'
import {
  type AgentConfig,
  type AgentOptions,
  type CallOptions,
  type ExecuteOptions,
  toRunConfig,
} from './agent-options.ts'
import type { Branch } from '../run/branch-off.ts'
import type { CallOwners } from '../run/call-owners.ts'
import { ChatTurns } from './chat-turns.ts'
import { EventHandlers } from '../run/event-handlers.ts'
import type { HookRegistry } from '../run/hooks.ts'
import type { Joining } from '../loop/loop.ts'
import type { Ports, RunConfig } from '../run/run-config.ts'
import { type EarlyRun, RunHead } from '../run/run-head.ts'
import * as bodies from './run-bodies.ts'
import { runOf } from '../run/run-of.ts'
import type { RunResult } from '../run/run-result.ts'
import { Run } from '../run/run.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { Session } from '../run/session.ts'
import type { Settler } from '../loop/settler.ts'

/** What an agent is made of, as its runs use it. */
export interface AgentParts {
  readonly name: string
  readonly options: AgentOptions
  readonly ports: Ports
  /** Holds the open session. */
  readonly open: { session: Session }
  readonly scopes: ScopeRegistry
  readonly history: History
  readonly activity: Activity
  readonly asks: Asks
  readonly approvals: Approvals
  readonly queue: Queue
  readonly usage: UsageMeter
  readonly artifacts: Artifacts
  readonly hooks: HookRegistry
  readonly owners: CallOwners
  readonly undos: Undos
  readonly settlers: ReadonlySet<Settler>
  /** Known once the agent is made. */
  readonly sessions: () => Sessions
  /** Of the option `on`, then of `agent.on`. */
  readonly handlers: readonly EventHandlers[]
}

/** What a run may be told by who asked for it before this was loaded. */
type Early = EarlyRun | undefined

/** Starts an agent's runs and knows which of them go on. */
export class AgentRuns {
  readonly #agent: AgentParts
  readonly #activity: ActivityFollower
  readonly #undos: UndoBook
  readonly #running = new Set<RunHead>()
  readonly #turns: ChatTurns

  constructor(agent: AgentParts) {
    this.#agent = agent
    this.#activity = new ActivityFollower(agent.activity)
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
    const { settlers, open } = this.#agent
    const { follow, startSettling: onSettling } = this.#activity
    const config = toRunConfig(this.#agent.options, options)
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
      id: this.#agent.ports.createId(),
      history: new History(),
      state: {} as State,
      usage,
    }
    const asked = this.#ask(session, options, early)
    const { head } = asked
    const ports = {
      settlers: this.#agent.settlers,
      steering: { isOpen: false, waiting: [] },
      history: options.history,
    }
    head.start(input)
    return new Run(head, bodies.execute(asked, input, ports))
  }

  /** One call that the page asks for. */
  runTool(name: string, args: Record<string, unknown>, early?: Early): Run<unknown> {
    const asked = this.#ask(this.#agent.open.session, {}, early)
    const join = (...drafts: Joining[]): unknown => this.#turns.join(...drafts)
    const result = this.#start(asked, undefined, (asked) => bodies.runTool(asked, name, args, join))
    return new Run(asked.head, result)
  }

  /** Takes back what a call, or a run's calls, did. */
  undo(id: string, early?: Early): Run<UndoResult> {
    const asked = this.#ask(this.#agent.open.session, {}, early)
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
    const { opening } = this.#agent.sessions()
    if (!opening) return run(asked)
    await asked.head.cancellation.race(opening).catch(() => undefined)
    return run({ ...asked, session: this.#agent.open.session })
  }

  /** The running chat, which now has the message, or undefined when none takes it: blobs have to be read first. */
  #steer(input: ChatInput | undefined): Run<RunResult> | undefined {
    if (input === undefined || holdsBlob(input)) return undefined
    const { createId, clock } = this.#agent.ports
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
    config: AgentConfig = toRunConfig(this.#agent.options, options),
    follow?: (event: AgentEvent) => void,
  ): bodies.AskedRun {
    const { name, ports, options: own, scopes, hooks, owners, handlers: tiers } = this.#agent
    const handlers = new EventHandlers(options.on)
    const parent = runOf(options.parent)
    const head: RunHead = new RunHead({
      agentId: name,
      ports,
      parent,
      signal: options.signal ?? own.signal,
      early,
      dispatch: (event) => {
        if (isTerminal(event)) {
          this.#running.delete(head)
          this.#turns.leave(head)
        }
        follow?.(event)
        for (const tier of tiers) tier.dispatch(event)
        handlers.dispatch(event)
      },
    })
    this.#running.add(head)
    const enter = session === this.#agent.open.session ? this.#agent.sessions().enter : undefined
    const undos = this.#undos
    const asked = { head, parent, session, ports, scopes, hooks, owners, undos, enter }
    return { ...asked, config: parent ? inherit(config, parent.config) : config }
  }
}

/** A run inside another is for the same person, and audited with it, unless it says otherwise. */
function inherit(config: AgentConfig, parent: RunConfig): AgentConfig {
  const { userId = parent.userId, tenantId = parent.tenantId, audit = parent.audit } = config
  return { ...config, userId, tenantId, audit }
}
