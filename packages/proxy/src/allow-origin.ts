import type { Exchange } from './exchange.ts'

/** The headers that a page may read of each response, also those that it has not got. */
const readable = ['accept-encoding', 'retry-after', 'retry-after-ms', 'x-request-id']

/** Adds the headers with which a page of a listed origin may read a response. */
export function allowOrigin(
  { options: { allowCredentials } }: Exchange,
  origin: string,
  response: Response,
): Response {
  const { headers } = response
  const names = [...new Set([...readable, ...headers.keys()])].join(', ')
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', names)
  if (allowCredentials) headers.set('access-control-allow-credentials', 'true')
  return response
}
