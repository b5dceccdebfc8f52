import type { AssistantMessage, Draft, ToolMessage } from '../messages/message.ts'
import { toWritableCall } from '../model/writable-response.ts'
import { answerCall } from './answer-call.ts'
import { whileRunning } from './commit.ts'
import { toMessage } from '../messages/history.ts'
import type { CommitAnswer } from './ordered-answers.ts'
import { toAsking } from './page-calls.ts'
import { commitAside } from './resume-run.ts'
import type { RunOutcome } from './supervise.ts'
import type { LoopRun } from './run-core.ts'

/**
 * Runs `runTool`: one call that the page asks for. Once the call has ended, its message and its
 * answer are committed as a pair. `join` gives the pair to a running chat, which commits it after
 * the current iteration. `join` returns undefined if no chat takes the pair.
 */
export async function runToolBody(
  run: LoopRun,
  name: string,
  args: Record<string, unknown>,
  join: (asking: Draft<AssistantMessage>, answer: Draft<ToolMessage>) => unknown,
): Promise<RunOutcome<unknown>> {
  const call = toWritableCall({ id: run.ports.createId(), name, arguments: args })
  const asking = toAsking(run, call, run.ports.clock.now())
  const commitPair: CommitAnswer = (draft) => {
    const message = toMessage<ToolMessage>(draft, asking.id)
    const asked = toMessage<AssistantMessage>(asking, null)
    run.unreported.push(asked)
    const { journal } = run
    const hold = () => journal && whileRunning(run, () => journal.ended(call, message))
    const committing = commitAside(run, [asking, message], () => join(asking, draft), hold)
    const kept = committing.then((isCommitted) => isCommitted || run.messages.push(asked, message))
    return { message, kept }
  }
  await run.page?.beforeCall(run, { iteration: 0, beforeCallId: call.id })
  run.throwIfEnding()
  const answer = await answerCall(run, call, 0, run.cancellation, commitPair)
  await answer.kept
  if (answer.error) throw answer.error
  return { status: 'completed', value: answer.result }
}
