import type { LanguageModelV4, LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider'
import {
  apiKeyHeader,
  encodeEvent,
  encodePart,
  endOfStream,
  type ModelCall,
  type WirePart,
} from '@ambit/protocol'
import { abortable, requestEndError } from './abortable.ts'
import { answerInTime } from './answer-in-time.ts'
import { noteAsked } from './meter.ts'
import { callHook } from './call-hook.ts'
import type { Exchange, Route } from './exchange.ts'
import { mergeOptions, type ModelEntry } from './model-table.ts'
import type * as Parser from './parse-body.ts'
import { parseCall } from './parse-call.ts'
import { ProxyError } from './proxy-error.ts'
import { readJson } from './read-json.ts'
import { respond } from './respond.ts'
import type { Deadlines } from './deadlines.ts'
import { toHeartbeat, withHeartbeat } from './heartbeat.ts'

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
  const turn = (await (parser ??= import('./parse-body.ts'))).turns()
  keeper?.keepCall(exchange, body, call)
  await turn()

  const attempt = async (id: string) => {
    const model = findModel(exchange, id)
    const call = model === entry ? permitted : (await applyPolicy(permitted, model)).options
    checkKey(model, apiKey)
    const key = model.key === 'server' ? undefined : apiKey
    return openAnswer(exchange, model, key, { options: call, changing, turn })
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
  turn: () => Promise<void>
}

/** Returns the number of last messages that the client's next call does not repeat, if known. */
function countChanging({ options, stableEnd }: ModelCall): number | undefined {
  const changing = options.prompt.length - (stableEnd ?? Infinity)
  return changing < 0 ? undefined : changing
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
  { options, changing, turn }: OpenCall,
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
    await turn()
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

/** A call as it may go to the provider, with warnings for the client about the changes. */
interface PermittedCall {
  options: ModelCall['options']
  warnings: SharedV4Warning[]
}

/**
 * Applies the server's rules for a model to a client's call: instructions, tools, provider options,
 * the length of the answer. May change `options` in place.
 *
 * @throws ProxyError `tool_not_allowed`, and `invalid_request` for a file on a private network.
 */
export async function applyPolicy(
  options: ModelCall['options'],
  entry: ModelEntry,
): Promise<PermittedCall> {
  const { allowTools, allowedTools, instructions } = entry
  for (const tool of options.tools ?? []) {
    if (tool.type === 'provider') {
      if (!allowedTools.has(tool.id)) throw new ProxyError('tool_not_allowed')
    } else if (allowTools) {
      const { checkTool } = await import('./check-tool.ts')
      await checkTool(allowTools, tool.name, tool.inputSchema)
    }
  }
  if (!entry.allowPrivateUrls && options.prompt.some(mayHaveFile)) {
    ;(await import('./check-file-url.ts')).checkFilesOfCall(options)
  }
  const warnings = (await import('./limit-options.ts')).limitOptions(options, entry)
  let { prompt } = options
  if (instructions !== undefined) {
    prompt = prompt.filter(({ role }) => role !== 'system')
    if (prompt.length < options.prompt.length) {
      warnings.push({ type: 'other', message: 'The proxy has its own instructions.' })
    }
    prompt = [{ role: 'system', content: instructions }, ...prompt]
  }
  const { maxOutputTokens = Infinity } = options
  const limit = Math.min(maxOutputTokens, entry.maxOutputTokens ?? Infinity)
  return {
    options: {
      ...options,
      prompt,
      ...(limit !== Infinity && { maxOutputTokens: limit }),
      providerOptions: mergeOptions(options.providerOptions, entry.providerOptions),
    },
    warnings,
  }
}

const mayHaveFile = ({ content }: ModelCall['options']['prompt'][number]): boolean =>
  typeof content !== 'string' && content.some(({ type }) => /file|tool-result/.test(type))

/** The functions that follow no redirect. */
const safe = new WeakSet<typeof fetch>()

/**
 * Lets a model of an AI SDK provider follow no redirect, so that key and prompt go only to the host
 * that the configuration names. Such a model reads its `fetch` from its settings with each call. A
 * model without these settings, such as one that another function wraps, has to see to it itself.
 */
function followNoRedirects(model: LanguageModelV4): void {
  const { config } = model as { config?: { provider?: unknown; fetch?: typeof fetch } }
  if (typeof config?.provider !== 'string') return
  const given = config.fetch
  if (given && safe.has(given)) return
  const stay: typeof fetch = async (input, init) => {
    const response = await (given ?? fetch)(input, { ...init, redirect: 'manual' })
    // A function of the server's own may have followed one.
    if (response.redirected) throw new ProxyError('upstream_redirect')
    return response
  }
  safe.add(stay)
  config.fetch = stay
}

/** The source of an event stream. */
interface EventStreamOptions {
  parts: ReadableStream<LanguageModelV4StreamPart>
  /** The warnings to add to those of the model. */
  warnings: readonly SharedV4Warning[]
  deadlines: Deadlines
}

/**
 * Turns a model's parts into server-sent events. Reads a part only when the client asks for one, so
 * a client that stops reading stops the provider. If the proxy itself ends the answer, for instance
 * by a timeout, the stream ends with an error part. A client that left gets no error part.
 */
function toEventStream(
  exchange: Exchange,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const { abort, meter, finish } = exchange
  const { timeouts, bytes: most } = exchange.options
  const { signal } = abort
  const reader = options.parts.getReader()
  let error: ProxyError | undefined
  const events = toEvents(exchange, options, reader, (failure) => (error ??= failure))
  let beat: Uint8Array | undefined
  const next = withHeartbeat(
    () => events.next(),
    () => ({ done: false, value: (beat = toHeartbeat()) }),
    timeouts.heartbeat,
  )

  function onAbort(): void {
    // Some models ignore the signal.
    reader.cancel(signal.reason).catch(() => {})
    // Reported now: a client that does not read may never ask for the error part.
    finish(200, (error ??= requestEndError(signal)))
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)

  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value: bytes } = await next()
        if (!(signal.reason instanceof ProxyError)) signal.throwIfAborted()
        if (bytes === beat) return controller.enqueue(bytes)
        meter.firstByteAt ??= performance.now()
        meter.bytes += bytes.length
        if (meter.bytes > most.response) abort.abort(new ProxyError('upstream_too_large'))
        controller.enqueue(bytes)
        if (!done) return
        // Now, and not at the next read: a client may leave as soon as it has the end marker.
        signal.removeEventListener('abort', onAbort)
        finish(200, error)
        controller.close()
      },
      cancel: (reason) => abort.abort(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Yields the events of an answer, and returns its end marker. Drops raw chunks, and drops the
 * provider's text from errors. Adds an error part if the provider breaks off, or stops without the
 * end of its answer. The end marker comes last in every case, so only a broken connection lacks it.
 */
async function* toEvents(
  exchange: Exchange,
  { deadlines, warnings }: EventStreamOptions,
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  onError: (error: ProxyError) => void,
): AsyncGenerator<Uint8Array, Uint8Array> {
  const { abort } = exchange
  const { bytes: most, log } = exchange.options
  let concluded = false

  async function errorPart(
    thrown: unknown,
    code: 'upstream_error' | 'upstream_cut' = 'upstream_cut',
  ): Promise<Uint8Array> {
    concluded = true
    const { toErrorPart } = await import('./failures.ts')
    const { error, event } = toErrorPart(exchange, thrown, code)
    onError(error)
    return encode(event)
  }

  function fit(part: WirePart): Uint8Array {
    const bytes = encode(encodePart(part))
    if (bytes.length <= most.event) return bytes
    const error = new ProxyError('upstream_too_large')
    abort.abort(error)
    throw error
  }

  try {
    // Nobody else reads the meter.
    const counter = exchange.limits || log ? await import('./metering.ts') : undefined
    const count = counter?.countParts(exchange.meter, exchange.limits?.estimate)
    for (;;) {
      deadlines.waiting()
      const { done, value: part } = await reader.read()
      deadlines.arrived()
      if (done) break
      if (part.type === 'raw') continue
      if (part.type === 'error') {
        yield await errorPart(part.error, 'upstream_error')
        continue
      }
      count?.(part)
      if (part.type === 'finish') {
        // The AI SDK ends a stream so that had no end of its own.
        const isCut = part.finishReason?.unified === 'interrupted'
        if (isCut && !concluded) yield await errorPart(undefined)
        concluded = true
      }
      const own = part.type === 'stream-start' ? part.warnings : undefined
      if (own || warnings.length > 0)
        yield fit({ type: 'stream-start', warnings: [...(own ?? []), ...warnings] })
      warnings = []
      if (!own) yield fit(part)
    }
    if (!concluded) yield await errorPart(undefined)
  } catch (thrown) {
    yield await errorPart(thrown)
  }
  return encode(encodeEvent(endOfStream))
}

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)
