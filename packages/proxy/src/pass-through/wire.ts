import type { EndpointName } from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'

/** A path that a wire has. */
export interface WirePath {
  endpoint: EndpointName
  /** Below the base URL, with the query, for a model that the path may have to name. */
  pathOf: (model: string) => string
  /** The model, where the path names it. */
  model?: string | undefined
}

/** Where a provider is asked. */
export interface Wire {
  /** Undefined where the server must say. */
  baseURL: string | undefined
  find: (path: string) => WirePath | undefined
}

const at =
  (paths: Readonly<Record<string, EndpointName>>): Wire['find'] =>
  (path) => {
    // Clients differ in whether their base URL holds the version.
    const known = path.replace(/^\/v1(?=\/)/, '')
    return Object.hasOwn(paths, known) && paths[known]
      ? { endpoint: paths[known], pathOf: () => known }
      : undefined
  }

/** The wires, by the name of the option `wire`. */
export const wires: Readonly<Record<PassThroughRoute['wire'], Wire>> = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    find: at({ '/chat/completions': 'openaiChat', '/responses': 'openaiResponses' }),
  },
  'openai-compatible': {
    baseURL: undefined,
    find: at({ '/chat/completions': 'compatibleChat' }),
  },
  anthropic: {
    baseURL: 'https://api.anthropic.com/v1',
    find: at({ '/messages': 'anthropicMessages' }),
  },
  google: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    find(path) {
      const [, model, method] =
        /^(?:\/v1beta)?\/models\/([\w.-]+):(generateContent|streamGenerateContent)$/.exec(path) ??
        []
      if (model === undefined || method === undefined) return undefined
      const query = method === 'streamGenerateContent' ? '?alt=sse' : ''
      const pathOf = (name: string): string => `/models/${name}:${method}${query}`
      return { endpoint: 'googleGenerate', pathOf, model }
    },
  },
}
