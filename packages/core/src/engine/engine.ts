import { AgentError } from '../errors/agent-error.ts'
import type { AgentStores } from '../agent.ts'
import type { CallOptions, OnBusy } from '../options.ts'
import type { GivenOptions } from '../options/check.ts'
import type { AgentEvent, Dispatch } from '../events.ts'
import { branchOff, isOfUser, markEdit } from '../messages/branches.ts'
import { type ChatInput, toKnownMessage } from '../messages/message.ts'
import { findInputFault } from '../messages/read.ts'
import type { AgentPlugin } from '../plugins.ts'
import type { Run } from '../run.ts'
import type { Queue } from '../state/stores.ts'
import type { EnterSession } from '../session-port.ts'
import { keepWords, type Session } from '../session.ts'
import { isLeft, isWithdrawn, withdrawn } from '../turns.ts'
import { fromOutside, isExposed, isOutside } from '../tools/context.ts'
import { toReadable } from '../messages/content.ts'
import { refusalOfInput, rewrites, tellHeld } from './input.ts'
import { answerLeft } from './returned.ts'
import type { RegisteredTool, ScopeRegistry } from '../tools/registry.ts'
import { ActivityFollower } from './activity.ts'
import { type LoopConfig, toRunConfig } from './run-config.ts'
import { CallWriter } from './call-writer.ts'
import { createPageState, Page, type PageState, type Settler } from './page.ts'
import {
  lineOf,
  type LoopRun,
  rootOf,
  RunCore,
  type RunCoreOptions,
  runIdsOf,
  type RunOutcome,
} from './run.ts'
import { type AskedCall, runToolBody } from './run-tool.ts'
import { type CreateFeatures, type Features, tellRefused, type Undoing } from './seams.ts'
import { surroundRun } from './around.ts'
import { toPluginList } from './plugin-list.ts'
import { runTurn, toRunResult, type Turn } from './loop.ts'
import { setTaint } from './commit.ts'
import { CallOwners, Toolbox } from './toolbox.ts'

/** What a run is asked to do. */
export type Task =
  | ({ readonly kind: 'chat' } & SessionTurn)
  | ({ readonly kind: 'execute' } & Turn)
  | ({ readonly kind: 'runTool' } & AskedCall)
  | { readonly kind: 'undo'; readonly id: string; readonly join: Parameters<Undoing['undo']>[2] }

/** A run that was asked for. It waits until the engine begins it. */
export interface RunOrder extends Pick<
  RunCoreOptions<LoopConfig>,
  | 'agent'
  | 'agentId'
  | 'parent'
  | 'parentCallId'
  | 'around'
  | 'sessionId'
  | 'session'
  | 'ports'
  | 'hears'
> {
  readonly run: Run<unknown>
  readonly task: Task
  readonly given: GivenOptions
  readonly tools: CallOptions['tools']
  readonly scopes: ScopeRegistry
  /** The plug-ins of the run, in the order in which they were given. */
  readonly plugins: readonly AgentPlugin[]
  /** Gets every event. Must not throw. */
  readonly tell: Dispatch
  /**
   * Enters the stored session; undefined for a run apart from the session, or without a storage.
   */
  readonly enter?: EnterSession | undefined
}

/** The place of a run's calls, for `agent.calls`. */
export type CallPlace = Pick<RunOrder, 'parent' | 'parentCallId' | 'scopes'>

/** A turn of the open session. */
export interface SessionTurn extends Omit<Turn, 'fault' | 'isHeld' | 'checking'> {
  readonly onBusy: OnBusy
  fault: Turn['fault']
  isHeld: boolean
  checking?: Turn['checking']
  /** True to continue a run that was cut short. */
  readonly isResuming: boolean
  /** True to refuse the turn, because of its fault or because another chat runs. */
  isRefused: boolean
  /** True if the turn has waited for another one. */
  readonly hasWaited: boolean
  /** True if the run was asked for before the engine was loaded. */
  isEarly: boolean
}

/** A turn that may end before its time. */
interface LeftTurn extends Omit<SessionTurn, 'input'> {
  /** The message, as the plug-ins have it. */
  readonly input: ChatInput | undefined
  /** True if the turn was cancelled while it waited for another one. */
  readonly isOut: boolean
}

