import type { EndpointName } from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'

export interface WirePath {
  endpoint: EndpointName
  /** Returns the path below the base URL, with its query. Some paths name the model. */
  pathOf: (model: string) => string
  /** The model, if the path names it. */
  model?: string | undefined
}

/** The base URL and the paths of a provider. */
export interface Wire {
  /** The default base URL. Undefined if the route must configure one. */
  baseURL: string | undefined
  /** Finds a path of a client, with or without the version. */
  find: (path: string) => WirePath | undefined
}

const findIn =
  (paths: Readonly<Record<string, EndpointName>>): Wire['find'] =>
  (path) => {
    // Some clients expect the version in their base URL, and some add it.
    const known = path.replace(/^\/v1(?=\/)/, '')
    return Object.hasOwn(paths, known) && paths[known]
      ? { endpoint: paths[known], pathOf: () => known }
      : undefined
  }

/** The wires, by the value of the option `wire`. */
export const wires: Readonly<Record<PassThroughRoute['wire'], Wire>> = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    find: findIn({ '/chat/completions': 'openaiChat', '/responses': 'openaiResponses' }),
  },
  'openai-compatible': {
    baseURL: undefined,
    find: findIn({ '/chat/completions': 'compatibleChat' }),
  },
  anthropic: {
    baseURL: 'https://api.anthropic.com/v1',
    find: findIn({ '/messages': 'anthropicMessages' }),
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
