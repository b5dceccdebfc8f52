import { Lexer, Tokenizer, type Links, type MarkedToken, type Tokens } from 'marked'

const MOST_LINKS = 200

export interface LexedPiece {
  /** The blocks of the piece in order, without blank lines and link definitions. */
  readonly tokens: readonly MarkedToken[]
  /** The labels that this piece was the first to define. */
  readonly defined: ReadonlySet<string>
  /** The labels in brackets without a known definition. */
  readonly unresolved: ReadonlySet<string>
}

/**
 * Creates a table of link definitions. The table has no prototype, because the parser reads keys
 * from the text.
 */
export function createLinks(from?: Links): Links {
  return Object.assign(Object.create(null), from) as Links
}

/**
 * Parses one piece and adds its link definitions to `links`. The table holds at most 200
 * definitions; further ones stay text. HTML is text, so no unclosed tag can swallow the text that
 * follows. Throws the errors of the parser: show the piece as plain text then. Shares no state with
 * the page's own use of `marked`.
 */
export function lexPiece(text: string, links: Links): LexedPiece {
  const tokenizer = new ClosedTokenizer()
  const lexer = new Lexer({
    async: false,
    breaks: false,
    extensions: null,
    gfm: true,
    hooks: null,
    pedantic: false,
    renderer: null,
    silent: false,
    tokenizer,
    walkTokens: null,
  })
  lexer.tokens.links = links
  tokenizer.links = links
  const tokens: MarkedToken[] = []
  for (const token of lexer.lex(text)) {
    if (token.type !== 'space' && token.type !== 'def') tokens.push(token as MarkedToken)
  }
  return { tokens, defined: tokenizer.defined, unresolved: tokenizer.unresolved }
}

class ClosedTokenizer extends Tokenizer {
  links: Links = createLinks()
  readonly defined: Set<string> = new Set()
  readonly unresolved: Set<string> = new Set()

  override html(): undefined {
    return undefined
  }

  override tag(): undefined {
    return undefined
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
