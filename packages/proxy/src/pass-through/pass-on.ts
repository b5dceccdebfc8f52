import { answerInTime } from '../answer-in-time.ts'
import { callHook } from '../call-hook.ts'
import type { Exchange } from '../exchange.ts'
import { type Meter, noteFailed } from '../meter.ts'
import { ProxyError } from '../proxy-error.ts'
import { parseBody, parseJson } from '../parse-body.ts'
import { readJson } from '../read-json.ts'
import { respond } from '../respond.ts'
import { fetchUpstream } from '../upstream/fetch-upstream.ts'
import { relay, type Tap } from '../upstream/relay.ts'
import { applyRules, refuse } from './apply-rules.ts'
import { isObject, type Json, objectsIn } from './endpoint.ts'
import { toErrorEvent } from './error-event.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { dataOf, lineEnd, peekAnswer } from './peek-answer.ts'
import type { Wire, WirePath } from './wire.ts'
import { toCount } from '../read-usage.ts'

/** A configured route. */
export interface Target {
  name: string
  route: PassThroughRoute
  wire: Wire
  baseURL: string
}

/**
 * Sends a client's request to the provider, by the rules of the route, and relays the answer byte
 * by byte.
 *
 * @param table All routes, since a retry may use another route with the same path.
 */
export async function passOn(
  exchange: Exchange,
  table: ReadonlyMap<string, Target>,
  target: Target,
  found: WirePath,
): Promise<Response> {
  const { request, options, abort, meter } = exchange
  const { name, route } = target
  await exchange.admit()
  const given = await readJson(request, options.bytes.request, parseBody)
  const model = found.model ?? modelOf(given)
  if (model === undefined) throw refuse('`model` must be a string.')
  if (!route.models.includes(model)) throw new ProxyError('model_not_allowed')
  const modelId = `${name}/${model}`
  exchange.modelId = modelId
  const maxOutputTokens = options.maxOutputTokens
  const toBody = (rules: PassThroughRoute, { endpoint }: WirePath): Promise<Json> =>
    applyRules(given, endpoint, rules, maxOutputTokens)
  const body = await toBody(route, found)
  const streams = isStream(found, body)
  const deadlines = await exchange.begin(body, route.maxOutputTokens ?? maxOutputTokens)

  const attempt = async (id: string) => {
    const [to, path, asked] = findTarget(table, found, id)
    const rest = to === target ? body : await toBody(to.route, path)
    const key = await readKey(exchange, to)
    const asking = fetchUpstream(exchange, {
      url: to.baseURL + path.pathOf(asked),
      method: 'POST',
      headers: upstreamHeaders(to.route, key, request.headers, rest),
      body: JSON.stringify(path.model === undefined ? { ...rest, model: asked } : rest),
      contentType: streams ? 'text/event-stream' : 'application/json',
      fetch: to.route.fetch,
      modelId: id,
    })
    try {
      const response = await asking
      const answer = await peekAnswer(response, abort.signal)
      const headers = to.route.exposeRateLimits ? rateLimitsOf(response.headers) : {}
      return { ...answer, headers }
    } catch (thrown) {
      if (thrown instanceof ProxyError) noteFailed(meter, thrown)
      throw thrown
    }
  }
  const open = async () => {
    const answer = exchange.retries?.run(modelId, abort.signal, attempt) ?? attempt(modelId)
    const { reader, first, headers } = await answer
    const tap = createAnswerTap(meter, streams, exchange.limits?.estimate)
    return respond(exchange, 200, relay(exchange, { reader, first, deadlines, tap, streams }), {
      'content-type': `${streams ? 'text/event-stream' : 'application/json'}; charset=utf-8`,
      ...headers,
    })
  }
  return streams
    ? answerInTime(exchange, open(), (error) => toErrorEvent(found.endpoint, error))
    : open()
}

/**
 * Returns the key of a route. Empty for a server that needs none.
 *
 * @throws ProxyError `no_key` if the function for the key has none.
 */
async function readKey(exchange: Exchange, { name, route }: Target): Promise<string> {
  const { apiKey = '' } = route
  if (typeof apiKey === 'string') return apiKey
  const at = `The \`apiKey\` of \`${name}\``
  const key = await callHook(exchange, at, apiKey)
  if (typeof key !== 'string') throw (await import('../failures.ts')).notText(at, key)
  // A provider's server could answer without one, for anybody.
  if (key === '') throw new ProxyError('no_key')
  return key
}

