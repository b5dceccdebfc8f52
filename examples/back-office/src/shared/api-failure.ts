/** What the API answers with when it does not do what it was asked for. */
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
  /** What is wrong, by field. */
  fields?: Record<string, string> | undefined
  /** What to do, a step each. */
  steps?: string[] | undefined
}
