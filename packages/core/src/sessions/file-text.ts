import { toBase64 } from '../model/file-data.ts'
import type { Slices } from '../slices.ts'

/** The characters that are decoded at once: whole groups of 4. */
const textAtOnce = 262_144
/** The bytes that are encoded at once: whole groups of 3. */
const bytesAtOnce = 196_608

/**
 * Decodes base64 text in slices. Resolves with undefined if the bytes, encoded again, would give
 * another text: for signs of another alphabet, for spaces, and for missing padding.
 */
export async function decodeBase64(
  text: string,
  slices: Slices,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let written = 0
  for (let at = 0; at < text.length; at += textAtOnce) {
    const decoded = decode(text.slice(at, at + textAtOnce))
    const expected = Math.min((textAtOnce / 4) * 3, bytes.length - written)
    if (decoded?.length !== expected) return undefined
    bytes.set(decoded, written)
    written += expected
    await slices.pause()
  }
  const last = toBase64(bytes.subarray(bytes.length - (3 - padding)))
  return text.endsWith(last) ? bytes : undefined
}

/** Encodes bytes as base64 text in slices. */
export async function encodeBase64(bytes: Uint8Array, slices: Slices): Promise<string> {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    text += toBase64(bytes.subarray(at, at + bytesAtOnce))
    await slices.pause()
  }
  return text
}

/** The part of `Uint8Array` that not every engine has. It is much faster than `atob`. */
interface Decoding {
  readonly fromBase64?: (text: string) => Uint8Array
}

function decode(text: string): Uint8Array | undefined {
  try {
    const { fromBase64 } = Uint8Array as Decoding
    if (fromBase64) return fromBase64.call(Uint8Array, text)
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}
