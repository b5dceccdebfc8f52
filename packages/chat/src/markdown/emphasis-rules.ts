import type { Tokenizer } from 'marked'

/** The characters of Chinese, Japanese and Korean text, with their own punctuation. */
const CJK =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\u3001-\\u303F\\u30FB\\u30FC\\uFF01-\\uFFEF]'

const IS_CJK = new RegExp(CJK, 'u')
const IS_PUNCTUATION = new RegExp(`(?!~|${CJK})[\\p{P}\\p{S}]`, 'u')
const IS_WORD = /[\p{L}\p{N}]/u

/** The two things that a run of `*`, `_` or `~` can do where it stands. */
interface Flanking {
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

type InlineRules = Tokenizer['rules']['inline']

/**
 * Returns the parser's rules with emphasis for text without spaces between words, such as
 * `**強調。**文字`. CJK punctuation is not punctuation to these rules. A CJK character beside other
 * punctuation is the edge of a word.
 */
export function withCjkEmphasis(inline: InlineRules): InlineRules {
  known = known?.of === inline ? known : { of: inline, rules: build(inline) }
  return known.rules
}

// The patterns take longer to build than most pieces of text to parse.
let known: { readonly of: InlineRules; readonly rules: InlineRules } | undefined

function build(inline: InlineRules): InlineRules {
  // A tilde beside `*` is part of the word; beside other tildes it is a mark.
  const star = { p: punctuation('~|'), n: `(?:[^\\s\\p{P}\\p{S}]|~|${CJK})` }
  const tilde = { p: punctuation(''), n: `(?:[^\\s\\p{P}\\p{S}]|${CJK})` }
  const skipOrphan = '^[^_*]*?__[^_*]*?\\*[^_*]*?(?=__)'
  return {
    ...inline,
    punctuation: new RegExp(`^((?![*_])(?:[\\s\\p{P}\\p{S}]|${CJK}))`, 'u'),
    emStrongLDelim: new RegExp(
      `^(?:\\*+(?:((?!\\*)${star.p})|([^\\s*]))?)|^_+(?:((?!_)${star.p})|([^\\s_]))?`,
      'u',
    ),
    emStrongRDelimAst: rightMark(`${skipOrphan}|[^*]+(?=[^*])`, '\\*', '\\*+', star),
    delLDelim: new RegExp(`^~~?(?:((?!~)${tilde.p})|[^\\s~])`, 'u'),
    delRDelim: rightMark('^[^~]+(?=[^~])', '~', '~~?', tilde),
  }
}

const punctuation = (also: string): string => `(?!${also}${CJK})[\\p{P}\\p{S}]`

/**
 * Builds the pattern that finds the next mark. The parser reads the number of the group. Groups 1
 * and 2 can only close, 3 and 4 can only open, 5 and 6 can do both.
 */
function rightMark(
  skip: string,
  mark: string,
  run: string,
  { p, n }: { readonly p: string; readonly n: string },
): RegExp {
  return new RegExp(
    [
      skip,
      `(?!${mark})${p}(${run})(?=\\s|$)`,
      `(?:(?!${CJK})${n}|${CJK}(?!${run}(?!${mark})${p}))(${run})(?!${mark})(?=\\s|${p}|$)`,
      `(?:\\s|(?!${mark})${p}(?!${run}${CJK}))(${run})(?=${n})`,
      `\\s(${run})(?!${mark})(?=${p})`,
      `(?:(?!${mark})${p}|${CJK})(${run})(?!${mark})(?=${p}|${CJK})`,
      `${n}(${run})(?=${n})`,
    ].join('|'),
    'gu',
  )
}
