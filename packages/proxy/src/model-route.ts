import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { apiKeyHeader, encodeEvent, encodePart, endOfStream, type ModelCall } from '@ambit/protocol'
import { abortable } from './abortable.ts'
import { answerInTime } from './answer-in-time.ts'
import { applyPolicy } from './apply-policy.ts'
import { noteAsked } from './meter.ts'
import { callHook } from './call-hook.ts'
import { toEventStream } from './event-stream.ts'
import type { Exchange, Route } from './exchange.ts'
import type { ModelEntry } from './model-table.ts'
import type * as Parser from './parse-body.ts'
import { parseCall } from './parse-call.ts'
import { ProxyError } from './proxy-error.ts'
import { readJson } from './read-json.ts'
import { respond } from './respond.ts'
import { followNoRedirects } from './upstream/no-redirects.ts'

/** Kept, since each `import` of a loaded module takes time. */
let parser: Promise<typeof Parser> | undefined

const parse = async (text: string, maxBytes: number): Promise<unknown> =>
  (await (parser ??= import('./parse-body.ts'))).parseBody(text, maxBytes)

/** Calls a model with the client's options and streams its parts back. */
export const modelRoute: Route = async (exchange) => {
  const { request, options, abort } = exchange
  await exchange.admit()
  const sent = await readJson(request, options.bytes.request, parse)
  const keeper = mayKeep(exchange, sent) ? await import('./prefixes/keeper.ts') : undefined
  const body = keeper ? await keeper.joinCall(exchange, sent) : sent
  const call = parseCall(body)
  const entry = findModel(exchange, call.modelId)
  exchange.modelId = entry.id
  exchange.tools = call.options.tools?.map(({ name }) => name)
  const apiKey = readApiKey(request, entry)
  checkKey(entry, apiKey)
  // Counted from the end, because the server's own instructions may replace those of the client.
  const changing = countChanging(call)
  const { options: permitted, warnings } = await applyPolicy(call.options, entry)
  const hasOwnKey = apiKey !== undefined && entry.usesApiKey
  // What a user pays with their own key does not count against the server's budget.
  const deadlines = await exchange.begin(
    hasOwnKey ? undefined : permitted,
    exchange.limits?.mostOutput(permitted, entry.maxOutputTokens),
  )
  keeper?.keepCall(exchange, body, call)

  const attempt = async (id: string) => {
    const model = findModel(exchange, id)
    const call = model === entry ? permitted : (await applyPolicy(permitted, model)).options
    checkKey(model, apiKey)
    const key = model.key === 'server' ? undefined : apiKey
    return openAnswer(exchange, model, key, { options: call, changing })
  }
  const open = async () => {
    const parts = await (exchange.retries?.run(entry.id, abort.signal, attempt, hasOwnKey) ??
      attempt(entry.id))
    const stream = toEventStream(exchange, { parts, warnings, deadlines })
    return respond(exchange, 200, stream, { 'content-type': 'text/event-stream; charset=utf-8' })
  }
  return answerInTime(
    exchange,
    open(),
    (error) => encodePart({ type: 'error', error }) + encodeEvent(endOfStream),
  )
}

/** Whether a body may name what the proxy keeps, or hold what it may keep. */
const mayKeep = ({ options: { prefixes }, subject }: Exchange, body: unknown): boolean =>
  prefixes !== undefined && subject !== undefined && Boolean(Object(body).stableEnd)

function findModel({ models, options }: Exchange, modelId: string): ModelEntry {
  const entry = models.get(modelId)
  if (entry) return entry
  throw new ProxyError(options.modelsWithoutKey.has(modelId) ? 'no_key' : 'model_not_allowed')
}

function readApiKey({ headers }: Request, { key }: ModelEntry): string | undefined {
  // An empty key does not count: a resolver could take its own instead.
  const apiKey = headers.get(apiKeyHeader) || undefined
  if (apiKey !== undefined && key === 'server') throw new ProxyError('api_key_not_accepted')
  return apiKey
}

/** Checks that a model which takes only a user's own key gets one. */
function checkKey({ key }: ModelEntry, apiKey: string | undefined): void {
  if (key !== 'user' || apiKey !== undefined) return
  throw new ProxyError('no_key', {
    message: 'This model needs your own key. Send it with the call.',
  })
}

/** A call as it goes to a model. */
interface OpenCall {
  options: ModelCall['options']
  /** The number of last messages that the client's next call does not repeat, if it is known. */
  changing: number | undefined
}

/** Returns the number of last messages that the client's next call does not repeat, if known. */
function countChanging({ options, stableEnd }: ModelCall): number | undefined {
  if (stableEnd === undefined || stableEnd > options.prompt.length) return undefined
  return options.prompt.length - stableEnd
}

type Parts = ReadableStream<LanguageModelV4StreamPart>

/**
 * Opens a model's answer and returns its parts. With retries, reads up to the first content: a
 * model that begins with an error has not answered, so that another can be asked.
 *
 * @throws ProxyError for any failure; at once if the client left or the time is up.
 */
async function openAnswer(
  exchange: Exchange,
  { id: modelId, resolve, promptCache, maxOutputTokens: most }: ModelEntry,
  apiKey: string | undefined,
  { options, changing }: OpenCall,
): Promise<Parts> {
  const { subject, abort, meter, retries } = exchange
  const { signal } = abort
  const starting = (async () => {
    const model = await callHook(exchange, `The resolver of \`models["${modelId}"]\``, () =>
      resolve({ modelId, subject, apiKey, signal }),
    )
    followNoRedirects(model)
    const { fitCall } = await import('./mark-call.ts')
    const fit = fitCall(options, model, most, promptCache ? changing : undefined)
    signal.throwIfAborted()
    noteAsked(meter, modelId)
    return model.doStream({ ...fit, abortSignal: signal })
  })()
  try {
    const { stream, response } = await abortable(starting, signal)
    // A login page, or that of a gateway, has no events, so it would look like an empty answer.
    if (/^text\/html/i.test(response?.headers?.['content-type'] ?? '')) {
      throw new ProxyError('upstream_bad_content', { upstreamStatus: 200 })
    }
    return retries ? await retries.peek(stream, signal) : stream
  } catch (thrown) {
    throw (await import('./failures.ts')).failAnswer(exchange, starting, thrown)
  }
}
