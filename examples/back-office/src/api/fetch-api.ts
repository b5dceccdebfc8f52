import { ApiFailureError } from './api-failure-error.ts'

/**
 * Sends a request to the server. Rejects with `ApiFailureError` in people's words if nothing
 * answers, and as `fetch` does if the request was aborted.
 */
export async function fetchApi(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ApiFailureError({
      code: 'unreachable',
      message: navigator.onLine
        ? 'The server does not answer. It may be starting again.'
        : 'There is no connection to the internet.',
    })
  }
}
