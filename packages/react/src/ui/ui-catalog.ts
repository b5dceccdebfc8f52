import { type AnyTool, checkOptions, type StandardSchema, Tool } from '@ambit/core'
import type { ComponentType, ReactNode } from 'react'

/** A component of the app that the model may place. */
export interface UiComponent<Props> {
  /** The description for the model: what the component shows. */
  readonly description: string
  /** The schema of the props that the model gives. Only what it parses reaches the component. */
  readonly props: StandardSchema<unknown, Props>
  readonly component: ComponentType<Props & { readonly children?: ReactNode }>
  /** True if the component may have other ones inside. Default: false. */
  readonly children?: boolean | undefined
}

/** The components that the model may place, by the names that it uses. */
export type UiCatalog<Props extends Record<string, object>> = {
  readonly [Name in keyof Props]: UiComponent<Props[Name]>
}

/** A component of a catalog, whose schema is read. */
export interface CatalogEntry {
  readonly component: ComponentType<{ readonly children?: ReactNode }>
  readonly hasChildren: boolean
  /** The schema of the props, in the form in which core reads schemas. */
  readonly schema: Pick<AnyTool, 'jsonSchema' | 'validate'>
  readonly description: string
}

/**
 * Reads a catalog. Throws `AgentError` for a name, a description or a schema that no model could
 * use.
 */
export function readCatalog<Props extends Record<string, object>>(
  catalog: UiCatalog<Props>,
): ReadonlyMap<string, CatalogEntry> {
  const entries = Object.entries(catalog) as [string, UiComponent<object>][]
  return new Map(
    entries.map(([name, entry]) => {
      checkOptions(`"${name}" in the catalog of \`uiTool\``, entry, {
        children: '',
        component: 'render',
        description: '',
        props: 'parameters schema',
      })
      const { description, props, component, children = false } = entry
      const schema = new Tool({ name, description, parameters: props, handler: () => undefined })
      return [name, { component, hasChildren: children, schema, description }]
    }),
  )
}

type JsonSchema = AnyTool['jsonSchema']

/** Returns the JSON schema of a tree over the components of a catalog. */
export function toTreeSchema(catalog: ReadonlyMap<string, CatalogEntry>): JsonSchema {
  const definitions: Record<string, JsonSchema> = {}
  const nodes = [...catalog].map(([name, { schema, description, hasChildren }]): JsonSchema => {
    definitions[name] = within(name, schema.jsonSchema)
    return {
      type: 'object',
      description,
      properties: {
        type: { type: 'string', enum: [name] },
        props: { $ref: `#/$defs/${name}` },
        ...(hasChildren && { children: { type: 'array', items: { $ref: '#/$defs/ui.node' } } }),
      },
      required: ['type', 'props'],
    }
  })
  return {
    type: 'object',
    properties: { root: { $ref: '#/$defs/ui.node' } },
    required: ['root'],
    // The dot keeps the name apart from those of components.
    $defs: { ...definitions, 'ui.node': { anyOf: [...nodes, { type: 'string' }] } },
  } as JsonSchema
}

/** Returns a schema whose references lead to where it stands among the definitions. */
function within(name: string, { $schema: _schema, ...schema }: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"#/$defs/${name}`)
  return JSON.parse(text) as JsonSchema
}
