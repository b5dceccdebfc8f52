import { stem } from './stem.ts'

/** One word of a sentence, or one whole quotation. */
export interface Word {
  /** As written, without quotation marks and closing punctuation. */
  text: string
  lower: string
  stem: string
  /** Offsets in the sentence, quotation marks included. */
  start: number
  end: number
  quoted: boolean
  /** What stands between the previous word and this one: blanks, commas, a full stop. */
  gap: string
}

// The bounds keep a text full of opening marks from costing the square of its length.
const pattern =
  /"([^"]{0,2000})"|“([^”]{0,2000})”|«([^»]{0,2000})»|`([^`]{0,2000})`|(?<![\p{L}\p{N}])'([^'\n]{1,200})'(?![\p{L}\p{N}])|[\p{L}\p{N}_@#$€£+-][\p{L}\p{M}\p{N}_@#$€£%.,:/+'’&?=~-]*/gu

/** Splits a sentence into words; numbers, dates, times, addresses and quotations stay whole. */
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

/** "milk,eggs." is two words and "1,000.50" one. */
function* pieces(chunk: string): Generator<readonly [offset: number, text: string]> {
  const parts = /\d,\d{3}(?!\d)/.test(chunk) ? [chunk] : chunk.split(',')
  let offset = 0
  for (const part of parts) {
    const text = part.replace(/[.,:/+'’?=&~-]+$/u, '')
    if (/[\p{L}\p{N}]/u.test(text)) yield [offset, text]
    offset += part.length + 1
  }
}

/** The stems of an identifier or a phrase: `filterTasks`, `filter_tasks` and "filter tasks" are the same. */
export function stemsOf(phrase: string): string[] {
  return wordsOf(phrase).map(stem)
}

/** The lower-case words of an identifier or a phrase. */
export function wordsOf(phrase: string): string[] {
  const spaced = phrase.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
  return spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
