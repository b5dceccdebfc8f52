/** Returns the first 32 bits of the fraction of a root, from which SHA-256 makes its constants. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

const primes: readonly number[] = firstPrimes(64)
const start: readonly number[] = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const rounds: Int32Array = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const schedule: Int32Array = new Int32Array(64)
const encoder: TextEncoder = new TextEncoder()

/**
 * Returns the SHA-256 of a text's UTF-8 bytes as 64 lower-case hex digits.
 *
 * It is synchronous, so that nothing can happen between the comparison of an approved call and the
 * start of that call. The environment's own SHA-256 is asynchronous and exists only in secure
 * contexts.
 */
export function hash(text: string): string {
  const bytes = encoder.encode(text)
  const words = toBlocks(bytes)
  const state = Int32Array.from(start)
  for (let at = 0; at < words.length; at += 16) compress(state, words, at)
  let hex = ''
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0')
  return hex
}

/** Returns the bytes as big-endian words, followed by a 1 bit, zeros, and the length in bits. */
function toBlocks(bytes: Uint8Array): Int32Array {
  const { length } = bytes
  const padded = new Uint8Array(((length + 72) >>> 6) << 6)
  padded.set(bytes)
  padded[length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(padded.length - 4, length << 3)
  const words = new Int32Array(padded.length >>> 2)
  for (let at = 0; at < words.length; at++) words[at] = view.getInt32(at << 2)
  return words
}

/**
 * Mixes the block that starts at `from` into the state. For speed, its two loops have no calls and
 * no iterators.
 */
function compress(state: Int32Array, words: Int32Array, from: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = words[from + at] as number
  for (let at = 16; at < 64; at++) {
    const early = schedule[at - 15] as number
    const late = schedule[at - 2] as number
    const first = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const second = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    schedule[at] = (schedule[at - 16] as number) + first + (schedule[at - 7] as number) + second
  }
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let at = 0; at < 64; at++) {
    const turned = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const chosen = (e & f) ^ (~e & g)
    const mixed = (h + turned + chosen + (rounds[at] as number) + (schedule[at] as number)) | 0
    const spun = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const most = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + mixed) | 0
    d = c
    c = b
    b = a
    a = (mixed + spun + most) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at++) state[at] = (state[at] as number) + (mixed[at] as number)
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime)) found.push(n)
  }
  return found
}
