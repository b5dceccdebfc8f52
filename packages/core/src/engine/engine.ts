import type { AgentStores } from '../agent-parts.ts'
import type { OnBusy } from '../agent-options.ts'
import type { CallOptions } from '../call-options.ts'
import type { CallResult } from '../call-result.ts'
import type { GivenOptions } from '../check-options.ts'
import type { AgentError } from '../errors/agent-error.ts'
import { AgentBusyError } from '../errors/run-errors.ts'
import type { AgentEvent } from '../events.ts'
import { type Branch, branchOff, goOn, isForeign } from '../messages/branch.ts'
import { closeHistory } from '../messages/close-history.ts'
import { type ChatInput, textOf } from '../messages/content.ts'
import type { UserMessage } from '../messages/message.ts'
import { type MessageInput, toMessages } from '../messages/message-input.ts'
import { toContent } from '../messages/to-content.ts'
import { toPersonMessage } from '../messages/person-message.ts'
import type { RunResult } from '../run-result.ts'
import type { Session } from '../session.ts'
import type { UndoResult } from '../tools/tool-context.ts'
import { answerLeft, answerReturned, closeReturned } from './returned-calls.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import { ActivityFollower } from './activity-follower.ts'
import { refuseModalities, warnOfPolicy, warnOfTools, wrongOptionOf } from './check-turn.ts'
import { commit } from './commit.ts'
import { checkGuardrails } from './finish-answer.ts'
import { type LoopInput, runLoop } from './loop.ts'
import { createPageState, Page } from './page.ts'
import { toExtraContext } from './model-call.ts'
import { rootOf, runIdsOf } from './on-undo.ts'
import { type LoopConfig, toRunConfig } from './run-config.ts'
import { type LoopRun, RunCore, type RunCoreOptions } from './run-core.ts'
import { closeInterrupted, resumeRun } from './resume-run.ts'
import type { Settler } from './settle.ts'
import { runToolBody } from './run-tool.ts'
import {
  type EnterSession,
  inSession,
  type RunOutcome,
  type RunRestorer,
  superviseRun,
} from './supervise.ts'
import { setTaint } from './taint.ts'
import { CallOwners, Toolbox } from './toolbox.ts'
import { toRunResult } from './to-run-result.ts'
import { undoBody } from './undo.ts'
import { UndoBook } from './undo-book.ts'

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

/** One turn: the message of the person, and the place in the history where the turn begins. */
export interface Turn extends LoopInput {
  /** The message of the person; undefined if the run continues from the history. */
  readonly input: ChatInput | undefined
  /** True if the message is third-party text; undefined if the caller did not say. */
  readonly untrusted?: boolean | undefined
  /** The error of an input that is no message. It ends the run. */
  readonly fault: AgentError | undefined
  /** The messages to start from, for a session that has none. */
  readonly history?: readonly MessageInput[] | undefined
  /** The results of the calls that the last run returned. */
  readonly results?: readonly CallResult[] | undefined
  /** The place where the run begins. Default: the head of the history. */
  readonly branch?: Branch | undefined
}

/** A turn of the open session. */
export interface ChatTurn extends Turn {
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
  readonly #undos: UndoBook
  readonly #settlers: ReadonlySet<Settler>
  readonly #page = createPageState()

  constructor({ activity, history, undos, sessions }: AgentStores, settlers: ReadonlySet<Settler>) {
    this.#settlers = settlers
    this.#activity = new ActivityFollower(activity, history)
    const isOpen = ({ id, left }: Session): boolean => !left || id === sessions.current
    this.#undos = new UndoBook(undos, isOpen)
    sessions.subscribe((now, before) => {
      if (now.current !== before.current) this.#undos.showOpen()
    })
  }

  /** Shows an event of a chat in the agent's activity. */
  follow(event: AgentEvent): void {
    this.#activity.follow(event)
  }

