import type { ScopeRegistry } from '../../stores/scope-registry.ts'
import type { UndoBook } from '../../stores/undo-book.ts'
import type { UndoResult } from '../../values/undo.ts'
import { AgentBusyError } from '../../errors/run-errors.ts'
import type { ChatInput } from '../../values/content.ts'
import { chatBody } from './chat-body.ts'
import { conduct } from '../run/conduct.ts'
import { type EnterSession, inSession } from '../run/enter-session.ts'
import { loadUndo } from '../undo/load-undo.ts'
import type { LoopPorts } from '../loop/loop.ts'
import type { LoopConfig } from '../run/run-config.ts'
import { type LoopRun, RunCore, type RunCoreOptions } from '../run/run-core.ts'
import type { RunResult } from '../run/run-result.ts'
import { toRunResult } from './to-run-result.ts'
import { runIdsOf } from '../undo/on-undo.ts'
import { toolBody } from './tool-body.ts'
import { Toolbox } from '../run/toolbox.ts'
import type { undoBody } from '../undo/undo-body.ts'

/** A run of an agent as it was asked for. */
export interface AskedRun extends Omit<RunCoreOptions<LoopConfig>, 'toolbox'> {
  readonly scopes: ScopeRegistry
  /** Where the session is stored. */
  readonly enter?: EnterSession | undefined
}

function toRun({ scopes, enter: _enter, ...asked }: AskedRun): LoopRun {
  const run = new RunCore({ ...asked, toolbox: new Toolbox(scopes, asked.config.tools) })
  run.undos?.watch(runIdsOf(run), run.records)
  return run
}

/** Runs `chat`, or where it is refused, since another runs, to nothing but that. */
export function chat(
  asked: AskedRun,
  input: ChatInput | undefined,
  ports: LoopPorts,
  isRefused: boolean,
): Promise<RunResult> {
  const run = toRun(asked)
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
export function execute(asked: AskedRun, input: ChatInput, ports: LoopPorts): Promise<RunResult> {
  const run = toRun(asked)
  return conduct(run, input, () => chatBody(run, input, ports)).catch((error: Error) =>
    toRunResult(run, { error }),
  )
}

/** How a run that is no chat comes into a stored session. */
const aside = { isWaiting: true, isResuming: false, isTurn: false }

/** Runs `runTool`. */
export function runTool(
  asked: AskedRun,
  name: string,
  args: Record<string, unknown>,
  join: Parameters<typeof toolBody>[3],
): Promise<unknown> {
  const run = toRun(asked)
  return conduct(
    run,
    undefined,
    () => inSession(run, asked.enter, aside, () => toolBody(run, name, args, join)),
    'ui',
  )
}

/** Runs `undo`. */
export function undo(
  asked: AskedRun,
  undos: UndoBook,
  id: string,
  join: Parameters<typeof undoBody>[3],
): Promise<UndoResult> {
  const run = toRun({ ...asked, undos: undefined })
  const body = async () => (await loadUndo()).undoBody(run, undos, id, join)
  return conduct(run, undefined, () => inSession(run, asked.enter, aside, body), 'ui')
}
