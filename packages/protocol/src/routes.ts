/** The header that carries a user's own key to a proxy whose route accepts one. */
export const apiKeyHeader = 'ambit-api-key'

/** The header of a call's options that tells the client of a proxy which run calls. Never sent. */
export const runIdHeader = 'ambit-run-id'

/** The header of a call's options with the run's iteration, counted from 0. Never sent. */
export const iterationHeader = 'ambit-iteration'

/**
 * The header of an answer whose proxy keeps the stable parts of the call. Its value is the version
 * of that, {@link prefixVersion}. The next call may name those parts.
 */
export const prefixHeader = 'ambit-prefix'

/** The value of {@link prefixHeader}. */
export const prefixVersion = '1'

/**
 * The characters of JSON from which a part of a call is kept. A client names no shorter part, and a
 * proxy keeps none.
 */
export const leastPrefix = 512

/**
 * The header of a call's options with the id of the session, for models whose `provider` begins
 * with `ambit-`. Never sent.
 */
export const sessionIdHeader = 'ambit-session-id'

/**
 * The path of the model endpoint, below the proxy's base path. A POST is answered with an event
 * stream.
 */
export const modelPath = '/model'

/**
 * The path of the list of allowed models, below the proxy's base path. A GET is answered with a
 * `ModelList`.
 */
export const modelsPath = '/models'

/** One of the models that a proxy allows. */
export interface ListedModel {
  /** The id, which `createProxyModel` takes as `modelId`. */
  id: string
  /** The name for people; the id if the server states no name. */
  label: string
}

/** The answer of `GET {baseURL}/models`. An empty list means that the server holds no key. */
export interface ModelList {
  models: ListedModel[]
  /** The largest call that the proxy takes. Absent if the proxy is older than 0.2. */
  limits?: CallLimits | undefined
}

/** The largest call that a proxy takes. A larger one is refused, and no provider is asked. */
export interface CallLimits {
  /** The bytes of the JSON of a call, files in base64 included. Absent if there is no limit. */
  bytes?: number | undefined
  /** The messages of a prompt. */
  messages: number
  /** The tools of a call. */
  tools: number
}

/**
 * The path of what is left of the caller's limits, below the proxy's base path. A GET is answered
 * with a `ProxyUsage`.
 */
export const usagePath = '/usage'

/** One limit of a user, and what is left of it. */
export interface LimitUse {
  /** The most in one window, or at the same time. */
  max: number
  /** The amount that counts now. A running call counts with the most that it may cost. */
  used: number
  /** The rest, from 0. */
  left: number
  /** The time until the window ends and nothing is used, in milliseconds. Absent for streams. */
  resetsInMs?: number | undefined
}

/** The limits of a user at a proxy. A limit that the proxy does not set is absent. */
export interface ProxyUsage {
  /** The requests in this minute. */
  requests?: LimitUse | undefined
  /** The answers that stream now. */
  streams?: LimitUse | undefined
  /** The tokens of prompts and answers together. */
  tokens?: LimitUse | undefined
  /** The cost in US dollars, to a millionth. */
  costUsd?: LimitUse | undefined
}

/**
 * The path of the proxy that a development server has for the models of its machine. Only pages
 * with the demo model ask there, and none of a production build.
 */
export const localModelsPath = '/@ambit/machine'