  /** Runs a chat. Rejects with the error that ended the chat. */
  chat(request: RunRequest, turn: ChatTurn): Promise<RunResult> {
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
        return runTurn(run, { ...turn, onSettling })
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
  runTool(
    request: RunRequest,
    name: string,
    args: Record<string, unknown>,
    taint: string | undefined,
    join: Parameters<typeof runToolBody>[3],
  ): Promise<unknown> {
    const run = this.#toRun(request)
    setTaint(run, taint)
    const body = () => runToolBody(run, name, args, join)
    return superviseRun(run, undefined, () => inSession(run, request.enter, aside, body), 'ui')
  }

  /** Returns the session that an undo of these calls belongs to; undefined if it is not known. */
  sessionOf(id: string): Session | undefined {
    const session = this.#undos.sessionOf(id)
    return session?.left && session
  }

  /** Runs `undo`. */
  undo(request: RunRequest, id: string, join: Parameters<typeof undoBody>[3]): Promise<UndoResult> {
    const run = this.#toRun(request, null)
    const body = () => undoBody(run, this.#undos, id, join)
    return superviseRun(run, undefined, () => inSession(run, request.enter, aside, body), 'ui')
  }

  #toRun(
    { scopes, enter: _enter, given, tools, ...request }: RunRequest,
    book: UndoBook | null = this.#undos,
  ): LoopRun {
    const { owners } = this
    const { parent } = request
    const undos = book ?? undefined
    const wrong = wrongOptionOf(given)
    const config = toRunConfig(wrong ? { model: given.model } : given, tools, parent?.config)
    const toolbox = new Toolbox(scopes, tools)
    const page = new Page(this.#page, this.#settlers, config.settle)
    const run: LoopRun = new RunCore({ ...request, owners, undos, config, toolbox, page })
    if (wrong) run.fail(wrong)
    const { session } = rootOf(run)
    run.undos?.watch({ runIds: runIdsOf(run), session, records: run.records })
    return run
  }
}

/** Runs one turn of `chat` or `execute`: commits the message of the person, then runs the loop. */
async function runTurn(run: LoopRun, turn: Turn): Promise<RunOutcome<RunResult>> {
  const { input, fault, history, branch, results } = turn
  if (fault) throw fault
  warnOfPolicy(run)
  warnOfTools(run)
  if (history) {
    const before = toMessages(history, 'history', null, run.ports)
    const isWaiting = results !== undefined
    run.session.history.load(closeHistory(before, run.ports.clock.now(), isWaiting))
  }
  const read = input === undefined ? undefined : toContent(input)
  // The input is read before the history changes, so that a failed read leaves nothing behind.
  const content = read instanceof Promise ? await run.cancellation.race(read) : read
  if (results !== undefined) await answerReturned(run, results)
  else if (!branch && !run.resumed) await closeReturned(run)
  const isUntrusted = turn.untrusted ?? (branch && isForeign(run.session.history, branch))
  if (branch) branchOff(run.session.history, branch)
  else if (content === undefined && !run.resumed?.pending) goOn(run.session.history)
  if (content !== undefined) {
    const draft = toPersonMessage(content, isUntrusted, run.ports)
    const message = await commit<UserMessage>(run, draft)
    run.unreported.push(message)
    refuseModalities(run, message.content)
    if (run.config.guardrails.length) await checkGuardrails(run, 'input', textOf(message.content))
  }
  const end = await runLoop(run, turn)
  const result = toRunResult(run, { ...end, followupSuggestions: await suggest(run) })
  return { status: end.status, value: result, result }
}

/**
 * Asks for suggestions of the person's next message. If that fails, there are no suggestions and
 * the run goes on.
 */
async function suggest(run: LoopRun): Promise<readonly string[] | undefined> {
  const { followups } = run.config
  if (!followups) return undefined
  try {
    const at = toExtraContext(run, run.iterations.length)
    return await run.cancellation.race(followups.suggest(run.session.history.messages, at))
  } catch {
    return []
  }
}

const busy =
  'This agent is already running a chat. Await it, cancel it, or choose another `onBusy`.'
