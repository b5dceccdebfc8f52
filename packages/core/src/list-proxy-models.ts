import { ModelError } from './errors/model-error.ts'
import { proxyRequest, type ProxyConnection } from './proxy-request.ts'
import { type ListedModel, type ModelList, modelsPath } from './wire/paths.ts'

/**
 * The models a proxy allows, in its order; none when its server holds no key. For a page that lets a
 * person choose, or that falls back to another model.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @throws ModelError, as `createProxyModel`'s calls do.
 */
export async function listProxyModels(
  connection: ProxyConnection,
  signal?: AbortSignal,
): Promise<ListedModel[]> {
  const response = await proxyRequest(connection, modelsPath, undefined, signal)
  const list = (await response.json().catch(() => null)) as Partial<ModelList> | null
  signal?.throwIfAborted()
  if (Array.isArray(list?.models)) return list.models
  throw new ModelError(
    `${connection.baseURL} answered with something other than a list of models. A login page or another server may be in its place.`,
    { code: 'invalid_response', isRetryable: false, status: response.status },
  )
}
