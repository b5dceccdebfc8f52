import { isPlainJson } from '../json/json.ts'
import type { FileData } from '../messages/message.ts'

/**
 * Tells if a property would change a prototype when its object is merged into another. The client
 * leaves such properties out; the proxy refuses them.
 */
export const isUnsafeKey = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'))

/**
 * Returns JSON as both directions of the wire write it. Bytes become base64 text, and stay base64
 * on the other side, which the AI SDK's file data accepts too. A `URL` and a `Date` become strings;
 * the reader knows the fields that hold them. `undefined` and prototype keys are left out.
 *
 * @throws TypeError for values that JSON cannot express: a cycle, a BigInt.
 */
export function toWireJson(value: unknown): string {
  if (isPlainJson(value)) return JSON.stringify(value)
  return JSON.stringify(value, function (this: Record<string, unknown>, key, json: unknown) {
    // `json` is already the result of `toJSON`, which Node's Buffer has.
    const raw = this[key]
    if (ArrayBuffer.isView(raw)) {
      return toBase64(new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength))
    }
    return isUnsafeKey(key, json) ? undefined : json
  })
}

/** Converts a file's data to a form that can be stored: a URL, or base64 text. */
export function toFileData(
  data: { type: 'data'; data: Uint8Array | string } | { type: 'url'; url: URL },
): FileData {
  if (data.type === 'url') return { type: 'url', url: data.url.href }
  if (typeof data.data === 'string') return { type: 'data', data: data.data }
  let binary = ''
  for (const byte of data.data) binary += String.fromCharCode(byte)
  return { type: 'data', data: btoa(binary) }
}

// More arguments than this in one call overflow the stack of some JavaScript engines.
const chunkBytes = 0x8000

/** Encodes bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  // Fifty times faster where the engine has it.
  const { toBase64: encode } = bytes as { readonly toBase64?: () => string }
  if (encode) return encode.call(bytes)
  let binary = ''
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  }
  return btoa(binary)
}

/** Tells if the environment has a SHA-256. Pages have one only in secure contexts. */
export const hasSha256 = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined

/** Resolves with the SHA-256 of bytes as 64 lower-case hex digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
