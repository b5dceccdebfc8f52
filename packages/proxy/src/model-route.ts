import type { LanguageModelV4StreamResult } from '@ai-sdk/provider'
import { apiKeyHeader } from '@ambit/core/wire'
import { applyPolicy } from './apply-policy.ts'
import { toEventStream } from './event-stream.ts'
import type { Exchange, Route } from './exchange.ts'
import type { ModelEntry } from './model-table.ts'
import { parseCall } from './parse-call.ts'
import { ProxyError } from './proxy-error.ts'
import { readJson } from './read-json.ts'
import { respond } from './respond.ts'
import { untilAborted } from './until-aborted.ts'
import { fromUpstream } from './upstream-error.ts'

/** Calls a model with the client's options and streams its parts back. */
export const modelRoute: Route = async (exchange) => {
  const { request, requestId, finish } = exchange
  const call = parseCall(await readJson(request, exchange.options.maxBodyBytes))
  const entry = findModel(exchange, call.modelId)
  exchange.modelId = entry.id
  const apiKey = readApiKey(request, entry)
  const { options, warnings } = applyPolicy(call.options, entry)

  const abort = abortWith(request.signal)
  const { signal } = abort
  const { id: modelId, resolve } = entry
  const answer = startStream(async () => {
    const model = await resolve({ modelId, subject: exchange.subject, apiKey, signal })
    signal.throwIfAborted()
    return model.doStream({ ...options, abortSignal: signal })
  }, signal)
  const { stream } = await answer.catch((thrown: unknown) => {
    if (signal.aborted) throw new ProxyError('client_closed')
    throw fromUpstream(thrown, new ProxyError('upstream_error', { retryable: false }))
  })

  const onEnd = (error: ProxyError | undefined) => finish(200, error)
  const body = toEventStream({ parts: stream, warnings, requestId, abort, onEnd })
  return respond(exchange, 200, body, { 'content-type': 'text/event-stream; charset=utf-8' })
}

function findModel({ models }: Exchange, modelId: string): ModelEntry {
  const entry = models.get(modelId)
  if (entry) return entry
  throw new ProxyError(models.size === 0 ? 'no_key' : 'model_not_allowed')
}

function readApiKey({ headers }: Request, { acceptApiKey }: ModelEntry): string | undefined {
  const apiKey = headers.get(apiKeyHeader) ?? undefined
  if (apiKey !== undefined && !acceptApiKey) throw new ProxyError('api_key_not_accepted')
  return apiKey
}

/** A controller of its own, since a body that is cancelled must abort the provider too. */
function abortWith(signal: AbortSignal): AbortController {
  const abort = new AbortController()
  if (signal.aborted) abort.abort(signal.reason)
  signal.addEventListener('abort', () => abort.abort(signal.reason), {
    once: true,
    signal: abort.signal,
  })
  return abort
}

/** The answer's stream, unless the client goes away before there is one: then it is closed on arrival. */
async function startStream(
  start: () => Promise<LanguageModelV4StreamResult>,
  signal: AbortSignal,
): Promise<LanguageModelV4StreamResult> {
  const starting = start()
  try {
    return await untilAborted(starting, signal)
  } catch (thrown) {
    starting.then(({ stream }) => stream.cancel(thrown)).catch(() => {})
    throw thrown
  }
}
