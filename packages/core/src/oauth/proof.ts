/** A secret of one sign-in, and the hash of it that the sign-in service gets first. */
export interface Proof {
  /** The secret: 43 random characters. It goes only to the token endpoint. */
  readonly verifier: string
  /** The SHA-256 of the verifier, as base64url. */
  readonly challenge: string
}

/**
 * Creates the proof that the same client began and ends a sign-in.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7636 (PKCE, with the method S256)
 */
export async function createProof(): Promise<Proof> {
  const verifier = randomText()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: toBase64Url(new Uint8Array(digest)) }
}

/** Returns 43 random characters that a URL can hold, which are 256 bits. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('=', '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
