import type { StandardSchema, ToolOptions } from '@ambit/core'
import type { UseToolOptions } from '../tools/use-tool.ts'
import { type SkippedNode, type UiNode, checkTree } from './check-node.ts'
import { type UiCatalog, readCatalog, toTreeSchema } from './ui-catalog.ts'
import { UiTree } from './ui-tree.tsx'

/** The arguments of a tool that `uiTool` makes. */
export interface UiArgs {
  readonly root: UiNode
}

/** The result of a tree, for the model. */
export interface UiResult {
  /** The number of nodes that are shown. */
  readonly shown: number
  /** The nodes that are not shown, with the reasons. Absent if all are. */
  readonly skipped?: readonly SkippedNode[] | undefined
}

/** The options of {@link uiTool}: those of a tool, with a catalog in place of the handler. */
export interface UiToolOptions<Props extends Record<string, object>> extends Omit<
  ToolOptions<UiArgs, UiResult>,
  'description' | 'handler' | 'parameters'
> {
  /** The description for the model. Default: that it shows components to the user. */
  readonly description?: string | undefined
  /** The components that the model may place, by the names that it uses. */
  readonly catalog: UiCatalog<Props>
}

/**
 * Makes the options of a tool for `useTool`, with which the model shows a tree of the app's own
 * components. The tree is shown while the model writes it.
 *
 * A component gets only the props that its schema parses. A node that does not fit is left out, and
 * the model is told why. Such a node has an unknown component, props that do not fit, or an address
 * that would run code. A tree has at most 500 nodes and 30 levels. The model writes no HTML.
 *
 * Call it once, outside of components. Throws `AgentError` if a name, a description or a schema of
 * the catalog cannot be sent to a model.
 *
 * @example
 * const card = { description: 'A card.', props: z.object({ title: z.string() }), component: Card }
 * const showUi = uiTool({ name: 'show_ui', catalog: { Card: card } })
 * // in a component: useTool(showUi)
 */
export function uiTool<Props extends Record<string, object>>(
  options: UiToolOptions<Props>,
): UseToolOptions<UiArgs, UiResult> {
  const { catalog: given, description = defaultDescription, ...rest } = options
  const catalog = readCatalog(given)
  const schema = toTreeSchema(catalog)
  const parameters: StandardSchema<unknown, UiArgs> = {
    '~standard': {
      version: 1,
      vendor: 'ambit',
      // A node that does not fit must not refuse the others.
      validate: (value) => ({ value: value as UiArgs }),
      jsonSchema: { input: () => schema },
    },
  }
  return {
    effect: 'read',
    ...rest,
    description,
    parameters,
    handler: ({ root }) => {
      const { shown, skipped } = checkTree(catalog, root)
      return skipped.length > 0 ? { shown, skipped } : { shown }
    },
    render: ({ tool, args }) => <UiTree tool={tool} catalog={catalog} root={args.root} />,
  }
}

const defaultDescription =
  'Shows components of the application to the user, as a tree. A node has a `type`, `props` and, for some types, `children`.'
