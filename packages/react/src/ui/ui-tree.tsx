import { type ReactNode, createElement } from 'react'
import { RenderBoundary } from '../messages/render-boundary.tsx'
import { checkNode, mostLevels, mostNodes } from './check-node.ts'
import type { CatalogEntry } from './ui-catalog.ts'

interface UiTreeProps {
  readonly tool: string
  readonly catalog: ReadonlyMap<string, CatalogEntry>
  /** The tree, as far as the model has written it. */
  readonly root: unknown
}

/**
 * Shows a tree over the components of a catalog. Leaves out a node that does not fit, or whose
 * component throws. While the model writes, the node may fit with the next words.
 */
export function UiTree({ tool, catalog, root }: UiTreeProps): ReactNode {
  let seen = 0
  const show = (node: unknown, at: number, level: number): ReactNode => {
    if (++seen > mostNodes || level > mostLevels) return null
    if (typeof node === 'string') return node
    const checked = checkNode(catalog, node)
    if ('reason' in checked) return null
    const { entry, props, inner } = checked
    const nodes = inner.map((one, index) => show(one, index, level + 1))
    return (
      <RenderBoundary key={at} tool={tool} attempt={node}>
        {createElement(entry.component, props, ...nodes)}
      </RenderBoundary>
    )
  }
  return root === undefined ? null : show(root, 0, 1)
}
