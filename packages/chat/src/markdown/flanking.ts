/** The characters of Chinese, Japanese and Korean text, with their own punctuation. */
export const CJK =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\u3001-\\u303F\\u30FB\\u30FC\\uFF01-\\uFFEF]'

const IS_CJK = new RegExp(CJK, 'u')
const IS_PUNCTUATION = new RegExp(`(?!~|${CJK})[\\p{P}\\p{S}]`, 'u')
const IS_WORD = /[\p{L}\p{N}]/u

/** The two things that a run of `*`, `_` or `~` can do where it stands. */
export interface Flanking {
  readonly canOpen: boolean
  readonly canClose: boolean
}

/**
 * Tells what a run of one mark can do between two characters; an empty text is the end of a line.
 * Follows CommonMark, but text without spaces between words (CJK) needs none around emphasis.
 */
export function flankingOf(previous: string, mark: string, next: string): Flanking {
  const isLeft = touches(next) && (!IS_PUNCTUATION.test(next) || isEdge(previous))
  const isRight = touches(previous) && (!IS_PUNCTUATION.test(previous) || isEdge(next))
  if (mark !== '_') return { canOpen: isLeft, canClose: isRight }
  return {
    canOpen: isLeft && !IS_WORD.test(previous),
    canClose: isRight && !IS_WORD.test(next),
  }
}

const touches = (char: string): boolean => char !== '' && !/\s/.test(char)
const isEdge = (char: string): boolean =>
  !touches(char) || IS_PUNCTUATION.test(char) || IS_CJK.test(char)
