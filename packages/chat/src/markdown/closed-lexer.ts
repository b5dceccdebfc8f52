import { Hooks, Lexer, type Token } from 'marked'
import type { ClosedTokenizer } from './closed-tokenizer.ts'
import { withCjkEmphasis } from './emphasis-rules.ts'
import { noteAt, noteRefAt, type NoteRefToken, type NoteToken } from './footnote.ts'
import { findMathStart, mathAt, type MathSource } from './math-shape.ts'

/** A formula in a paragraph, or one that is a block of its own. */
export interface MathToken extends MathSource {
  readonly type: 'math'
}

/** The start of a formula or a footnote between the lines of a paragraph, or the end of it. */
const INTERRUPTS = /\n(?:[ \t]*(?:\n|$)|( {0,3}(?:\$\$|\\\[|\[\^[^\s\]]{1,64}\]:)))/

/** A text between blank lines, with the next place where a formula may begin in it. */
interface InlineRun {
  readonly text: string
  next: number
}

/**
 * A lexer with the syntax beside CommonMark and GFM that models write: formulas and footnotes.
 * Shares no state with the page's own use of `marked`.
 */
export class ClosedLexer extends Lexer {
  /** The labels of footnotes that the text refers to, and of those that it has. */
  readonly noteRefs: Set<string> = new Set()
  readonly notes: Set<string> = new Set()
  /** True if a formula lacks its end. */
  hasOpenMath = false
  #run: InlineRun = { text: '', next: -1 }

  /** `isOpen` tells that more text may follow. */
  constructor(tokenizer: ClosedTokenizer, isOpen: boolean) {
    super({
      async: false,
      breaks: false,
      extensions: {
        childTokens: {},
        renderers: {},
        block: [(src) => this.#block(src, isOpen)],
        inline: [(src) => this.#inline(src, isOpen)],
        startBlock: [findInterrupt],
        startInline: [(src) => this.#findStart(src)],
      },
      gfm: true,
      hooks: Object.assign(new Hooks(), {
        emStrongMask: (masked: string) => this.#maskMath(masked, isOpen),
      }),
      pedantic: false,
      renderer: null,
      silent: false,
      tokenizer,
      walkTokens: null,
    })
    tokenizer.rules = { ...tokenizer.rules, inline: withCjkEmphasis(tokenizer.rules.inline) }
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    const outer = this.#run
    this.#run = { text: src, next: 0 }
    try {
      return super.inlineTokens(src, tokens)
    } finally {
      this.#run = outer
    }
  }

  /** Hides formulas from the rules of emphasis. A hidden place is code or a link already. */
  #maskMath(masked: string, isOpen: boolean): string {
    const { text } = this.#run
    let result = masked
    for (let at = findMathStart(text, 0); at >= 0;) {
      const isHidden = masked[at] !== '$' && masked[at] !== '+'
      const length = isHidden ? 0 : (mathAt(text, at, isOpen)?.raw.length ?? 0)
      result = result.slice(0, at) + 'a'.repeat(length) + result.slice(at + length)
      at = findMathStart(text, at + Math.max(length, 1))
    }
    return result
  }

  #inline(src: string, isOpen: boolean): MathToken | NoteRefToken | undefined {
    const { text } = this.#run
    if (src.startsWith('[^')) {
      const note = this.state.inLink ? undefined : noteRefAt(src)
      if (note) this.noteRefs.add(note.label)
      return note
    }
    if (!/^(?:\$|\\[([])/.test(src)) return undefined
    const math = mathAt(text, text.length - src.length, isOpen)
    return math && this.#token(math)
  }

  #block(src: string, isOpen: boolean): MathToken | NoteToken | undefined {
    const indent = /^ {0,3}(?=\$\$|\\\[|\[\^)/.exec(src)?.[0].length
    if (indent === undefined) return undefined
    if (src[indent] === '[') {
      const note = noteAt(src, (text) => this.inline(text))
      if (note) this.notes.add(note.label)
      return note
    }
    const math = mathAt(src, indent, isOpen)
    const rest = math && /^[ \t]*(?:\n|$)/.exec(src.slice(indent + math.raw.length))
    if (!math || !rest) return undefined
    return this.#token({ ...math, raw: src.slice(0, indent) + math.raw + rest[0] })
  }

  #token(math: MathSource): MathToken {
    if (!math.isComplete) this.hasOpenMath = true
    return { type: 'math', ...math }
  }

  /** Searches each text once, however many tokens it has. */
  #findStart(src: string): number | undefined {
    const run = this.#run
    const at = run.text.length - src.length
    if (run.next >= 0 && run.next < at) run.next = findMathStart(run.text, at)
    return run.next < 0 ? undefined : run.next - at
  }
}

function findInterrupt(src: string): number | undefined {
  const match = INTERRUPTS.exec(src)
  return match?.[1] === undefined ? undefined : match.index + 1
}
