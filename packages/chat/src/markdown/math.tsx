import { useContext, type ReactNode } from 'react'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { OwnView } from './own-view.tsx'
import { cleanText } from './text-intake.ts'

/** A formula as it was written. */
export interface MathSource {
  /** The formula with its marks. */
  readonly raw: string
  /** The formula without its marks. */
  readonly text: string
  /** True for a formula that stands by itself: between `$$`, or between `\[` and `\]`. */
  readonly display: boolean
  /** False while the end of the formula is not there yet. */
  readonly isComplete: boolean
}

const LONGEST_INLINE = 1000
const LONGEST_DISPLAY = 8192
const BLANK_LINE = /\n[ \t]*\n/
/** The signs that only formulas have. */
const SIGN = /[\\^_={}+<>]/
const WORD = /(?<![\\\p{L}])\p{L}{3}/u
const CLOSERS: Readonly<Record<string, string>> = { $$: '$$', '\\(': '\\)', '\\[': '\\]' }

/** Finds the next place from `at` on where a formula may begin; -1 if there is none. */
export function findMathStart(text: string, at: number): number {
  const start = /\$|\\[([]/g
  start.lastIndex = at
  return start.exec(text)?.index ?? -1
}

/**
 * Reads the formula that begins at `at`, or returns `undefined`. A price is not a formula, and
 * neither are words in escaped brackets. While `isOpen`, a formula may lack its end: the text still
 * grows.
 */
export function mathAt(text: string, at: number, isOpen: boolean): MathSource | undefined {
  const mark = text.slice(at, at + 2)
  const closer = CLOSERS[mark]
  if (closer === undefined) return mark.startsWith('$') ? dollarMath(text, at, isOpen) : undefined
  const rest = text.slice(at + 2, at + 2 + LONGEST_DISPLAY)
  const end = rest.indexOf(closer)
  const inner = end < 0 ? rest : rest.slice(0, end)
  if (BLANK_LINE.test(inner) || !isFormula(inner, mark)) return undefined
  const display = mark !== '\\('
  if (end >= 0) return { raw: mark + inner + closer, text: inner.trim(), display, isComplete: true }
  const isRest = isOpen && at + 2 + rest.length === text.length
  return isRest ? { raw: mark + rest, text: rest, display, isComplete: false } : undefined
}

function isFormula(inner: string, mark: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(inner)) return false
  if (mark === '$$' || SIGN.test(inner)) return true
  const isTaskBox = mark === '\\[' && /^[xX\d]?$/.test(inner.trim())
  return !isTaskBox && !WORD.test(inner)
}

function dollarMath(text: string, at: number, isOpen: boolean): MathSource | undefined {
  if (/[\p{L}\p{N}$]/u.test(text[at - 1] ?? '')) return undefined
  const rest = text.slice(at + 1, at + 1 + LONGEST_INLINE)
  const found = /^(?![\s$*_~])(?:[^$\\`]|\\[^])*/.exec(rest)?.[0] ?? ''
  if (found === '' || BLANK_LINE.test(found) || isPrice(found)) return undefined
  const raw = `$${found}`
  if (found.length === rest.length) {
    const mayBePrice = /^\d[^\\]*(?:\s|$)/.test(found)
    const isRest = isOpen && rest.length < LONGEST_INLINE && !mayBePrice && !WORD.test(found)
    return isRest ? { raw, text: found, display: false, isComplete: false } : undefined
  }
  const next = rest[found.length + 1] ?? ''
  const closes = rest[found.length] === '$' && !/\s$/.test(found) && !/[\p{L}\p{N}$]/u.test(next)
  return closes ? { raw: `${raw}$`, text: found, display: false, isComplete: true } : undefined
}

/** Whether a text after a dollar sign begins with an amount and goes on with words. */
const isPrice = (text: string): boolean =>
  /^\d/.test(text) && (/^[\d.,]+[*_~\])]*$/.test(text) || (/\s|\*/.test(text) && !SIGN.test(text)))

/**
 * Shows a formula by the application's renderer, or exactly as it was written. A formula without
 * its end is shown as it was written.
 */
export function MathView({ math }: { readonly math: MathSource }): ReactNode {
  const { renderMath } = useContext(MarkdownOptionsContext)
  const { raw, display, isComplete } = math
  const written = cleanText(raw)
  if (!renderMath || !isComplete) return written
  const text = cleanText(math.text)
  return (
    <span data-math={display ? 'display' : 'inline'} dir="ltr">
      <OwnView
        name="renderMath"
        of={text}
        source={{ text, display }}
        render={renderMath}
        instead={written}
      />
    </span>
  )
}
