import type { jsonSchema } from '@ambit/core'
import { type McpObject, toObject } from './mcp-wire.ts'
import { withLimits } from './question-limits.ts'

/** The most fields of one question, and characters of its schema. */
const most = { fields: 50, schema: 20_000 }

/** Returns the schema of a question. Undefined for one that is not shown to a user. */
export function toQuestion(params: McpObject): ReturnType<typeof jsonSchema> | undefined {
  const schema = params['mode'] === 'url' ? toLink(params) : toForm(params)
  return schema && withLimits(schema)
}

/** Returns the schema of a form: plain fields alone, as the protocol has it. */
function toForm({ requestedSchema }: McpObject): object | undefined {
  const schema = toObject(requestedSchema)
  const fields = Object.values(toObject(schema['properties'])).map(toObject)
  const isPlain = fields.every(({ type }) => type !== 'object' && type !== undefined)
  const isSmall = fields.length <= most.fields && JSON.stringify(schema).length <= most.schema
  if (schema['type'] !== 'object' || !isPlain || !isSmall) return undefined
  const named = Object.entries(toObject(schema['properties'])).map(([name, field]) => [
    name,
    withTitles(toObject(field)),
  ])
  return { ...schema, properties: Object.fromEntries(named) as McpObject }
}

/** Returns a field whose titles of choices are as of 2025-11-25. Before, they were `enumNames`. */
function withTitles({ enumNames, ...field }: McpObject): McpObject {
  const { enum: values, ...rest } = field
  if (!Array.isArray(values) || !Array.isArray(enumNames)) return field
  const titles: readonly unknown[] = enumNames
  const oneOf = values.map((value: unknown, at) => {
    const title = titles[at]
    return { const: value, ...(typeof title === 'string' && title && { title }) }
  })
  return { ...rest, oneOf }
}

/** Returns the schema that shows an address for the user to open. */
function toLink({ url }: McpObject): object | undefined {
  const address = URL.canParse(String(url)) ? new URL(String(url)) : undefined
  if (address?.protocol !== 'https:' || address.username || address.password) return undefined
  const link = { type: 'string', format: 'uri', const: address.href, title: address.host }
  return { type: 'object', properties: { link }, required: ['link'] }
}
