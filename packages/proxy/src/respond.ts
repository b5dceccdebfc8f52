/** The headers of every response: nothing on the way may store, change or buffer it. */
const commonHeaders = {
  // A request body may be compressed so (RFC 7694).
  'accept-encoding': 'gzip',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** The facts about a request that its response needs. */
export interface ResponseContext {
  requestId: string
  /** The origin to answer with CORS headers: one of the configured ones, never a reflected one. */
  corsOrigin: string | undefined
  allowCredentials: boolean
}

/** Creates a response. Its headers are chosen here and never copied. */
export function respond(
  { requestId, corsOrigin, allowCredentials }: ResponseContext,
  status: number,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...commonHeaders,
      vary: 'Origin',
      'x-request-id': requestId,
      ...(corsOrigin !== undefined && {
        'access-control-allow-origin': corsOrigin,
        'access-control-expose-headers': [
          'accept-encoding, retry-after, retry-after-ms, x-request-id',
          ...Object.keys(headers),
        ].join(', '),
        ...(allowCredentials && { 'access-control-allow-credentials': 'true' }),
      }),
      ...headers,
    },
  })
}
