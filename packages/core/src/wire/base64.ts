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
