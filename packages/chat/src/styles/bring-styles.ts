type Tree = Document | ShadowRoot

/** The texts of the styles that came with code, in the order in which they came. */
const texts = new Set<string>()
/** The trees that have the styles, each with the number of its users. */
const users = new Map<Tree, number>()
/** The style sheets that hold the texts, for each tree. */
const holders = new WeakMap<Tree, Map<string, CSSStyleSheet>>()

/** Gives styles that come with code to every chat in the page, and to those that come later. */
export function addStyles(text: string): void {
  texts.add(text)
  for (const tree of users.keys()) bring(tree)
}

/**
 * Gives the styles that came with code to the tree of an element, until the returned function is
 * called. They are there before the browser paints.
 *
 * They go into the page's own `styles.css`, in front of its last rule. There they count as much as
 * the rules of that sheet: less than later sheets of the page, and in the same layer. A policy for
 * styles allows it, and a shadow root has its own. A tree without `styles.css` gets none.
 */
export function keepStyles(place: Element): () => void {
  const tree = place.getRootNode() as Tree
  // An element outside of the page has no styles.
  if (!('styleSheets' in tree)) return () => undefined
  const count = users.get(tree) ?? 0
  users.set(tree, count + 1)
  bring(tree)
  // A sheet may come late, and a development server replaces it.
  if (count === 0) tree.addEventListener('load', bringAgain, true)
  return () => {
    const left = (users.get(tree) ?? 1) - 1
    users.set(tree, left)
    if (left > 0) return
    users.delete(tree)
    tree.removeEventListener('load', bringAgain, true)
  }
}

const bringAgain = ({ currentTarget }: Event): void => bring(currentTarget as Tree)

function bring(tree: Tree): void {
  const sheets = [...tree.styleSheets, ...(tree.adoptedStyleSheets ?? [])]
  const held = holders.get(tree) ?? new Map<string, CSSStyleSheet>()
  holders.set(tree, held)
  let isUnreadable = false
  // Of several `styles.css`, the last one counts most.
  for (const sheet of sheets.toReversed()) {
    try {
      const end = findEnd(sheet)
      if (!end) continue
      for (const text of texts) {
        if (held.get(text) === sheet) continue
        held.set(text, sheet)
        if (!end.hasAll) end.rules.insertRule(`@media all{${text}}`, end.index++)
      }
      return
    } catch {
      isUnreadable = true
    }
  }
  const missing = [...texts].filter((text) => !sheets.includes(held.get(text) as CSSStyleSheet))
  const { defaultView } = 'defaultView' in tree ? tree : tree.ownerDocument
  // The sheet of another origin cannot be read, but its layers have the same names.
  for (const text of isUnreadable && defaultView ? missing : []) {
    const sheet = new (defaultView as typeof globalThis & Window).CSSStyleSheet()
    sheet.replaceSync(`@layer ambit.parts{${text}}`)
    held.set(text, sheet)
    tree.adoptedStyleSheets?.push(sheet)
  }
}

/** The last rule of `styles.css`, or of `parts.css`, which has all. */
interface End {
  readonly rules: CSSStyleSheet | CSSGroupingRule
  index: number
  readonly hasAll: boolean
}

function findEnd(rules: CSSStyleSheet | CSSGroupingRule): End | undefined {
  for (const [index, rule] of [...rules.cssRules].entries()) {
    const { selectorText, style, styleSheet } = rule as CSSStyleRule & CSSImportRule
    if (selectorText?.includes('.ambit-rest')) {
      return { rules, index, hasAll: style.getPropertyValue('--ambit-rest').trim() === '2' }
    }
    const inner =
      styleSheet ?? (selectorText === undefined && 'cssRules' in rule ? rule : undefined)
    const end = inner && findEnd(inner as CSSGroupingRule)
    if (end) return end
  }
  return undefined
}
