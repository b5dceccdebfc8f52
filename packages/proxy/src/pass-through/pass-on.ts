import type { Exchange } from '../exchange.ts'
import { estimateTokens } from '../limits/estimate-tokens.ts'
import { ProxyError } from '../proxy-error.ts'
import { readJson } from '../read-json.ts'
import { respond } from '../respond.ts'
import { fetchUpstream } from '../upstream/fetch-upstream.ts'
import { relay } from '../upstream/relay.ts'
import { untilEnded } from '../until-ended.ts'
import { applyRules } from './apply-rules.ts'
import { createAnswerTap } from './answer-tap.ts'
import type { Json } from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { peekAnswer } from './peek-answer.ts'
import type { Wire, WirePath } from './wire.ts'

/** A route as it was configured. */
export interface Target {
  name: string
  route: PassThroughRoute
  wire: Wire
  baseURL: string
}

/** Asks the provider what the client asked, by the rules, and relays the answer byte by byte. */
export async function passOn(
  exchange: Exchange,
  target: Target,
  found: WirePath,
): Promise<Response> {
  const { request, options, abort, meter } = exchange
  const { name, route } = target
  const { endpoint } = found
  const given = await readJson(request, options.maxBodyBytes)
  const model = found.model ?? modelOf(given)
  if (!route.models.includes(model)) throw new ProxyError('model_not_allowed')
  exchange.modelId = `${name}/${model}`
  const body = await applyRules(given, endpoint, route, options.limits?.maxOutputTokens)
  const deadlines = await exchange.begin({
    inputTokens: estimateTokens(body),
    outputTokens: route.maxOutputTokens ?? options.limits?.maxOutputTokens ?? 0,
  })

  const attempt = async (id: string) => {
    const asked = id.slice(name.length + 1)
    if (!id.startsWith(`${name}/`) || !route.models.includes(asked)) {
      throw new ProxyError('model_not_allowed')
    }
    const path = found.model === undefined ? found.path : found.path.replace(model, () => asked)
    const response = await fetchUpstream(exchange, {
      url: target.baseURL + path,
      method: 'POST',
      headers: await untilEnded(headersOf(target, request.headers, body), abort.signal),
      body: JSON.stringify(found.model === undefined ? { ...body, model: asked } : body),
      contentType: isStream(found, body) ? 'text/event-stream' : 'application/json',
      fetch: route.fetch,
    })
    return { response, ...(await peekAnswer(response, abort.signal)) }
  }
  const { modelId } = exchange
  const { response, reader, first } = await (options.retries?.run(modelId, abort.signal, attempt) ??
    attempt(modelId))
  const streams = isStream(found, body)
  const tap = createAnswerTap(meter, streams)
  return respond(exchange, 200, relay(exchange, { reader, first, deadlines, tap }), {
    'content-type': streams
      ? 'text/event-stream; charset=utf-8'
      : 'application/json; charset=utf-8',
    ...(route.exposeRateLimits && rateLimitsOf(response.headers)),
  })
}

function modelOf(body: unknown): string {
  const model: unknown = typeof body === 'object' && body !== null && Reflect.get(body, 'model')
  return typeof model === 'string' ? model : ''
}

const isStream = (found: WirePath, body: Json): boolean =>
  body['stream'] === true || found.path.endsWith('?alt=sse')

async function headersOf(
  { route, wire }: Target,
  client: Headers,
  body: Json,
): Promise<Record<string, string>> {
  const { apiKey = '' } = route
  const key = typeof apiKey === 'string' ? apiKey : await apiKey()
  return {
    'content-type': 'application/json',
    accept: body['stream'] === true ? 'text/event-stream' : 'application/json, text/event-stream',
    // Compressed, an event waits for the next one to fill a block.
    'accept-encoding': 'identity',
    ...wire.headers(key, route, client),
  }
}

const rateLimitsOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => /^(x|anthropic)-ratelimit-[a-z-]*remaining/.test(name)),
  )
