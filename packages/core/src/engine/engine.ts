import { ActivityFollower } from './activity-follower.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import { UndoBook } from './undo-book.ts'
import { AgentBusyError } from '../errors/run-errors.ts'
import type { ChatInput } from '../messages/content.ts'
import type { AgentEvent } from '../events.ts'
import type { Message } from '../messages/message.ts'
import type { UndoResult } from '../tools/tool-context.ts'
import type { LoopPorts } from './loop.ts'
import { CallOwners, Toolbox } from './toolbox.ts'
import { type EnterSession, conduct, inSession } from './supervise.ts'
import { type LoopConfig, type RunConfig, toRunConfig } from './run-config.ts'
import { type LoopRun, RunCore, type RunCoreOptions } from './run-core.ts'
import type { RunResult } from '../run-result.ts'
import { runIdsOf } from './on-undo.ts'
import { undoBody } from './undo.ts'
import type { CallOptions } from '../agent-options.ts'
import type { AgentParts } from '../agent-parts.ts'
import { chatBody, toRunResult } from './chat.ts'
import type { GivenOptions } from '../check-options.ts'
import { toolBody } from './run-tool.ts'

/** A run of an agent as it was asked for. */
export interface AskedRun extends Pick<
  RunCoreOptions<LoopConfig>,
  'head' | 'parent' | 'session' | 'ports' | 'hooks'
> {
  readonly given: GivenOptions
  readonly tools: CallOptions['tools']
  readonly scopes: ScopeRegistry
  /** Where the session is stored. */
  readonly enter?: EnterSession | undefined
}

type Chat = Omit<LoopPorts, 'onSettling'>

/** How a run that is no chat comes into a stored session. */
const aside = { isWaiting: true, isResuming: false, isTurn: false }

/** What an agent's runs do: a chunk of its own, of which a page that only draws itself needs nothing. */
export class Engine {
  readonly owners: CallOwners = new CallOwners()
  readonly #parts: AgentParts
  readonly #activity: ActivityFollower
  readonly #undos: UndoBook

  constructor(parts: AgentParts) {
    this.#parts = parts
    this.#activity = new ActivityFollower(parts.agent.activity, parts.agent.history)
    this.#undos = new UndoBook(parts.agent.undos)
  }

  /** Shows what a chat does in the agent's activity. */
  follow(event: AgentEvent): void {
    this.#activity.follow(event)
  }

  /** Runs `chat`, or where it is refused, since another runs, to nothing but that. */
  chat(
    asked: AskedRun,
    input: ChatInput | undefined,
    chat: Chat,
    isRefused: boolean,
  ): Promise<RunResult> {
    const run = this.#toRun(asked)
    const ports = { ...chat, onSettling: this.#activity.startSettling }
    return conduct(run, input, async () => {
      if (isRefused) {
        throw new AgentBusyError(
          'This agent is already running a chat. Await it, cancel it, or choose another `onBusy`.',
        )
      }
      run.session.usage?.startRun(run.id)
      const isWaiting = ports.onBusy !== 'reject'
      const how = { isWaiting, isResuming: ports.isResuming === true, isTurn: true }
      return inSession(run, asked.enter, how, () => chatBody(run, input, ports))
    })
  }

  /** Runs `execute`, which never rejects. */
  execute(
    asked: AskedRun,
    input: ChatInput,
    history: readonly Message[] | undefined,
  ): Promise<RunResult> {
    const run = this.#toRun(asked)
    const ports = {
      settlers: this.#parts.settlers,
      steering: { isOpen: false, waiting: [] },
      history,
    }
    return conduct(run, input, () => chatBody(run, input, ports)).catch((error: Error) =>
      toRunResult(run, { error }),
    )
  }

  /** Runs `runTool`. */
  runTool(
    asked: AskedRun,
    name: string,
    args: Record<string, unknown>,
    join: Parameters<typeof toolBody>[3],
  ): Promise<unknown> {
    const run = this.#toRun(asked)
    const body = () => toolBody(run, name, args, join)
    return conduct(run, undefined, () => inSession(run, asked.enter, aside, body), 'ui')
  }

  /** Runs `undo`. */
  undo(asked: AskedRun, id: string, join: Parameters<typeof undoBody>[3]): Promise<UndoResult> {
    const run = this.#toRun(asked, null)
    const body = () => undoBody(run, this.#undos, id, join)
    return conduct(run, undefined, () => inSession(run, asked.enter, aside, body), 'ui')
  }

  #toRun(
    { scopes, enter: _enter, given, tools, ...asked }: AskedRun,
    book: UndoBook | null = this.#undos,
  ): LoopRun {
    const { owners } = this
    const undos = book ?? undefined
    const config = inherit(toRunConfig(given, tools), asked.parent?.config)
    const toolbox = new Toolbox(scopes, tools)
    const run: LoopRun = new RunCore({ ...asked, owners, undos, config, toolbox })
    run.undos?.watch(runIdsOf(run), run.records)
    return run
  }
}

/** A run inside another is for the same person, and audited with it, unless it says otherwise. */
function inherit(config: LoopConfig, parent: RunConfig | undefined): LoopConfig {
  if (!parent) return config
  const { userId = parent.userId, tenantId = parent.tenantId, audit = parent.audit } = config
  return { ...config, userId, tenantId, audit }
}