/**
 * The part of an agent that executes its runs. The engine is a chunk of its own, because a page can
 * render without it.
 */
export class Engine {
  readonly owners: CallOwners = new CallOwners()
  readonly #activity: ActivityFollower
  readonly #calls: CallWriter
  readonly #features: Features
  readonly #settlers: ReadonlySet<Settler>
  readonly #page: PageState = createPageState()
  readonly #queue: Queue
  readonly #sessions: AgentStores['sessions']

  constructor(agent: AgentStores, settlers: ReadonlySet<Settler>, createFeatures: CreateFeatures) {
    const { activity, calls, pending, sessions, queue } = agent
    this.#sessions = sessions
    this.#calls = new CallWriter(calls)
    calls.onCancel(this.#calls.cancel)
    this.#settlers = settlers
    this.#queue = queue
    this.#activity = new ActivityFollower(agent, this.#calls)
    const isOpen = ({ id, left }: Session): boolean => !left || id === sessions.current
    this.#features = createFeatures(agent, isOpen)
    pending.keep([], sessions.current)
    sessions.subscribe((now, before) => {
      if (now.current === before.current) return
      this.#calls.leave()
      this.#features.undos.showOpen()
      activity.change({ error: undefined, cancelled: undefined })
      pending.keep(pending.rules, now.current)
    })
  }

  /** Shows an event of any run in the calls of the chat that the run is part of. */
  followCalls(event: AgentEvent, { parent, parentCallId, scopes }: CallPlace): void {
    const calls = parent?.calls ?? this.#calls
    if (!parent || event.type !== 'agent:tool_started') return calls.follow(event)
    const { agentId: agent, call, tool } = event
    const input = JSON.stringify(call.arguments)
    calls.follow(event, { parentCallId, agent, title: scopes.find(tool)?.tool.title, input })
  }

  /** Shows an event of a chat in the agent's activity. */
  follow(event: AgentEvent): void {
    this.#activity.follow(event)
  }

  /**
   * Has plug-ins check the message of a chat that waits for its turn. Resolves once they refuse it:
   * the chat is then refused. If the check itself fails, the run of the chat asks again.
   */
  async refusal({ task, run, plugins, session }: RunOrder): Promise<void> {
    const { promise: never } = Promise.withResolvers<never>()
    if (task.kind !== 'chat' || task.input === undefined || plugins.some(rewrites)) return never
    const { input, messageId } = task
    const asking = { plugins: toPluginList(plugins), cancellation: run.cancellation }
    const check = async (): Promise<AgentError | undefined> =>
      refusalOfInput(asking, await toReadable(input), undefined)
    const checking = check()
    task.checking = checking.then((error) => !error)
    const error = await checking
    if (!error) {
      task.isHeld = false
      this.#pass(session, messageId)
    }
    if (!error || error.cause !== undefined) return never
    task.fault = error
    task.isRefused = true
  }

  /** Takes note that plug-ins have passed what was said. It may be stored from now on. */
  #pass(session: Session, id = ''): void {
    const said = session.said?.get(id)
    if (said?.run) this.#sessions.say(session, { ...said, isHeld: false })
  }

