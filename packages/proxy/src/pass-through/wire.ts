import type { Endpoint } from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { anthropicMessages } from './wires/anthropic.ts'
import { googleGenerate } from './wires/google.ts'
import { compatibleChat, openaiChat, openaiResponses } from './wires/openai.ts'

/** A path that a wire has. */
export interface WirePath {
  endpoint: Endpoint
  /** Below the base URL, with the query. */
  path: string
  /** The model, where the path names it. */
  model?: string | undefined
}

/** A provider's way to be asked. */
export interface Wire {
  /** Undefined where the server must say. */
  baseURL: string | undefined
  find: (path: string) => WirePath | undefined
  /** Made from nothing but the server's own settings, and of the client's headers what it may choose. */
  headers: (key: string, route: PassThroughRoute, client: Headers) => Record<string, string>
}

const at =
  (paths: Record<string, Endpoint>): Wire['find'] =>
  (path) => {
    // Clients differ in whether their base URL holds the version.
    const known = path.replace(/^\/v1(?=\/)/, '')
    return Object.hasOwn(paths, known) && paths[known]
      ? { endpoint: paths[known], path: known }
      : undefined
  }

const bearer: Wire['headers'] = (key, { keyHeader = 'authorization', organization, project }) => ({
  ...(key && { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${key}` : key }),
  ...(organization !== undefined && { 'openai-organization': organization }),
  ...(project !== undefined && { 'openai-project': project }),
})

/** The wires, by the name of the option `wire`. */
export const wires: Readonly<Record<PassThroughRoute['wire'], Wire>> = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    find: at({ '/chat/completions': openaiChat, '/responses': openaiResponses }),
    headers: bearer,
  },
  'openai-compatible': {
    baseURL: undefined,
    find: at({ '/chat/completions': compatibleChat }),
    headers: bearer,
  },
  anthropic: {
    baseURL: 'https://api.anthropic.com/v1',
    find: at({ '/messages': anthropicMessages }),
    headers(key, { anthropicVersion = '2023-06-01', allowBetas = [] }, client) {
      const betas = (client.get('anthropic-beta') ?? '').split(',').map((name) => name.trim())
      const allowed = betas.filter((name) => allowBetas.includes(name))
      return {
        'x-api-key': key,
        'anthropic-version': anthropicVersion,
        ...(allowed.length > 0 && { 'anthropic-beta': allowed.join(',') }),
      }
    },
  },
  google: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    find(path) {
      const [, model, method] =
        /^(?:\/v1beta)?\/models\/([\w.-]+):(generateContent|streamGenerateContent)$/.exec(path) ??
        []
      if (model === undefined || method === undefined) return undefined
      const query = method === 'streamGenerateContent' ? '?alt=sse' : ''
      return { endpoint: googleGenerate, path: `/models/${model}:${method}${query}`, model }
    },
    headers: (key) => ({ 'x-goog-api-key': key }),
  },
}
