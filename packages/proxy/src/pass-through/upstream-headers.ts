import type { Json } from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'

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