  /**
   * Runs what was asked for, from the first event to the last. Rejects with the error that ended
   * the run; an `execute` resolves with it.
   */
  async start(order: RunOrder): Promise<unknown> {
    const { task, enter } = order
    const run = this.#toRun(order)
    const isChat = task.kind === 'chat'
    const input = 'input' in task ? task.input : undefined
    // A chat that was cancelled while it waited is not part of the conversation.
    const isOut = isChat && (task.isRefused || (task.hasWaited && !!run.cancellation.reason))
    let hasBegun = false
    const turn = isChat && !task.isRefused ? { ...task, isOut } : undefined
    let leaveQueue: (() => void) | undefined
    const enterAside = () => enter?.(run, this.#features.restorer)
    try {
      const source = task.kind === 'undo' ? 'ui' : task.kind === 'runTool' ? task.source : 'model'
      // Asking for `opening` fetches session keeping, which a run apart never needs.
      const beginning = run.begin(input, source, enter && this.#sessions.opening)
      if (turn && !isOut) leaveQueue = this.#showWaiting(run, input)
      await beginning
      if (isChat && AgentError.is(task.fault, 'guardrail')) tellRefused(run, task.fault)
      if (isOut) throw task.fault ?? new AgentError(busy, { code: 'busy' })
      // A plug-in may refuse the words from here on.
      if (turn) turn.isEarly = false
      const work = (given: ChatInput | undefined): Promise<RunOutcome<unknown>> => {
        hasBegun = true
        if (turn) turn.input = given
        // What plug-ins have rewritten may be kept, if none checks it as well.
        if (turn && run.plugins.of('input').length === 0) turn.isHeld = false
        return this.#work(run, given === input ? order : withInput(order, given), leaveQueue)
      }
      const outcome =
        run.plugins.of('run').length === 0
          ? await work(input)
          : await surroundRun(run, input, work, () => ({
              status: 'completed',
              value: undefined,
              ...answerOf(run, task),
            }))
      // Where a plug-in answers in place of the turn, the results that were given hold all the
      // same.
      if (turn && !hasBegun) await this.#leaveTurn(run, turn, enterAside)
      run.complete(outcome)
      return outcome.value
    } catch (thrown) {
      if (turn) await this.#leaveTurn(run, turn, enterAside, { thrown, hasBegun })
      const error = run.end(thrown)
      if (task.kind === 'execute') return toRunResult(run, { error })
      throw error
    } finally {
      leaveQueue?.()
      run.dispose()
    }
  }

  /** Shows the message of a chat in the queue until the history has it. */
  #showWaiting(run: LoopRun, input: ChatInput | undefined): (() => void) | undefined {
    if (input === undefined) return undefined
    return this.#queue.add({ runId: run.id, input, cancel: () => run.cancel(withdrawn) })
  }

  /** Does the work of a run, in its stored session if it has one. */
  async #work(
    run: LoopRun,
    { task, enter }: RunOrder,
    leaveQueue: (() => void) | undefined,
  ): Promise<RunOutcome<unknown>> {
    const isChat = task.kind === 'chat'
    if (isChat) run.session.usage?.startRun(run.id)
    const leave = await enter?.(run, this.#features.restorer, isChat ? task : undefined)
    try {
      if (leave) run.throwIfEnding()
      if (task.kind === 'undo') return await this.#features.undos.undo(run, task.id, task.join)
      if (task.kind === 'runTool') return await runToolBody(run)
      if (!isChat) return await runTurn(run, task)
      run.show = this.#activity.show
      if (run.resumed) this.#activity.resume(run.resumed)
      const pass = (id: string): void => this.#pass(run.session, id)
      return await runTurn(run, { ...task, turns: this.#features.turns, leaveQueue, pass })
    } finally {
      await leave?.()
    }
  }

  /** Returns the session that an undo of these calls belongs to; undefined if it is not known. */
  sessionOf(id: string): Session | undefined {
    const session = this.#features.undos.sessionOf(id)
    return session?.left && session
  }

  /**
   * Leaves the history of a chat that ends before its time. Keeps the words of the user that are
   * not in it: in the history, so that the conversation goes on from them, or as unsent. Words that
   * were refused or withdrawn are not kept. Adds the results that were given. Never rejects.
   */
  async #leaveTurn(
    run: LoopRun,
    turn: LeftTurn,
    enter: () => ReturnType<EnterSession> | undefined,
    ended?: { readonly thrown: unknown; readonly hasBegun: boolean },
  ): Promise<void> {
    const { reason } = run.cancellation
    const { isOut, results } = turn
    if (!isOut && (reason || !ended?.hasBegun)) await answerLeft(run, results, enter)
    try {
      if (ended) this.#keepWords(run, turn, ended)
    } catch {
      // The message that the words were to replace is not there. The run ends with its own error.
    }
  }

  #keepWords(
    run: LoopRun,
    { isOut, isEarly, branch, input, isHeld, ...turn }: LeftTurn,
    { thrown, hasBegun }: { readonly thrown: unknown; readonly hasBegun: boolean },
  ): void {
    const { session, ports, cancellation, log } = run
    const { history } = session
    const isRefused =
      AgentError.is(thrown, 'guardrail') ||
      log.events.some((event) => event.type === 'agent:warning' && event.code === 'message_refused')
    const isKnown = toKnownMessage(input, ports) !== undefined
    const isUnread = hasBegun && input !== undefined && !isKnown
    const isKept =
      (cancellation.reason !== undefined || isEarly || isUnread || AgentError.is(thrown, 'load')) &&
      !run.messages.some(isOfUser) &&
      !isWithdrawn(run) &&
      !isRefused
    if (isKept && isHeld && input !== undefined) tellHeld(run, input, thrown)
    if (isLeft(run)) return
    const own = isKept && !isHeld && input ? markEdit(history, branch, input) : undefined
    if (isKnown && own && branch && !isOut) branchOff(history, branch)
    for (const message of keepWords(session, own, ports, turn, isOut)) {
      this.#sessions.say(session, message)
    }
  }

  /** Makes the run of an order. Never throws: a run whose options cannot be used fails at once. */
  #toRun({ run: handle, task, given, tools, scopes, tell: dispatch, ...order }: RunOrder): LoopRun {
    const { parent } = order
    const plugins = toPluginList(order.plugins)
    const { list: listFeatures, undos: book, toolList } = this.#features
    const undos = task.kind === 'undo' ? undefined : book
    // The page may call each of its tools, also those that no model knows.
    const isKnown =
      task.kind === 'runTool'
        ? ({ tool, scope }: RegisteredTool): boolean =>
            !isOutside(task.source) || isExposed(task.source, tool, scope)
        : undefined
    let wrong: unknown
    const make = (of: GivenOptions, own: CallOptions['tools']): LoopRun => {
      const config = toRunConfig(of, plugins, own, parent?.config, toolList)
      const toolbox = new Toolbox(scopes, own, config.toolList, isKnown)
      const page = new Page(this.#page, this.#settlers, config.settle)
      const { owners } = this
      const seen = { undos, calls: this.#calls, page }
      const made = { handle, plugins, dispatch, owners, listFeatures, ...seen, config, toolbox }
      return new RunCore({ ...order, ...made })
    }
    let run: LoopRun
    try {
      run = make(given, tools)
    } catch (thrown) {
      wrong = thrown
      run = make({ model: given.model }, undefined)
    }
    if (wrong) run.fail(wrong)
    else if (task.kind === 'execute') requireDepth(run)
    if (task.kind === 'runTool') {
      run.asked = task
      setTaint(run, task.taint ?? (isOutside(task.source) ? fromOutside : undefined))
    }
    const inCall = parent && lineOf(run).at(-2)?.parentCallId
    const runIds = parent ? runIdsOf(run) : [run.id]
    const { session } = parent ? rootOf(run) : run
    run.undos?.watch({ inCall, runIds, session, records: run.records })
    return run
  }
}

/** Ends a run, and those around it, if too many runs of agents are inside one another. */
function requireDepth(run: LoopRun): void {
  const { length } = lineOf(run).filter(({ asked, config }) => !asked && 'model' in config)
  const reason = `"${run.agentId}" was to run inside ${length - 1} other runs of agents`
  try {
    run.spending.requireLevel('depth', length - 1, reason)
  } catch (error) {
    run.fail(error)
  }
}

/** Returns an order with the input that a plug-in gave. */
function withInput(order: RunOrder, input: ChatInput | undefined): RunOrder {
  const { task } = order
  if (!('input' in task)) return order
  const fault = task.fault ?? (input === undefined ? undefined : findInputFault(input))
  return { ...order, task: { ...task, input, fault } }
}

/** Returns the result of a chat or an `execute` that a plug-in answered in place of the model. */
const answerOf = (run: LoopRun, { kind }: Task): Pick<RunOutcome<unknown>, 'result'> =>
  kind === 'chat' || kind === 'execute' ? { result: toRunResult(run, { status: 'completed' }) } : {}

const busy =
  'This agent is already running a chat. Await it, cancel it, or choose another `onBusy`.'
