/** The body of an answer that refuses a request. */
export interface ApiFailure {
  code:
    | 'invalid'
    | 'signed_out'
    | 'wrong_credentials'
    | 'forbidden'
    | 'not_found'
    | 'conflict'
    | 'unavailable'
    | 'failed'
  message: string
  /** The errors by field. */
  fields?: Record<string, string> | undefined
  /** The steps to solve the problem. */
  steps?: string[] | undefined
}
