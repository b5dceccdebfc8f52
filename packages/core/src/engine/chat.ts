import type { LoopRun } from './run-core.ts'
import { unknownNames } from '../approval/approval-policy.ts'
import type { AssistantMessage, UserMessage } from '../messages/message.ts'
import { type LoopEnd, type LoopPorts, runLoop } from './loop.ts'
import type { RunResult } from '../run-result.ts'
import { AgentError } from '../errors/agent-error.ts'
import { type ChatInput, type UserContent, textOf } from '../messages/content.ts'
import { moveHead } from '../messages/history.ts'
import { closeHistory } from '../messages/close-history.ts'
import { toContent } from '../messages/to-content.ts'
import { toExtraContext } from './send-request.ts'
import { branchOff } from '../messages/branch.ts'
import { commit } from './commit.ts'
import { checkGuardrails } from './finish-answer.ts'
import type { Conducted } from './supervise.ts'

/** Warns of names in a run's policy that no tool has now. */
export function warnOfPolicy(run: LoopRun): void {
  const { approval } = run.config
  if (!approval) return
  for (const name of unknownNames(
    approval.policy,
    (tool) => run.toolbox.find(tool) !== undefined,
  )) {
    run.warn(
      'unknown_policy_tool',
      `The approval \`policy\` names "${name}", and there is no such tool now. If it never comes, the name is wrong, and nobody is asked about the tool that is meant.`,
      `unknown_policy_tool ${name}`,
    )
  }
}

/** What a run resolves with: how its loop ended, or the error that ended it. */
export function toRunResult(
  run: LoopRun,
  end: (LoopEnd & { followupSuggestions?: readonly string[] | undefined }) | { error: Error },
): RunResult {
  const { config, usage, costUsd, messages, startedAt, ports } = run
  const last = messages.findLast(
    (message): message is AssistantMessage =>
      message.role === 'assistant' && message.source !== 'ui',
  )
  const failed = 'error' in end
  // The status is the run's once it has ended; a hook of its end sees the one it is about to have.
  const status = failed ? (run.status as RunResult['status']) : end.status
  return {
    content: run.content,
    finishReason: last?.finishReason ?? 'other',
    status,
    usage,
    ...(costUsd !== undefined && { costUsd }),
    artifacts: [...run.artifacts.values()],
    messages,
    report: { ...run.report, status },
    ...((config.includeToolTrace || failed) && { trace: run.trace }),
    model: config.model.modelId,
    durationMs: (run.endedAt ?? ports.clock.now()) - startedAt,
    createdAt: startedAt,
    ...(run.responseId !== undefined && { responseId: run.responseId }),
    ...(failed
      ? { error: end.error }
      : {
          ...(end.data !== undefined && { data: end.data }),
          ...(end.followupSuggestions && { followupSuggestions: end.followupSuggestions }),
        }),
    ...(config.includeRaw && { raw: run.raw ?? [] }),
  }
}

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
