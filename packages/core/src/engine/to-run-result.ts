import type { AssistantMessage } from '../messages/message.ts'
import { openCalls } from '../messages/open-calls.ts'
import type { RunResult } from '../run-result.ts'
import type { LoopEnd } from './loop.ts'
import type { LoopRun } from './run-core.ts'

/** Returns the result of a run, from the end of its loop or from the error that ended it. */
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
  // The status of a failed run is set already. Without an error, the status is set later, from the
  // end of the loop, so a hook of the run's end gets it from here.
  const status = failed ? (run.status as RunResult['status']) : end.status
  return {
    runId: run.id,
    content: run.content,
    finishReason: last?.finishReason ?? 'other',
    status,
    usage,
    ...(costUsd !== undefined && { costUsd }),
    ...(config.toolMode === 'return' && { calls: openCalls(messages) }),
    artifacts: [...run.artifacts.values()],
    messages: Object.freeze([...messages]),
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
