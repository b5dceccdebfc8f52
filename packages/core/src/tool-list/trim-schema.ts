import type { JSONSchema7 } from '@ai-sdk/provider'

/** The keywords whose value holds schemas by names of your own. */
const named = 'properties patternProperties definitions $defs dependentSchemas'.split(' ')

/** The keywords whose value is a schema, or a list of schemas. */
const inner = (
  'items prefixItems additionalItems additionalProperties propertyNames contains ' +
  'anyOf oneOf allOf not if then else'
).split(' ')

/**
 * Removes, in place, what tells a model nothing: `$schema`, empty descriptions, and titles that
 * repeat the name. Other texts stay byte for byte. `name` is that of the tool or property.
 */
export function trimSchema(schema: JSONSchema7, name?: string): JSONSchema7 {
  const keywords = schema as Record<string, unknown>
  const { description, title } = keywords
  delete keywords['$schema']
  if (typeof title === 'string' && (title === '' || title === name)) delete keywords['title']
  if (description === '') delete keywords['description']
  for (const keyword of inner) {
    for (const each of [keywords[keyword]].flat()) if (isSchema(each)) trimSchema(each)
  }
  for (const keyword of named) {
    const schemas = keywords[keyword]
    if (!isSchema(schemas)) continue
    for (const [key, each] of Object.entries(schemas)) if (isSchema(each)) trimSchema(each, key)
  }
  return schema
}

const isSchema = (value: unknown): value is JSONSchema7 =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
