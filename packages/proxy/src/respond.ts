import type { ProxyError } from './proxy-error.ts'

/** What every response carries: nothing of an agent's talk is stored, changed or buffered on the way. */
const always = {
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** What the parts of a response need to know of its request. */
export interface ResponseContext {
  requestId: string
  /** The origin to answer with CORS headers: exactly as configured, never reflected. */
  corsOrigin: string | undefined
  allowCredentials: boolean
}

/** A new response, its headers chosen here and copied from nowhere. */
export function respond(
  { requestId, corsOrigin, allowCredentials }: ResponseContext,
  status: number,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...always,
      vary: 'Origin',
      'x-request-id': requestId,
      ...(corsOrigin !== undefined && {
        'access-control-allow-origin': corsOrigin,
        'access-control-expose-headers': 'retry-after, retry-after-ms, x-request-id',
        ...(allowCredentials && { 'access-control-allow-credentials': 'true' }),
      }),
      ...headers,
    },
  })
}

/** `value` as JSON. */
export const respondJson = (
  context: ResponseContext,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Response =>
  respond(context, status, JSON.stringify(value), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  })

/** The one form of every refusal. */
export function respondError(
  context: ResponseContext,
  error: ProxyError,
  headers: Record<string, string> = {},
): Response {
  const { retryAfterMs } = error
  return respondJson(
    context,
    error.status,
    { error: error.toWire(context.requestId) },
    {
      ...(retryAfterMs !== undefined && {
        'retry-after': String(Math.ceil(retryAfterMs / 1000)),
        'retry-after-ms': String(Math.ceil(retryAfterMs)),
      }),
      ...headers,
    },
  )
}
