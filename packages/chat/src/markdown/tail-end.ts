import { createLinks } from './closed-tokenizer.ts'
import { lexPiece } from './block-lexer.ts'
import { isTooComplex } from './complexity-guard.ts'
import { mayCloseFence, parseFence } from './line-shape.ts'
import { limitNesting } from './nesting-guard.ts'
import { codeStateOf, lastLeaf } from './open-code.ts'

/** The last block of a growing text. */
export interface TailEnd {
  /** The state of the block if it is fenced code or a formula. */
  readonly code: 'opener' | 'open' | 'closed' | undefined
  /** True if the unfinished last line may become the end of the code. */
  readonly mayClose: boolean
  /** The offset at which the block begins. */
  readonly start: number
}

/** A fence or the mark of a formula, after the marks of lists and quotes. */
const VERBATIM = /^[ \t>*+\-\d.)]*(?:```|~~~|\$\$|\\\[)/m
const CONTAINER_MARKS = /^[ \t]*(?:>[ \t]?)*[ \t]*/

/** Whether the text may have code in a list or quote, or a formula of several lines. */
export const mayBeVerbatim = (text: string): boolean => VERBATIM.test(text)

/**
 * Reads which block the growing text ends in. The parser itself decides, as it will when the text
 * is closed. Returns `undefined` if there is no such block, or the text is not to be parsed.
 */
export function readTailEnd(text: string): TailEnd | undefined {
  const limited = limitNesting(text)
  if (isTooComplex(limited)) return undefined
  try {
    const leaf = lastLeaf(lexPiece(limited, createLinks(), true).tokens)
    if (!leaf) return undefined
    const state = leaf.type === 'math' ? 'closed' : codeStateOf(leaf)
    // The parser drops the line end of an opener in a list.
    const code = state === 'opener' && text.endsWith('\n') ? 'open' : state
    const fence = code === 'open' ? parseFence(leaf.raw.split('\n', 1)[0] ?? '') : undefined
    const line = text.slice(text.lastIndexOf('\n') + 1).replace(CONTAINER_MARKS, '')
    const mayClose = fence !== undefined && mayCloseFence(line, fence)
    return { code, mayClose, start: startOfLines(text, leaf.raw.trimEnd().split('\n').length) }
  } catch {
    return undefined
  }
}

/** Returns the offset of the last `count` lines. Containers take marks from lines, never lines. */
function startOfLines(text: string, count: number): number {
  let start = text.trimEnd().length
  for (let line = 0; line < count && start > 0; line += 1) start = text.lastIndexOf('\n', start - 1)
  return start + 1
}
