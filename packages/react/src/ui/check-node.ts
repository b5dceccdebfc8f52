import type { CatalogEntry } from './ui-catalog.ts'

/** A node of a tree: a text, or a component with its props and the nodes inside it. */
export type UiNode =
  | string
  | {
      readonly type: string
      readonly props?: Readonly<Record<string, unknown>> | undefined
      readonly children?: readonly UiNode[] | undefined
    }

/** A node that is not shown. */
export interface SkippedNode {
  /** The place of the node, such as `root.children[0]`. */
  readonly path: string
  readonly reason: string
}

/** A node that can be shown, or the reason why it cannot. */
export type CheckedNode =
  | { readonly entry: CatalogEntry; readonly props: object; readonly inner: readonly unknown[] }
  | { readonly reason: string }

type Catalog = ReadonlyMap<string, CatalogEntry>

/** The most nodes of a tree, and the most levels. */
export const mostNodes = 500
export const mostLevels = 30

/** Checks a node that is not text, and parses its props. The nodes inside it are not checked. */
export function checkNode(catalog: Catalog, node: unknown): CheckedNode {
  const { type, props = {}, children } = (node ?? {}) as Record<string, unknown>
  const entry = typeof type === 'string' ? catalog.get(type) : undefined
  if (!entry) {
    const names = [...catalog.keys()].join(', ')
    return { reason: `There is no component ${JSON.stringify(type)}. Use one of: ${names}.` }
  }
  const checked = entry.schema.validate(props)
  if (checked instanceof Promise) {
    checked.catch(() => undefined)
    return { reason: 'The schema of its props is asynchronous, so nothing can be shown.' }
  }
  if ('issues' in checked) {
    const issues = checked.issues.map(({ path, message }) => `${path?.join('.') ?? ''}: ${message}`)
    return { reason: `Its props do not fit. ${issues.join('; ')}` }
  }
  const parsed = checked.value as Record<string, unknown>
  const reserved = Object.keys(parsed).find((name) => ofReact.has(name))
  if (reserved !== undefined) return { reason: `The prop \`${reserved}\` is not for a model.` }
  if (hasScript(parsed)) return { reason: 'A prop has an address that would run code.' }
  const inner = Array.isArray(children) ? (children as unknown[]) : []
  if (inner.length > 0 && !entry.hasChildren) {
    return { reason: `${String(type)} has no children.` }
  }
  return { entry, props: parsed, inner }
}

/** The props that React or a parent gives. */
const ofReact: ReadonlySet<string> = new Set(['children', 'key', 'ref', 'dangerouslySetInnerHTML'])

/**
 * Whether a value has a text that is an address of code. Browsers skip spaces and control
 * characters in a scheme.
 */
function hasScript(value: unknown): boolean {
  if (typeof value === 'string') {
    const characters = Array.from(value.slice(0, 200))
    const address = characters.filter((character) => character > ' ').join('')
    return /^(javascript:|vbscript:|data:[^,]*(html|svg|xml))/i.test(address)
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(hasScript)
}

/** Returns the number of nodes of a tree that are shown, and the others with the reasons. */
export function checkTree(
  catalog: Catalog,
  root: unknown,
): { shown: number; skipped: readonly SkippedNode[] } {
  const skipped: SkippedNode[] = []
  let seen = 0
  let shown = 0
  const check = (node: unknown, path: string, level: number): void => {
    if (++seen > mostNodes || level > mostLevels) {
      // One reason is enough for all that follow.
      if (!skipped.some(({ reason }) => reason === tooMuch)) skipped.push({ path, reason: tooMuch })
      return
    }
    const checked = typeof node === 'string' ? undefined : checkNode(catalog, node)
    if (checked && 'reason' in checked) {
      skipped.push({ path, reason: checked.reason })
      return
    }
    shown++
    checked?.inner.forEach((inner, at) => check(inner, `${path}.children[${at}]`, level + 1))
  }
  check(root, 'root', 1)
  return { shown, skipped }
}

const tooMuch = `A tree has at most ${mostNodes} nodes and ${mostLevels} levels. The rest is left out.`
