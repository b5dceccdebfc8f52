import { warnOfPolicy } from '../../approval/warn-of-policy.ts'
import { AgentError } from '../../errors/agent-error.ts'
import { type ChatInput, textOf, type UserContent } from '../../values/content.ts'
import type { UserMessage } from '../../values/message.ts'
import { moveHead } from '../../stores/history.ts'
import { closeHistory } from '../../values/close-history.ts'
import { toContent } from '../../values/to-content.ts'
import { toExtraContext } from '../loop/ask-model.ts'
import { branchOff } from '../run/branch-off.ts'
import { commit } from '../run/commit.ts'
import { checkGuardrails } from '../loop/finish-answer.ts'
import type { Conducted } from '../run/conduct.ts'
import { type LoopPorts, runLoop } from '../loop/loop.ts'
import type { LoopRun } from '../run/run-core.ts'
import type { RunResult } from '../run/run-result.ts'
import { toRunResult } from './to-run-result.ts'

/** The body of `chat` and `execute`: what the person said, then the loop. Without input it goes on from the history, or from where a branch begins. */
export async function chatBody(
  run: LoopRun,
  input: ChatInput | undefined,
  ports: LoopPorts,
): Promise<Conducted<RunResult>> {
  warnOfPolicy(run)
  if (ports.history) run.session.history.load(closeHistory(ports.history, run.ports.clock.now()))
  const read = input === undefined ? undefined : toContent(input)
  // Nothing is left behind for what cannot be read.
  const content = read instanceof Promise ? await run.cancellation.race(read) : read
  if (ports.branch) branchOff(run.session.history, ports.branch)
  else if (content === undefined && !run.resumed?.pending) goOn(run)
  if (content !== undefined) {
    const { createId, clock } = run.ports
    const message = await commit<UserMessage>(run, {
      id: createId(),
      role: 'user',
      createdAt: clock.now(),
      content,
    })
    run.added.push(message)
    refuseModalities(run, message.content)
    if (run.config.guardrails.length) await checkGuardrails(run, 'input', textOf(message.content))
  }
  const end = await runLoop(run, ports)
  const result = toRunResult(run, { ...end, followupSuggestions: await suggest(run) })
  return { status: end.status, value: result, result }
}

/** Puts a partial answer aside, so that the last message is one the model has to answer. */
function goOn({ session: { history } }: LoopRun): void {
  const last = history.messages.at(-1)
  if (last?.role === 'assistant' && last.finishReason === undefined) {
    moveHead(history, last.parentId)
  }
  const from = history.messages.at(-1)
  if (!from || from.role === 'assistant') {
    throw new AgentError('There is nothing to go on from: every message has its answer.')
  }
}

/** What to say next; a suggestion is never worth a failed run. */
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

function refuseModalities({ config }: LoopRun, content: UserContent): void {
  const { modalities, model } = config
  if (!modalities || typeof content === 'string') return
  const refused = content.find(({ type }) => type !== 'text' && !modalities.includes(type))
  if (refused) {
    throw new AgentError(
      `"${model.modelId}" takes no ${refused.type} parts (\`modalities\`). Leave the part out, or choose another model.`,
    )
  }
}
