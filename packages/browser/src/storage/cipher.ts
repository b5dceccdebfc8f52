/** Text as it is stored: plain, or encrypted if there is a secret. */
export type StoredText = string | { readonly iv: Uint8Array; readonly data: ArrayBuffer }

/**
 * The encryption of stored text. `place` is authenticated: a row that was moved elsewhere does not
 * decrypt.
 */
export interface Cipher {
  encrypt(text: string, place: string): Promise<StoredText> | StoredText
  decrypt(stored: StoredText, place: string): Promise<string> | string
}

/** A cipher that stores text as it is. */
export const noCipher: Cipher = {
  encrypt: (text) => text,
  decrypt: (stored) => {
    if (typeof stored === 'string') return stored
    throw new Error('It is encrypted, and there is no secret to open it with.')
  },
}

/**
 * Creates a cipher of AES-GCM with 256 bits and a fresh nonce for every row. The key is derived
 * from the secret and the salt.
 */
export async function createCipher(secret: string, salt: Uint8Array<ArrayBuffer>): Promise<Cipher> {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const { subtle } = crypto
  const raw = await subtle.importKey('raw', encoder.encode(secret), 'PBKDF2', false, ['deriveKey'])
  const key = await subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 600_000 },
    raw,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  return {
    encrypt: async (text, place) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
      return { iv, data: await subtle.encrypt(algorithm, key, encoder.encode(text)) }
    },
    decrypt: async (stored, place) => {
      // The row was written before there was a secret.
      if (typeof stored === 'string') return stored
      const { iv, data } = stored as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
      return decoder.decode(await subtle.decrypt(algorithm, key, data))
    },
  }
}
