import {
  Tokenizer,
  type Links,
  type Tokens,
  Hooks,
  Lexer,
  type Token,
  type MarkedToken,
} from 'marked'
import { withCjkEmphasis } from './emphasis-rules.ts'
import { noteAt, noteRefAt, type NoteRefToken, type NoteToken } from './footnotes.tsx'
import { findMathStart, mathAt, type MathSource } from './math.tsx'

const MOST_LINKS = 200
const LINE_BREAK = /^<br[ \t]*\/?>/i
/** The punctuation that ends a bare link in CJK text, where no space follows a link. */
const CJK_END =
  /[\u3001-\u3003\u3008-\u3011\u3014-\u301B\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]/

/**
 * Creates a table of link definitions. The table has no prototype, because the parser reads keys
 * from the text.
 */
export function createLinks(from?: Links): Links {
  return Object.assign(Object.create(null), from) as Links
}

/** A tokenizer for which HTML is text, but for line breaks. Collects the labels of links. */
class ClosedTokenizer extends Tokenizer {
  links: Links = createLinks()
  readonly defined: Set<string> = new Set()
  readonly unresolved: Set<string> = new Set()

  override html(): undefined {
    return undefined
  }

  override tag(src: string): Tokens.Tag | undefined {
    const raw = LINE_BREAK.exec(src)?.[0]
    if (raw === undefined) return undefined
    return { type: 'html', raw, text: raw, block: false, inLink: false, inRawBlock: false }
  }

  override url(src: string): Tokens.Link | undefined {
    const link = super.url(src)
    const end = link ? link.raw.search(CJK_END) : -1
    return end > 0 ? super.url(src.slice(0, end)) : link
  }

  override def(src: string): Tokens.Def | undefined {
    const token = super.def(src)
    if (!token || Object.hasOwn(this.links, token.tag)) return token
    if (Object.keys(this.links).length >= MOST_LINKS) return undefined
    this.defined.add(token.tag)
    return token
  }

  override reflink(
    src: string,
    links: Links,
  ): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const token = super.reflink(src, links)
    if (token?.type !== 'text') return token
    const { reflink, nolink } = this.rules.inline
    const match = reflink.exec(src) ?? nolink.exec(src)
    const label = match?.[2] || match?.[1]
    if (label !== undefined) this.unresolved.add(toLabel(label))
    return token
  }
}

/** Folds a label as the parser does, so that a label matches its definition. */
const toLabel = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase()

/** A formula in a paragraph, or one that is a block of its own. */
interface MathToken extends MathSource {
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
class ClosedLexer extends Lexer {
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

/** A token of CommonMark and GFM, or one of the syntax that models write beside. */
export type ShownToken = MarkedToken | MathToken | NoteRefToken | NoteToken

interface LexedPiece {
  /** The blocks of the piece in order, without blank lines and link definitions. */
  readonly tokens: readonly ShownToken[]
  /** The labels that this piece was the first to define. */
  readonly defined: ReadonlySet<string>
  /** The labels in brackets without a known definition. */
  readonly unresolved: ReadonlySet<string>
  /** The labels of the footnotes that this piece refers to, in order. */
  readonly noteRefs: ReadonlySet<string>
  /** The labels of the footnotes in this piece. */
  readonly notes: ReadonlySet<string>
  /** True if a formula lacks its end. Later text may show that it is not one. */
  readonly hasOpenMath: boolean
}

/**
 * Parses one piece and adds its link definitions to `links`. The table holds at most 200
 * definitions; further ones stay text. HTML is text, so no unclosed tag can swallow the text that
 * follows. `isOpen` tells that more text may follow. Throws the errors of the parser: show the
 * piece as plain text then.
 */
export function lexPiece(text: string, links: Links, isOpen = false): LexedPiece {
  const tokenizer = new ClosedTokenizer()
  const lexer = new ClosedLexer(tokenizer, isOpen)
  lexer.tokens.links = links
  tokenizer.links = links
  const tokens = lexer.lex(text).filter(isShown)
  const { defined, unresolved } = tokenizer
  const { noteRefs, notes, hasOpenMath } = lexer
  return { tokens, defined, unresolved, noteRefs, notes, hasOpenMath }
}

const isShown = (token: Token): token is ShownToken =>
  token.type !== 'space' && token.type !== 'def'
