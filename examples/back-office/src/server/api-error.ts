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

/** A refusal of a request, with the reason for the client. */
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

/**
 * Creates the error of wrong values. The message holds all of them, and each is reported at its
 * field.
 */
export function invalid(fields: Record<string, string>): ApiError {
  return new ApiError('invalid', Object.values(fields).join(' '), { fields })
}

/** Parses a value with a schema. Throws the error of `invalid` with the issues of the schema. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.') || 'body'] ??= message
  throw invalid(fields)
}

export const notFound = (what: string, id: string): ApiError =>
  new ApiError('not_found', `There is no ${what} "${id}".`)
