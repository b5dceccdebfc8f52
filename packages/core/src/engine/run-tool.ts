import type { AuditSource } from '../audit/audit.ts'
import type { RunToolOptions } from '../call-options.ts'
import type { AssistantMessage, Draft, ToolMessage } from '../messages/message.ts'
import { toWritableCall } from '../model/writable-response.ts'
import type { Session } from '../session.ts'
import { isOutside } from '../tools/call-source.ts'
import { answerCall } from './answer-call.ts'
import { whileRunning } from './commit.ts'
import type { executeCall } from './executor.ts'
import { toMessage } from '../messages/history.ts'
import type { CommitAnswer } from './ordered-answers.ts'
import type { MeantTool } from '../tools/meant-tool.ts'
import { checkAsked } from './check-asked.ts'
import { findMeant } from './meant-calls.ts'
import { noteOutside } from './outside-note.ts'
import { toAsking } from './page-calls.ts'
import { commitAside } from './resume-run.ts'
import type { RunOutcome } from './supervise.ts'
import type { LoopRun } from './run-core.ts'

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
