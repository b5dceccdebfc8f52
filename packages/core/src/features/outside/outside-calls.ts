import { isSameText } from '../../approval/binding.ts'
import type { CallTurns, CallWork } from '../../engine/call.ts'
import { answerCall, type CommitAnswer } from '../../engine/calls.ts'
import { whileRunning } from '../../engine/commit.ts'
import { executeCall, type Executed } from '../../engine/execute.ts'
import { commitAside, toAsking } from '../../engine/resume.ts'
import type { LoopRun } from '../../engine/run.ts'
import type { RunOutcome } from '../../engine/supervise.ts'
import { findRegistered } from '../../engine/toolbox.ts'
import { AgentError } from '../../errors/agent-error.ts'
import { DisabledToolError, ToolDeniedError } from '../../errors/errors.ts'
import { toMessage } from '../../messages/history.ts'
import type { AssistantMessage, Draft, ToolMessage } from '../../messages/message.ts'
import { toWritableCall } from '../../model/response.ts'
import type { RunToolOptions } from '../../options.ts'
import { inWords, refuseValue, show } from '../../options/values.ts'
import type { Session } from '../../session.ts'
import type { Outside } from '../../state/stores.ts'
import { isOutside } from '../../tools/context.ts'
import type { MeantTool } from '../../tools/registry.ts'
import type { AuditSource } from '../audit/audit.ts'
import { noteOutside } from './outside-note.ts'

/** One call of `runTool`. */
export interface AskedCall {
  readonly name: string
  readonly args: Record<string, unknown>
  readonly taint: string | undefined
  readonly source: AuditSource
  readonly history: NonNullable<RunToolOptions['history']>
  /** The tool that the call is for; undefined for whichever has the name. */
  readonly meant?: MeantTool | undefined
  /** The open session, also if its history does not get the call. */
  readonly session: Session
  /**
   * Gives the call and its answer to a running chat, which commits them after the current
   * iteration. Returns undefined if no chat takes them.
   */
  readonly join: (asking: Draft<AssistantMessage>, answer: Draft<ToolMessage>) => unknown
}

/**
 * Runs `runTool`: one call that the page asks for. Once the call has ended, its message and its
 * answer are committed as a pair, unless its history is to be left alone.
 */
export async function runToolBody(
  run: LoopRun,
  asked: AskedCall,
  execute: typeof executeCall,
): Promise<RunOutcome<unknown>> {
  checkAsked(asked)
  const { name, args, source, history, session, meant, join } = asked
  const call = toWritableCall({ id: run.ports.createId(), name, arguments: args })
  const asking = toAsking(run, call, run.ports.clock.now())
  const commitPair: CommitAnswer = (draft) => {
    const message = toMessage<ToolMessage>(draft, asking.id)
    const askingMessage = toMessage<AssistantMessage>(asking, null)
    if (history !== true) {
      run.messages.push(askingMessage, message)
      if (history === 'note') noteOutside(run, session, message)
      return { message, kept: undefined }
    }
    run.unreported.push(askingMessage)
    const { journal } = run
    const hold = () => journal && whileRunning(run, () => journal.ended(call, message))
    const committing = commitAside(run, [asking, message], () => join(asking, draft), hold)
    const kept = committing.then(
      (isCommitted) => isCommitted || run.messages.push(askingMessage, message),
    )
    return { message, kept }
  }
  if (!isOutside(source)) await run.page?.beforeCall(run, { iteration: 0, beforeCallId: call.id })
  run.throwIfEnding()
  const find = meant && findMeant(run, meant)
  const answer = await answerCall(run, call, 0, run.cancellation, commitPair, find, execute)
  await answer.kept
  if (answer.error) throw answer.error
  return { status: 'completed', value: answer.result }
}

const stopped = 'the person at the page has stopped callers from outside'

/**
 * Runs a call from outside as `executeCall` does, at its turn, once the page shows what the calls
 * before it changed. Rejects if the person has stopped such calls.
 */
export async function executeFromOutside(
  work: CallWork,
  turns: CallTurns,
  outside: Outside,
  meant?: MeantTool,
): Promise<Executed> {
  const { run, iteration, callId: beforeCallId } = work
  const waitForPage = async (): Promise<void> =>
    run.page?.beforeCall(run, { iteration, beforeCallId })
  // A call inside another one has the turn of that one.
  const turn = run.around ? undefined : turns.ofOutside(run, waitForPage)
  const unsubscribe = outside.subscribe(({ isStopped }) => {
    if (isStopped) run.cancel({ kind: 'user', tag: 'outside', message: stopped })
  })
  try {
    if (outside.getState().isStopped) throw new ToolDeniedError(work.tool, stopped)
    work.turn = turn
    await (turn ? turn.take() : waitForPage())
    return await executeMeant(work, meant)
  } finally {
    unsubscribe()
    turn?.leave()
  }
}

/** Returns a function that finds the tool that a call is for, and no other tool of its name. */
const findMeant =
  (run: LoopRun, { registered }: MeantTool): CallWork['find'] =>
  (name) => {
    const found = findRegistered(run, name)
    // A hook may have sent the call to a tool of another name.
    return registered.tool.name !== name || found?.registered === registered ? found : undefined
  }

/**
 * Runs a call as `executeCall` does. Throws `DisabledToolError` if the tool that the call is for
 * changed while the call waited: its caller knows another one.
 */
export function executeMeant(work: CallWork, meant?: MeantTool): Promise<Executed> {
  const { run, call } = work
  // What `findMeant` finds is the tool itself, so the look goes past it.
  const now = meant && run.toolbox.find(call.name)
  if (!now) return executeCall(work)
  const isSame = now === meant.registered && isSameText(now.tool, meant.was)
  // A tool that nobody may know of now is an unknown one, whatever it was.
  if (isSame || run.toolbox.isHidden(now)) return executeCall(work)
  throw new DisabledToolError(work.tool, 'it changed while the call waited', 'changed')
}

const owner = ' of `runTool`'

interface Asked extends Pick<RunToolOptions, 'source' | 'taint' | 'history'> {
  readonly name: string
  readonly meant?: MeantTool | undefined
}

/** Throws `AgentError`, naming the option, for a wrong option of `runTool`. */
function checkAsked({ name, source, taint, history, meant }: Asked): void {
  const isKind = typeof source === 'string' && source.length > 0 && source.length <= 64
  if (!isKind || source === 'model' || source === 'runAgent') {
    throw new AgentError(
      `\`source\`${owner} is ${show(source)}. The audit and the person who approves could not tell who asks. Give a name of the caller's kind, such as "webmcp".`,
    )
  }
  if (taint !== undefined && (typeof taint !== 'string' || taint.trim() === '')) {
    throw new AgentError(
      `\`taint\`${owner} is ${typeof taint === 'string' ? 'empty' : inWords(taint)}. The person who approves could not tell where the call comes from. Give words for people, such as "the mail of Ann".`,
    )
  }
  if (history !== true && history !== false && history !== 'note') {
    refuseValue('history', history, "true, false or 'note'", owner)
  }
  if (meant && meant.registered.tool?.name !== name) {
    refuseValue(
      'registered',
      meant.registered,
      `an entry of \`agent.scopes.tools\` for the tool`,
      owner,
    )
  }
}
