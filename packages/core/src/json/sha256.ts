/** Tells if the environment has a SHA-256. Pages have one only in secure contexts. */
export const hasSha256 = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined

/** Resolves with the SHA-256 of bytes as 64 lower-case hex digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
