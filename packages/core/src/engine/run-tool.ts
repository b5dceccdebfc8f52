import { cloneJson } from '../json/json.ts'
import type { AssistantMessage, Draft, ToolMessage } from '../messages/message.ts'
import { noUsage } from '../budget/usage.ts'
import { answerCall } from './answer-call.ts'
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
  const call = { id: run.ports.createId(), name, arguments: cloneJson(args) }
  const asking: Draft<AssistantMessage> = {
    id: run.ports.createId(),
    role: 'assistant',
    createdAt: run.ports.clock.now(),
    calls: [call],
    finishReason: 'tool_calls',
    usage: noUsage,
    parts: [{ type: 'tool-call', id: call.id, name }],
    source: 'ui',
  }
  const commitPair = async (answer: Draft<ToolMessage>): Promise<ToolMessage> => {
    const committed = await commitAside(run, [asking, answer], () => join(asking, answer))
    if (!committed) {
      const asked = { ...asking, parentId: null }
      const answered = { ...answer, parentId: asking.id }
      run.unreported.push(asked)
      run.messages.push(asked, answered)
      return answered
    }
    const [asked, answered] = committed
    run.unreported.push(asked as AssistantMessage)
    return answered as ToolMessage
  }
  const answer = await answerCall(run, call, 0, run.cancellation, commitPair)
  if (answer.error) throw answer.error
  return { status: 'completed', value: answer.result }
}
