/** Text as it is stored: plain, or encrypted if there is a secret. */
export type StoredText = string | Sealed

/** Bytes as they are stored: plain, or encrypted if there is a secret. */
export type StoredBytes = ArrayBuffer | Sealed

interface Sealed {
  readonly iv: Uint8Array
  readonly data: ArrayBuffer
}

/**
 * The encryption of stored text and bytes. `place` is authenticated: a row that was moved elsewhere
 * does not decrypt.
 */
export interface Cipher {
  encrypt(text: string, place: string): Promise<StoredText> | StoredText
  decrypt(stored: StoredText, place: string): Promise<string> | string
  encryptBytes(bytes: ArrayBuffer, place: string): Promise<StoredBytes> | StoredBytes
  decryptBytes(stored: StoredBytes, place: string): Promise<ArrayBuffer> | ArrayBuffer
}

/** A cipher that stores everything as it is. */
export const noCipher: Cipher = {
  encrypt: (text) => text,
  decrypt: (stored) => {
    if (typeof stored === 'string') return stored
    throw sealed()
  },
  encryptBytes: (bytes) => bytes,
  decryptBytes: (stored) => {
    if (!isSealed(stored)) return stored
    throw sealed()
  },
}

const sealed = (): Error => new Error('It is encrypted, and there is no secret to open it with.')

const isSealed = (stored: StoredBytes): stored is Sealed => 'iv' in stored

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
  const seal = async (bytes: BufferSource, place: string): Promise<Sealed> => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
    return { iv, data: await subtle.encrypt(algorithm, key, bytes) }
  }
  const open = (stored: Sealed, place: string): Promise<ArrayBuffer> => {
    const { iv, data } = stored as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
    const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
    return subtle.decrypt(algorithm, key, data)
  }
  // A row that is not sealed was written before there was a secret.
  return {
    encrypt: (text, place) => seal(encoder.encode(text), place),
    decrypt: async (stored, place) =>
      typeof stored === 'string' ? stored : decoder.decode(await open(stored, place)),
    encryptBytes: seal,
    decryptBytes: (stored, place) => (isSealed(stored) ? open(stored, place) : stored),
  }
}
