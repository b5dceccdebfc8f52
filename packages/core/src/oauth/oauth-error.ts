/**
 * The part of a sign-in that failed.
 *
 * - `metadata`: the server, or its sign-in service, does not describe itself as it should
 * - `refused`: the person, or the sign-in service, said no
 * - `response`: the answer does not belong to this sign-in, or comes from another service
 * - `token`: the sign-in service gave no token that can be used
 * - `expired`: the sign-in service takes the code or the refresh token no more
 * - `unreachable`: the sign-in service did not answer, or failed; the same may work later
 */
export type OAuthFailure = 'metadata' | 'refused' | 'response' | 'token' | 'expired' | 'unreachable'

/** A sign-in that failed. Its message never holds a secret, nor words of a server. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly failure: OAuthFailure

  constructor(failure: OAuthFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
