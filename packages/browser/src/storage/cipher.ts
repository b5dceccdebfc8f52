/** Text as it is stored: itself or, where there is a secret, encrypted. */
export type Sealed = string | { readonly iv: Uint8Array; readonly data: ArrayBuffer }

/** Seals what is stored and opens what is read. `place` is bound in: a row put elsewhere does not open. */
export interface Cipher {
  seal(text: string, place: string): Promise<Sealed> | Sealed
  open(sealed: Sealed, place: string): Promise<string> | string
}

/** Stores text as it is. */
export const noCipher: Cipher = {
  seal: (text) => text,
  open: (sealed) => {
    if (typeof sealed === 'string') return sealed
    throw new Error('It is encrypted, and there is no secret to open it with.')
  },
}

/** AES-GCM with 256 bits and a fresh nonce for every row, under a key derived from a secret that is kept elsewhere. */
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
    seal: async (text, place) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
      return { iv, data: await subtle.encrypt(algorithm, key, encoder.encode(text)) }
    },
    open: async (sealed, place) => {
      // Written before there was a secret.
      if (typeof sealed === 'string') return sealed
      const { iv, data } = sealed as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
      return decoder.decode(await subtle.decrypt(algorithm, key, data))
    },
  }
}
