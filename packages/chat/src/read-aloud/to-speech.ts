import type { MarkedToken, Token } from 'marked'
import { withoutCitations } from '../citations/cited-text.tsx'
import type { Block } from '../markdown/parse-piece.ts'
import { plainLabel } from '../markdown/entities.ts'
import { MarkdownStream } from '../markdown/markdown-stream.ts'

/** Scripts with a language that is likely for a text in them. */
const scripts: readonly (readonly [script: RegExp, lang: string])[] = [
  [/\p{scx=Hiragana}|\p{scx=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
]

/**
 * Returns the language of a text: that of the page, unless the text is mostly in a script in which
 * that language is not written.
 */
function languageOf(text: string, page: string): string {
  const letters = Array.from(text.slice(0, 2000)).filter((char) => /\p{L}/u.test(char))
  const foreign = letters.filter((char) => !/\p{Script=Latin}/u.test(char)).join('')
  if (foreign.length * 2 <= letters.length) return page
  const [, likely] = scripts.find(([script]) => script.test(foreign)) ?? []
  return likely === undefined || scriptOf(likely) === scriptOf(page) ? page : likely
}

/** Returns the script in which a language is written; undefined for what is not a language. */
function scriptOf(lang: string): string | undefined {
  try {
    // Simplified and traditional characters are one script to a voice.
    return new Intl.Locale(lang).maximize().script?.replace(/^Han[st]$/, 'Hani')
  } catch {
    return undefined
  }
}

/** A text to be read aloud. */
export interface Speech {
  readonly sentences: readonly string[]
  /** A BCP 47 tag. */
  readonly lang: string
}

const DEEPEST = 40

/**
 * Returns the text of Markdown as a voice reads it, up to 32,768 characters: without marks, blocks
 * of code and addresses. `lang` is the language of the page.
 */
export function toSpeech(markdown: string, lang: string): Speech {
  const pages = new MarkdownStream(markdown, false).getSnapshot()
  const lines = pages.flat().flatMap(linesOfBlock).map(withoutCitations)
  const own = languageOf(lines.join(' '), lang)
  return { sentences: lines.flatMap((line) => sentencesOf(line, own)), lang: own }
}

function linesOfBlock(block: Block): string[] {
  if (block.kind === 'token') return linesOf(block.token, DEEPEST)
  return block.kind === 'plain' ? block.chunks.join('').split('\n') : []
}

function linesOf(open: Token, depth: number): string[] {
  const token = open as MarkedToken
  const inside = (tokens: readonly Token[]): string[] =>
    depth > 0 ? tokens.flatMap((each) => linesOf(each, depth - 1)) : []
  switch (token.type) {
    case 'code':
    case 'hr':
    case 'space':
    case 'def':
      return []
    case 'list':
      return token.items.flatMap((item) => inside(item.tokens))
    case 'blockquote':
      return inside(token.tokens)
    case 'table':
      return [token.header, ...token.rows].map((row) =>
        row.map(({ tokens }) => plainLabel(tokens)).join(', '),
      )
    default:
      return [plainLabel('tokens' in token && token.tokens ? token.tokens : [token])]
  }
}

/**
 * Cuts a line into its sentences. Some browsers fall silent in the middle of a long utterance, and
 * none of them stops at once in it.
 */
const sentencesOf = (line: string, lang: string): string[] =>
  Array.from(new Intl.Segmenter(lang, { granularity: 'sentence' }).segment(line), ({ segment }) =>
    segment.trim(),
  ).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
