import type { GuardrailError } from '../errors/answer-errors.ts'
import type { Compaction } from '../features.ts'
import type { AssistantMessage, Message } from '../messages/message.ts'
import { changeResponse, type ModelResponse } from '../model/response.ts'
import type { AssemblerEvents } from '../model/response-assembler.ts'
import { noUsage } from '../budget/usage.ts'
import { admitRequest } from './admit-request.ts'
import { claimCalls, commitResponse } from './commit.ts'
import { findRefusal, isVerdict, throwRefusal } from './guardrails.ts'
import { prepareRequest } from './prepare-request.ts'
import type { LoopRun } from './run-core.ts'
import { type Outcome, sendRequest, toExtraContext } from './send-request.ts'

/**
 * Makes one model call, from the request to the committed message. If the call fails in the middle,
 * the part that came is committed and the error is thrown.
 */
export async function callModel(run: LoopRun, iteration: number): Promise<AssistantMessage> {
  const { log, deltas, ports } = run
  const messageId = ports.createId()
  const startedAt = ports.clock.now()
  const { provider, modelId } = run.config.model
  const added = Object.freeze(run.unreported)
  log.emit('iteration_started', { iteration, messageId, provider, modelId, added })
  run.unreported = []
  const { compaction } = run.config
  const messages = compaction
    ? await compact(run, compaction, iteration)
    : run.session.history.messages
  const { request, model, answer } = await prepareRequest(run, iteration, messages)
  if (!answer) admitRequest(run, model, request)
  const at = { iteration, messageId }
  const isHeld = run.config.guardrails.some(({ buffer }) => buffer)
  const { readCalls = asItIs, readDeltas = asItIs } = run.config.toolList
  const events: AssemblerEvents = {
    onDelta: isHeld ? unheard : readDeltas((part, delta) => deltas.add(part, at, delta)),
    onUnknownPart: (type) =>
      run.warn('unknown_part', `The model sent a part "${type}", which was left out.`, type),
  }
  const outcome: Outcome = answer
    ? { response: claimCalls(run, answer), usage: noUsage }
    : await sendRequest(run, { iteration, request, model, events })
  const { usage } = outcome
  const isWhole = outcome.response.finishReason !== undefined
  const read = readCalls(outcome.response)
  const response =
    isWhole && run.hooks.of('onResponse').length
      ? readCalls(await askOnResponse(run, iteration, read))
      : read
  const refused = await findRefusedAnswer(run, response)
  if (isHeld && !refused && !answer) deltas.addWhole(response, at)
  const message = refused ? undefined : await commitResponse(run, messageId, response, usage)
  const { content, responseId, raw, finishReason, calls } = response
  if (message || refused) {
    const durationMs = ports.clock.now() - startedAt
    const toolCalls = calls.length
    run.iterations.push({ index: iteration, finishReason, usage, startedAt, durationMs, toolCalls })
  }
  if (refused) {
    deltas.withdraw(messageId)
    log.emit('message_refused', { error: refused })
    if (outcome.error && !isVerdict(refused)) throw outcome.error
    throwRefusal(run, refused)
  }
  if (message) {
    run.content = content || run.content
    run.responseId = responseId ?? run.responseId
    run.raw = raw
    log.emit('iteration_completed', { iteration, message, usage })
  }
  if (outcome.error) throw outcome.error
  run.throwIfEnding()
  run.spending.requireWithin()
  return message as AssistantMessage
}

/**
 * Asks the output guardrails about a message, also about the part of one that came before an error
 * or a cancel. A message of calls alone has nothing to check.
 */
function findRefusedAnswer(
  run: LoopRun,
  { content, calls, finishReason }: ModelResponse,
): Promise<GuardrailError | undefined> | undefined {
  if (!content && (calls.length > 0 || finishReason === undefined)) return undefined
  return findRefusal(run, 'output', content)
}

/** Returns the messages to send in place of a history that is too long. */
async function compact(
  run: LoopRun,
  compaction: Compaction,
  iteration: number,
): Promise<readonly Message[]> {
  const { messages } = run.session.history
  const at = toExtraContext(run, iteration)
  const sent = await run.cancellation.race(compaction.compact(messages, at))
  if (sent === messages) return messages
  run.log.emit('compacted', { iteration, messages: messages.length, sent: sent.length })
  return sent
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
    // A hook may also have changed the response itself, and returned nothing.
    response = changeResponse(response, change ? change.response : {})
  }
  return claimCalls(run, response)
}

const unheard = (): void => undefined
const asItIs = <T>(value: T): T => value
