import { respond, type ResponseContext } from './respond.ts'

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
