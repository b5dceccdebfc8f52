import type { ModelOutcome } from '../model/call-model.ts'
import type { AssistantMessage, MessagePart } from '../messages/message.ts'
import { type ModelResponse, changeResponse } from '../model/response.ts'
import { type Usage, noUsage } from '../budget/usage.ts'
import { commit } from './commit.ts'
import { prepareRequest } from './prepare-request.ts'
import type { LoopRun } from './run-core.ts'
import { sendRequest } from './send-request.ts'
import { derivedTaint } from './taint.ts'

/**
 * One model call, from the request to the committed message. When the call fails in the middle, what came is committed, and the error
 * thrown.
 */
export async function callModelOnce(run: LoopRun, iteration: number): Promise<AssistantMessage> {
  const messageId = run.ports.createId()
  const startedAt = run.ports.clock.now()
  run.log.emit('iteration_started', { iteration, messageId, added: Object.freeze(run.added) })
  run.added = []
  const { request, answer } = await prepareRequest(run, iteration)
  const { log, deltas } = run
  const at = { iteration, messageId }
  const outcome: ModelOutcome = answer
    ? { response: answer }
    : await sendRequest(run, {
        iteration,
        request,
        events: {
          onDelta: (part, delta) => deltas.add(part, at, delta),
          onUnknownPart: (type) =>
            run.warn('unknown_part', `The model sent a part "${type}", which was left out.`, type),
        },
      })
  const isWhole = outcome.response.finishReason !== undefined
  const response =
    isWhole && run.hooks.of('onResponse').length
      ? await askOnResponse(run, iteration, outcome.response)
      : outcome.response
  const usage = outcome.usage ?? noUsage
  const message = await commitMessage(run, messageId, response, usage)
  if (message) {
    run.content = response.content || run.content
    run.responseId = response.responseId ?? run.responseId
    run.raw = response.raw
    run.iterations.push({
      index: iteration,
      finishReason: response.finishReason,
      usage,
      startedAt,
      durationMs: run.ports.clock.now() - startedAt,
      toolCalls: response.calls.length,
    })
    log.emit('iteration_completed', { iteration, message, usage })
  }
  if (outcome.error) throw outcome.error
  run.throwIfEnding()
  run.spending.requireWithin()
  return message as AssistantMessage
}

async function askOnResponse(
  run: LoopRun,
  iteration: number,
  answered: ModelResponse,
): Promise<ModelResponse> {
  let response = answered
  for (const hook of run.hooks.of('onResponse')) {
    const at = { run: run.context, iteration, response }
    const change = await run.cancellation.race(hook(at))
    if (change) response = changeResponse(response, change.response)
  }
  return response
}

/** What a provider's own tools found, such as a web search, nobody here has vouched for. */
const isLookedUp = ({ type }: MessagePart): boolean => type === 'tool-result' || type === 'source'

/** Nothing is committed of a call that brought nothing. */
function commitMessage(
  run: LoopRun,
  id: string,
  response: ModelResponse,
  usage: Usage,
): AssistantMessage | Promise<AssistantMessage> | undefined {
  const { content, reasoning, calls, finishReason, parts } = response
  const isEmpty = parts.every(({ type }) => type === 'custom')
  if (isEmpty && finishReason === undefined) return undefined
  return commit<AssistantMessage>(run, {
    id,
    role: 'assistant',
    createdAt: run.ports.clock.now(),
    content: content || undefined,
    reasoning,
    calls: calls.length ? calls : undefined,
    finishReason,
    usage,
    parts,
    taint: parts.some(isLookedUp) ? 'untrusted' : derivedTaint(run),
  })
}
