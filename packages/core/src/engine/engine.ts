import type { AgentStores } from '../agent.ts'
import type { CallOptions, OnBusy } from '../options.ts'
import type { GivenOptions } from '../options/check.ts'
import { AgentBusyError } from '../errors/agent-error.ts'
import type { AgentEvent } from '../events.ts'
import type { RunResult } from '../run.ts'
import type { Queue } from '../state/stores.ts'
import type { EnterSession, RunRestorer } from '../session-port.ts'
import type { Session } from '../session.ts'
import { fromOutside, isExposed, isOutside, type UndoResult } from '../tools/context.ts'
import { answerLeft, closeInterrupted, resumeRun } from './resume.ts'
import type { RegisteredTool, ScopeRegistry } from '../tools/registry.ts'
import { CallTurns } from './call.ts'
import { ActivityFollower } from './activity.ts'
import { type LoopConfig, toRunConfig } from './run-config.ts'
import { createPageState, Page, type PageState, type Settler } from './page.ts'
import { type LoopRun, rootOf, RunCore, type RunCoreOptions, runIdsOf } from './run.ts'
import { type AskedCall, runToolBody } from './run-tool.ts'
import type { CreateFeatures, Features, Undoing } from './seams.ts'
import { runTurn, toRunResult, type Turn } from './loop.ts'
import { inSession, type RunOutcome, superviseRun } from './supervise.ts'
import { setTaint } from './commit.ts'
import { CallOwners, Toolbox } from './toolbox.ts'

/** The request of a run, before the engine has made the run. */
export interface RunRequest extends Pick<
  RunCoreOptions<LoopConfig>,
  'head' | 'parent' | 'around' | 'session' | 'ports' | 'hooks'
> {
  readonly given: GivenOptions
  readonly tools: CallOptions['tools']
  readonly scopes: ScopeRegistry
  /**
   * Enters the stored session; undefined for a run apart from the session, or without a storage.
   */
  readonly enter?: EnterSession | undefined
}

/** A turn of the open session. */
export interface SessionTurn extends Turn {
  readonly onBusy: OnBusy
  /** True to continue a run that was cut short. */
  readonly isResuming: boolean
  /** True to refuse the turn, because of its fault or because another chat runs. */
  readonly isRefused: boolean
}

/** The way in which a run that was cut short is continued or closed. */
const restore: RunRestorer = { resume: resumeRun, close: closeInterrupted }

/** The way in which a run that is no chat enters a stored session. */
const aside = { isWaiting: true, isResuming: false, isTurn: false, restore }

/**
 * The part of an agent that executes its runs. The engine is a chunk of its own, because a page can
 * render without it.
 */
export class Engine {
  readonly owners: CallOwners = new CallOwners()
  readonly #activity: ActivityFollower
  readonly #features: Features
  readonly #settlers: ReadonlySet<Settler>
  readonly #page: PageState
  readonly #queue: Queue
  readonly #turns = new CallTurns()

  constructor(agent: AgentStores, settlers: ReadonlySet<Settler>, createFeatures: CreateFeatures) {
    const { activity, approvals, history, touches, sessions, queue } = agent
    this.#page = createPageState(touches)
    this.#settlers = settlers
    this.#queue = queue
    this.#activity = new ActivityFollower(activity, history)
    const isOpen = ({ id, left }: Session): boolean => !left || id === sessions.current
    this.#features = createFeatures(agent, this.#turns, isOpen)
    approvals.keep([], sessions.current)
    sessions.subscribe((now, before) => {
      if (now.current === before.current) return
      this.#features.undos.showOpen()
      touches.clear()
      activity.change({ error: undefined, cancelled: undefined })
      approvals.keep(approvals.rules, now.current)
    })
  }

  /** Shows an event of a chat in the agent's activity. */
  follow(event: AgentEvent): void {
    this.#activity.follow(event)
  }

  /** Runs a chat. Rejects with the error that ended the chat. */
  chat(request: RunRequest, turn: SessionTurn): Promise<RunResult> {
    const run = this.#toRun(request)
    const { onBusy, isResuming, isRefused, fault } = turn
    const how = { isWaiting: onBusy !== 'reject', isResuming, isTurn: true, restore }
    let hasBegun = false
    const body = (): Promise<RunOutcome<RunResult>> => {
      if (isRefused) throw fault ?? new AgentBusyError(busy)
      hasBegun = true
      run.session.usage?.startRun(run.id)
      const onSettling = this.#activity.startSettling
      return inSession(run, request.enter, how, () => {
        if (run.resumed) this.#activity.resume(run.resumed)
        return runTurn(run, { ...turn, onSettling, queue: this.#queue, turns: this.#turns })
      })
    }
    return superviseRun(run, turn.input, body, 'model', async () => {
      const isLeft = !hasBegun || run.cancellation.reason
      if (isLeft && !isRefused) await answerLeft(run, turn.results, request.enter, aside)
    })
  }

  /** Runs `execute`, which never rejects. */
  execute(request: RunRequest, turn: Turn): Promise<RunResult> {
    const run = this.#toRun(request)
    return superviseRun(run, turn.input, () => runTurn(run, turn)).catch((error: Error) =>
      toRunResult(run, { error }),
    )
  }

  /** Runs `runTool`. */
  runTool(request: RunRequest, asked: AskedCall): Promise<unknown> {
    const { source } = asked
    const isExternal = isOutside(source)
    // The page may call each of its tools, also those that no model knows.
    const isKnown = ({ tool, scope }: RegisteredTool): boolean =>
      !isExternal || isExposed(source, tool, scope)
    const run = this.#toRun(request, this.#features.undos, isKnown)
    run.asked = asked
    setTaint(run, asked.taint ?? (isExternal ? fromOutside : undefined))
    const body = () => runToolBody(run)
    return superviseRun(run, undefined, () => inSession(run, request.enter, aside, body), source)
  }

  /** Returns the session that an undo of these calls belongs to; undefined if it is not known. */
  sessionOf(id: string): Session | undefined {
    const session = this.#features.undos.sessionOf(id)
    return session?.left && session
  }

  /** Runs `undo`. */
  undo(request: RunRequest, id: string, join: Parameters<Undoing['undo']>[2]): Promise<UndoResult> {
    const run = this.#toRun(request, null)
    const body = () => this.#features.undos.undo(run, id, join)
    return superviseRun(run, undefined, () => inSession(run, request.enter, aside, body), 'ui')
  }

  #toRun(
    { scopes, enter: _enter, given, tools, ...request }: RunRequest,
    book: Undoing | null = this.#features.undos,
    isKnown?: ConstructorParameters<typeof Toolbox>[3],
  ): LoopRun {
    const { owners } = this
    const { list: features } = this.#features
    const { parent } = request
    const undos = book ?? undefined
    const config = toRunConfig(given, tools, parent?.config)
    const toolbox = new Toolbox(scopes, tools, config.toolList, isKnown)
    const page = new Page(this.#page, this.#settlers, config.settle)
    const run: LoopRun = new RunCore({ ...request, owners, features, undos, config, toolbox, page })
    const { session } = rootOf(run)
    run.undos?.watch({ runIds: runIdsOf(run), session, records: run.records })
    return run
  }
}

const busy =
  'This agent is already running a chat. Await it, cancel it, or choose another `onBusy`.'
