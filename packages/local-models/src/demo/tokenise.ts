/** One word of a sentence, or one whole quotation. */
export interface Word {
  /** The text as written, without quotation marks and closing punctuation. */
  text: string
  lower: string
  stem: string
  /** The offsets in the sentence, quotation marks included. */
  start: number
  end: number
  quoted: boolean
  /** The characters between the previous word and this one: blanks, commas, a full stop. */
  gap: string
}

// Without the bounds, a text full of opening marks would cost the square of its length. An opening
// mark within a quotation begins another one.
const pattern =
  /"([^"]{0,2000})"|“([^“”]{0,2000})”|«([^«»]{0,2000})»|`([^`]{0,2000})`|(?<![\p{L}\p{N}])'([^'\n]{1,200})'(?![\p{L}\p{N}])|[\p{L}\p{N}_@#$€£+-][\p{L}\p{M}\p{N}_@#$€£%.,:/+'’&?=~-]*/gu

/** Splits a sentence into words. Numbers, dates, times, addresses and quotations stay whole. */
export function tokenise(sentence: string): Word[] {
  const words: Word[] = []
  let previousEnd = 0
  for (const match of sentence.matchAll(pattern)) {
    const quote = match.slice(1).find((group) => group !== undefined)
    for (const [from, text] of quote === undefined ? pieces(match[0]) : [[0, quote] as const]) {
      const start = match.index + from
      const end = start + (quote === undefined ? text.length : match[0].length)
      const lower = text.toLowerCase()
      words.push({
        text,
        lower,
        stem: stem(text),
        start,
        end,
        quoted: quote !== undefined,
        gap: sentence.slice(previousEnd, start),
      })
      previousEnd = end
    }
  }
  return words
}

/** Splits at commas: "milk,eggs." is two words, and "1,000.50" is one. */
function* pieces(chunk: string): Generator<readonly [offset: number, text: string]> {
  const parts = /\d,\d{3}(?!\d)/.test(chunk) ? [chunk] : chunk.split(',')
  let offset = 0
  for (const part of parts) {
    const text = part.replace(/(?<![.,:/+'’?=&~-])[.,:/+'’?=&~-]+$/u, '')
    if (/[\p{L}\p{N}]/u.test(text)) yield [offset, text]
    offset += part.length + 1
  }
}

/**
 * Returns the stems of an identifier or a phrase: `filterTasks`, `filter_tasks` and "filter tasks"
 * give the same.
 */
export function stemsOf(phrase: string): string[] {
  return wordsOf(phrase).map(stem)
}

/** Returns the lower-case words of an identifier or a phrase. */
export function wordsOf(phrase: string): string[] {
  const spaced = phrase.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
  return spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/**
 * Removes the English ending of a word, so that "adding", "added" and "adds" give the same key.
 * Keys are compared and never shown, because some are not words ("delet").
 */
export function stem(word: string): string {
  // Else "not" would be the same as "note".
  if (/^not$/i.test(word)) return 'not-'
  let key = word.toLowerCase().replace(/['’](s|re|m|ve|d|ll)?$/, '')
  if (key.length > 4 && key.endsWith('ies')) key = `${key.slice(0, -3)}y`
  else if (key.length > 4 && /(?:[sxz]|ch|sh)es$/.test(key)) key = key.slice(0, -2)
  else if (key.length > 3 && /[^su]s$/.test(key)) key = key.slice(0, -1)
  if (key.length > 5 && key.endsWith('ing')) key = key.slice(0, -3)
  else if (key.length > 4 && key.endsWith('ied')) key = `${key.slice(0, -3)}y`
  else if (key.length > 4 && key.endsWith('ed')) key = key.slice(0, -2)
  if (key.length > 3 && key.endsWith('e')) key = key.slice(0, -1)
  return /([b-df-hj-np-tv-z])\1$/.test(key) ? key.slice(0, -1) : key
}
