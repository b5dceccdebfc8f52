import type { FoundRoute } from './exchange.ts'
import type { ProxyError } from './proxy-error.ts'
import { type ResponseContext, respondJson } from './respond.ts'
import { toWireError } from './to-wire-error.ts'

/**
 * Creates the response of a refusal. All refusals have this form.
 *
 * @param route The route, whose methods a response with status 405 lists.
 */
export function respondError(
  context: ResponseContext,
  error: ProxyError,
  route?: FoundRoute,
): Response {
  const wire = toWireError(error, context.requestId)
  const { retryAfterMs } = wire
  return respondJson(
    context,
    error.status,
    { error: wire },
    {
      ...(retryAfterMs !== undefined && {
        'retry-after': String(Math.ceil(retryAfterMs / 1000)),
        'retry-after-ms': String(Math.ceil(retryAfterMs)),
      }),
      ...(error.status === 405 && { allow: route ? allowedOf(route) : '' }),
    },
  )
}

/** Returns the methods of a route as the header `allow` lists them. */
export const allowedOf = ({ methods }: FoundRoute): string =>
  [...methods.keys(), 'OPTIONS'].join(', ')
