/** The headers of every response: nothing on the way may store, change or buffer it. */
const commonHeaders = {
  vary: 'Origin',
  // A request body may be compressed so (RFC 7694).
  'accept-encoding': 'gzip',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** The facts about a request that its response needs. */
export interface ResponseContext {
  requestId: string
  /** More headers of the response. */
  headers?: Record<string, string> | undefined
}

/** Creates a response. Its headers are chosen here and never copied. */
export const respond = (
  { requestId, headers: more }: ResponseContext,
  status: number,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Response =>
  new Response(body, {
    status,
    headers: { ...commonHeaders, 'x-request-id': requestId, ...more, ...headers },
  })

/** Creates a response with `value` as JSON. */
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
