import type * as z from 'zod'
import type { ApiFailure } from '../shared/api-failure.ts'

const statuses = {
  invalid: 422,
  signed_out: 401,
  wrong_credentials: 422,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unavailable: 503,
  failed: 500,
} as const

/** A request that is not done, and why, as the client is told. */
export class ApiError extends Error {
  readonly failure: ApiFailure

  constructor(
    code: ApiFailure['code'],
    message: string,
    more: Pick<ApiFailure, 'fields' | 'steps'> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.failure = { code, message, ...more }
  }

  get status() {
    return statuses[this.failure.code]
  }
}

/** Wrong values, each said at its field and all of them in the message. */
export function invalid(fields: Record<string, string>): ApiError {
  const message = Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
  return new ApiError('invalid', message.join(' '), { fields })
}

/** What a schema makes of a value. Throws what `invalid` makes of its issues. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.') || 'body'] ??= message
  throw invalid(fields)
}

export const notFound = (what: string, id: string): ApiError =>
  new ApiError('not_found', `There is no ${what} "${id}".`)
