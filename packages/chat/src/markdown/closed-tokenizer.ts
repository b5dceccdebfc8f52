import { Tokenizer, type Links, type Tokens } from 'marked'

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
export class ClosedTokenizer extends Tokenizer {
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
