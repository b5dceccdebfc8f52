import type { ApiFailure } from '../shared/api-failure.ts'

/** The body of a refusal, or that nothing answered at all. */
type Failed = Omit<ApiFailure, 'code'> & { code: ApiFailure['code'] | 'unreachable' }

/** A refusal of the API, in the API's words: the same for the user and for the agent. */
export class ApiFailureError extends Error {
  readonly code: Failed['code']
  readonly fields: Readonly<Record<string, string>>
  readonly steps: readonly string[]

  constructor({ code, message, fields = {}, steps = [] }: Failed) {
    super(message)
    this.name = 'ApiFailureError'
    this.code = code
    this.fields = fields
    this.steps = steps
  }

  static of(error: unknown): ApiFailureError {
    if (error instanceof ApiFailureError) return error
    const message = error instanceof Error ? error.message : String(error)
    return new ApiFailureError({ code: 'failed', message })
  }
}

/** Reads the body of an answer. Throws `ApiFailureError` if the answer is a refusal. */
export async function readAnswer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  const failure = (await response.json().catch(() => null)) as ApiFailure | null
  if (failure?.code) throw new ApiFailureError(failure)
  throw new ApiFailureError({
    code: 'failed',
    message: `The server answered with HTTP ${response.status}.`,
  })
}