/**
 * Finds the route, the path and the name of the model `id`.
 *
 * @throws ProxyError `model_not_allowed` unless a route with the same path allows the model.
 */
function findTarget(
  table: ReadonlyMap<string, Target>,
  found: WirePath,
  id: string,
): [to: Target, path: WirePath, model: string] {
  const [, name = '', model = ''] = /^([^/]*)\/(.*)$/.exec(id) ?? []
  const to = table.get(name)
  const path = to?.wire.find(found.pathOf(model).split('?', 1)[0] ?? '')
  if (to?.route.models.includes(model) && path) return [to, path, model]
  throw new ProxyError('model_not_allowed')
}

function modelOf(body: unknown): string | undefined {
  if (!isObject(body)) throw refuse('The body must be an object.')
  const { model } = body
  return typeof model === 'string' ? model : undefined
}

const isStream = ({ pathOf }: WirePath, body: Json): boolean =>
  body['stream'] === true || pathOf('').endsWith('?alt=sse')

const rateLimitsOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => /^(x|anthropic)-ratelimit-[a-z-]*remaining/.test(name)),
  )

/**
 * Creates the headers for a provider. They come from the server's settings, and from the few client
 * headers that the settings allow.
 */
export function upstreamHeaders(
  route: PassThroughRoute,
  key: string,
  client: Headers,
  body: Json,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: body['stream'] === true ? 'text/event-stream' : 'application/json, text/event-stream',
    // Compression would delay an event until later ones fill a block.
    'accept-encoding': 'identity',
    ...credentials[route.wire](key, route, client),
  }
}

type Credentials = (key: string, route: PassThroughRoute, client: Headers) => Record<string, string>

