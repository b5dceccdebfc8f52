import { answerInTime } from '../answer-in-time.ts'
import { callHook } from '../call-hook.ts'
import type { Exchange } from '../exchange.ts'
import { noteFailed } from '../meter.ts'
import { ProxyError } from '../proxy-error.ts'
import { parseBody } from '../parse-body.ts'
import { readJson } from '../read-json.ts'
import { respond } from '../respond.ts'
import { fetchUpstream } from '../upstream/fetch-upstream.ts'
import { relay } from '../upstream/relay.ts'
import { createAnswerTap } from './answer-tap.ts'
import { applyRules, refuse } from './apply-rules.ts'
import { type Json, isObject } from './endpoint.ts'
import { toErrorEvent } from './error-event.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { peekAnswer } from './peek-answer.ts'
import type { Wire, WirePath } from './wire.ts'

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
