/** The header that carries a user's own key to a proxy whose route accepts one. */
export const apiKeyHeader = 'ambit-api-key'

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

/** The answer of {@link modelsPath}. An empty list means that the server holds no key. */
export interface ModelList {
  models: ListedModel[]
}
