/** The header in which a user's own key travels to a proxy whose route accepts one. */
export const apiKeyHeader = 'ambit-api-key'

/** Where the model endpoint is, below the proxy's base path. POST, answered by an event stream. */
export const modelPath = '/model'

/** Where the list of allowed models is, below the proxy's base path. GET, answered by a `ModelList`. */
export const modelsPath = '/models'

/** One of the models a proxy allows. */
export interface ListedModel {
  /** What `createProxyModel` takes as `modelId`. */
  id: string
  /** For people; the id when the server gives none. */
  label: string
}

/** The answer of {@link modelsPath}. An empty list means that the server holds no key. */
export interface ModelList {
  models: ListedModel[]
}
