import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type ModelOutcome, callModel } from '../model/call-model.ts'
import { type AssemblerEvents, ResponseAssembler } from '../model/response-assembler.ts'
import type { ModelRequest } from '../model/request.ts'
import { claimCallId } from './commit.ts'
import { countUsage } from './count-usage.ts'
import { overNetwork } from '../model/over-network.ts'
import type { LoopRun } from './run-core.ts'
import { apiKeyHeader } from '../wire/routes.ts'
import type { ExtraContext } from '../features.ts'

/** One model call of a run. */
export interface Sending {
  readonly iteration: number
  readonly request: ModelRequest
  /** Default: the run's. */
  readonly model?: LanguageModelV4 | undefined
  readonly events: AssemblerEvents
}

/** Sends a request, with retries, and counts what it used. Resolves with what came, whatever happened. */
export async function sendRequest(run: LoopRun, sending: Sending): Promise<ModelOutcome> {
  const { iteration, events, model = run.config.model } = sending
  const { log, ports, config, cancellation } = run
  const startedAt = ports.clock.now()
  let attempts = 1
  const { lifecycle } = config
  const outcome = await callModel({
    model: lifecycle
      ? overNetwork(model, lifecycle, () => log.emit('waiting_online', { iteration }))
      : model,
    request: withApiKey(run, model, sending.request),
    cancellation,
    clock: ports.clock,
    random: ports.random,
    retry: config.retry,
    createAssembler: () => new ResponseAssembler(events, claimCallId(run)),
    onRetry: (retry) => {
      attempts += 1
      log.emit('request_retrying', { iteration, ...retry })
    },
  })
  return { ...outcome, usage: countUsage(run, { ...sending, model, outcome, startedAt, attempts }) }
}

/** The key goes to the proxy alone, and only here: hooks, events and errors never see it. */
function withApiKey(run: LoopRun, model: LanguageModelV4, request: ModelRequest): ModelRequest {
  const { apiKey } = run.config
  if (apiKey === undefined) return request
  if (model.provider === 'ambit-proxy') {
    return { ...request, headers: { ...request.headers, [apiKeyHeader]: apiKey } }
  }
  run.warn(
    'api_key_ignored',
    '`apiKey` is for models of createProxyModel; this one did not get it.',
  )
  return request
}

const unheard = (): void => undefined
const unseen: AssemblerEvents = { onDelta: unheard, onUnknownPart: unheard }

/** What an optional feature is given of the run. Its model calls are counted, and seen by nobody. */
export function toExtraContext(run: LoopRun, iteration: number): ExtraContext {
  return {
    run: run.context,
    model: run.config.model,
    signal: run.cancellation.signal,
    ask: async (request, model) => {
      run.spending.admitModelCall({ tokens: 0, costUsd: 0 })
      const outcome = await sendRequest(run, { iteration, request, model, events: unseen })
      if (outcome.error) throw outcome.error
      run.throwIfEnding()
      run.spending.requireWithin()
      return outcome.response.content
    },
  }
}
