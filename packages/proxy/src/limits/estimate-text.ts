/**
 * The hundredths of a token that a character counts for, by the first character of each range. They
 * lie between two public tokenizers, an older and a newer one, which differ most in scripts that
 * the older one splits into bytes.
 */
const ranges: readonly (readonly [first: number, hundredths: number])[] = [
  [0x00, 100], // control characters
  [0x20, 70], // signs; letters and digits of ASCII follow below
  [0x7f, 100],
  [0xa0, 80], // Latin with accents
  [0x100, 130],
  [0x180, 180], // rare Latin, phonetic signs
  [0x370, 80], // Greek
  [0x400, 50], // Cyrillic
  [0x460, 150],
  [0x530, 130], // Armenian
  [0x590, 85], // Hebrew
  [0x600, 65], // Arabic
  [0x700, 160],
  [0x900, 86], // Devanagari
  [0x980, 97], // the other scripts of India
  [0xe00, 75], // Thai
  [0xe80, 160], // Lao, Tibetan
  [0x1000, 130], // Burmese
  [0x10a0, 110], // Georgian
  [0x1100, 200],
  [0x1780, 110], // Khmer
  [0x1800, 200],
  [0x1e00, 80], // Vietnamese
  [0x1f00, 160],
  [0x2010, 100], // dashes, quotes
  [0x2040, 150], // symbols
  [0x2c00, 200],
  [0x3000, 110], // kana
  [0x3100, 150],
  [0x3400, 200],
  [0x4e00, 145], // Han
  [0xa000, 200],
  [0xac00, 100], // Hangul
  [0xd7b0, 200],
  [0xd800, 145], // each half of a character beyond these: emoji, rare Han
  [0xe000, 220],
  [0xfe00, 120], // variants, full-width signs
]

const letter = 1
const digit = 2
const space = 3

/** The kind of each ASCII character that counts in runs. The others are 0. */
const kinds: Uint8Array = new Uint8Array(0x80)
const weights: Uint8Array = new Uint8Array(0x10000)

for (const [at, [first, hundredths]] of ranges.entries()) {
  weights.fill(hundredths, first, ranges[at + 1]?.[0])
}
const setAll = (first: string, last: string, hundredths: number, kind: number): void => {
  weights.fill(hundredths, first.charCodeAt(0), last.charCodeAt(0) + 1)
  kinds.fill(kind, first.charCodeAt(0), last.charCodeAt(0) + 1)
}
setAll('a', 'z', 42, letter)
setAll('A', 'Z', 60, letter)
setAll('0', '9', 75, digit)
setAll('\t', '\r', 3, space)
setAll(' ', ' ', 3, space)

/**
 * Estimates the tokens of a text of any script, rather too high than too low: from 0.7 to 2.5 times
 * the count of a tokenizer, for texts that people and programs write.
 *
 * A word or a number is at least one token. A single space belongs to the word after it.
 */
export function estimateText(text: string): number {
  const { length } = text
  let hundredths = 0
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    const start = at++
    const kind = code < 0x80 ? kinds[code] : 0
    let run = weights[code] as number
    if (kind) {
      for (; at < length; at++) {
        const next = text.charCodeAt(at)
        // A run of white space has one character only: a tokenizer has a token for many of these.
        if (next >= 0x80 || kinds[next] !== kind || (kind === space && next !== code)) break
        run += weights[next] as number
      }
      if (kind === space) run = at - start === 1 && code === 0x20 ? 0 : 100 + run
      else if (run < 100) run = 100
    }
    hundredths += run
  }
  return Math.ceil(hundredths / 100)
}