const bearer: Credentials = (key, { keyHeader = 'authorization', organization, project }) => ({
  ...(key && { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${key}` : key }),
  ...(organization !== undefined && { 'openai-organization': organization }),
  ...(project !== undefined && { 'openai-project': project }),
})

const credentials: Readonly<Record<PassThroughRoute['wire'], Credentials>> = {
  openai: bearer,
  'openai-compatible': bearer,
  anthropic(key, { anthropicVersion = '2023-06-01', allowBetas = [] }, client) {
    const betas = (client.get('anthropic-beta') ?? '').split(',').map((name) => name.trim())
    const allowed = betas.filter((name) => allowBetas.includes(name))
    return {
      'x-api-key': key,
      'anthropic-version': anthropicVersion,
      ...(allowed.length > 0 && { 'anthropic-beta': allowed.join(',') }),
    }
  },
  google: (key) => ({ 'x-goog-api-key': key }),
}

/** The characters of a line, or of an answer without events, that are read for its usage. */
const maxTextLength = 4 * 1024 * 1024

/** A pattern of the lines to parse. Most lines hold only a few words of text. */
const relevant =
  /"usage|finish_?reason"?|"(response\.(completed|incomplete|failed)|message_stop|error)"/i

/**
 * Creates a tap that counts the tokens of an answer, and sees if the answer reached its end. It
 * works for all wires.
 *
 * @param estimate Estimates the tokens of a text. Left out where nothing is counted.
 */
export function createAnswerTap(
  meter: Meter,
  streams: boolean,
  estimate: (value: unknown) => number = () => 1,
): Tap {
  const decoder = new TextDecoder()
  let isComplete = false
  let line: string[] = []
  let lineLength = 0

  function read(text: string): void {
    const data = streams ? dataOf(text) : text
    if (data === '[DONE]') isComplete = true
    if (data === undefined) return
    if (streams) meter.streamedTokens += estimateEvent(data, estimate)
    if (!relevant.test(data) && streams) return
    const event = parseJson(data)
    if (!isObject(event)) return
    if (!streams) meter.streamedTokens += estimate(contentOf(event))
    readUsage(event, meter)
    if (streams && isError(event)) throw new ProxyError('upstream_error')
    isComplete ||= isEnd(event)
  }

  function take(text: string): void {
    if (lineLength > maxTextLength) return void (meter.streamedTokens += text.length / 4)
    line.push(text)
    lineLength += text.length
  }

  return {
    write(bytes) {
      const text = decoder.decode(bytes, { stream: true })
      if (!streams) return take(text)
      const lines = text.split(lineEnd)
      const rest = lines.pop() ?? ''
      for (const part of lines) {
        take(part)
        read(line.join(''))
        line = []
        lineLength = 0
      }
      take(rest)
    },
    isComplete() {
      read(line.join(''))
      return (meter.isAnswered = isComplete || !streams)
    },
  }
}

const isError = (event: Json): boolean => event['type'] === 'error' || isObject(event['error'])

function isEnd({ type, choices, candidates, promptFeedback }: Json): boolean {
  return (
    (typeof type === 'string' &&
      /^(response\.(completed|incomplete|failed)|message_stop)$/.test(type)) ||
    objectsIn(choices).some((choice) => typeof choice['finish_reason'] === 'string') ||
    objectsIn(candidates).some((candidate) => typeof candidate['finishReason'] === 'string') ||
    (isObject(promptFeedback) && promptFeedback['blockReason'] !== undefined)
  )
}

/** Returns the content of an answer that was not streamed, on any wire. */
const contentOf = ({ choices, output, content, candidates }: Json): unknown =>
  choices ?? output ?? content ?? candidates

function readUsage(event: Json, meter: Meter): void {
  const source = [event, event['response'], event['message']].find(
    (part) => isObject(part) && (isObject(part['usage']) || isObject(part['usageMetadata'])),
  )
  if (!isObject(source)) return
  const usage = source['usage'] ?? source['usageMetadata']
  if (!isObject(usage)) return
  const sum = (...names: string[]): number | undefined => {
    const known = names.map((name) => toCount(usage[name])).filter((value) => value !== undefined)
    return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined
  }
  const detail = (name: string, ...groups: string[]): number | undefined =>
    groups
      .map((group) => usage[group])
      .map((group) => (isObject(group) ? toCount(group[name]) : undefined))
      .find((value) => value !== undefined)
  // Anthropic counts cached tokens separately. An answer has only one of the other names.
  const read = 'cache_read_input_tokens'
  const written = 'cache_creation_input_tokens'
  const input = sum(
    'prompt_tokens',
    'input_tokens',
    'promptTokenCount',
    'toolUsePromptTokenCount',
    read,
    written,
  )
  const output = sum(
    'completion_tokens',
    'output_tokens',
    'candidatesTokenCount',
    'thoughtsTokenCount',
  )
  // Some servers leave reasoning out of the tokens of the answer, and count it in the total.
  const rest = (sum('total_tokens', 'totalTokenCount') ?? 0) - (input ?? 0)
  // Usage comes more than once on some wires, and grows.
  meter.inputTokens = most(meter.inputTokens, input)
  meter.outputTokens = most(meter.outputTokens, output && Math.max(output, rest))
  meter.cachedInputTokens = most(
    meter.cachedInputTokens,
    sum(read, 'cachedContentTokenCount') ??
      detail('cached_tokens', 'prompt_tokens_details', 'input_tokens_details'),
  )
  meter.cacheWriteTokens = most(meter.cacheWriteTokens, sum(written))
  meter.reasoningTokens = most(
    meter.reasoningTokens,
    sum('thoughtsTokenCount') ??
      detail('reasoning_tokens', 'completion_tokens_details', 'output_tokens_details'),
  )
}

const most = (before: number | undefined, now: number | undefined): number | undefined =>
  now === undefined ? before : Math.max(before ?? 0, now)

/** The fields of all wires with text of a model: its answer, its reasoning, the input of calls. */
const textField =
  /"(?:text|content|delta|arguments|thinking|reasoning|reasoning_content|partial_json|input)"\s*:\s*"/g

/** A pattern of the events that repeat the text of the events before them. */
const repeats = /"type"\s*:\s*"response\.[^"]*(?:done|added|completed|incomplete|failed)"/

/** A pattern of the events with calls or files that come whole. */
const whole = /"(?:args|inlineData)"/

/**
 * Estimates the tokens in one event of an answer, on any wire. Parses few events, since that would
 * take long for each of many small ones.
 */
function estimateEvent(json: string, estimate: (value: unknown) => number): number {
  if (repeats.test(json)) return 0
  if (whole.test(json)) return estimate(parseJson(json))
  let tokens = 0
  // Faster than `matchAll`, which copies the pattern each time.
  textField.lastIndex = 0
  while (textField.test(json)) {
    const from = textField.lastIndex
    const text = json.slice(from, endOfString(json, from))
    tokens += estimate(text.includes('\\') ? (parseJson(`"${text}"`) ?? text) : text)
  }
  return tokens
}

/** Returns the index of the quote that ends a string of JSON. */
function endOfString(json: string, from: number): number {
  let end = json.indexOf('"', from)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let signs = 0
  while (json[at - 1 - signs] === '\\') signs++
  return signs % 2 === 1
}
