import type { MarkedToken, Token } from 'marked'
import { withoutCitations } from '../citations/citation-marks.ts'
import type { Block } from '../markdown/block.ts'
import { plainLabel } from '../markdown/inline-text.ts'
import { MarkdownStream } from '../markdown/markdown-stream.ts'
import { languageOf } from './language-of.ts'

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
