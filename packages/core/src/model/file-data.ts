import type { FileData } from '../messages/message.ts'

/** A file's data as it can be stored. */
export function toFileData(
  data: { type: 'data'; data: Uint8Array | string } | { type: 'url'; url: URL },
): FileData {
  if (data.type === 'url') return { type: 'url', url: data.url.href }
  if (typeof data.data === 'string') return { type: 'data', data: data.data }
  let binary = ''
  for (const byte of data.data) binary += String.fromCharCode(byte)
  return { type: 'data', data: btoa(binary) }
}

// Spreading more arguments than this into one call overflows the stack of some engines.
const chunkBytes = 0x8000

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  }
  return btoa(binary)
}
