import { isJsonObject } from '../json/json.ts'
import { providerLimits } from '../model/provider-limits.ts'

/** The keywords whose values are records of schemas. */
export const records: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
])

/** The keywords whose values are data, of which null is a value. */
export const data: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'examples',
  'example',
])

/** Returns the name of a member that a provider refuses; undefined if there is none. */
export function findRefusedKey(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return schema.map(findRefusedKey).find((key) => key !== undefined)
  if (!isJsonObject(schema)) return undefined
  const { properties } = schema
  const keys = isJsonObject(properties) ? Object.keys(properties) : []
  const refused = keys.find((key) => !providerLimits.key.test(key))
  if (refused !== undefined) return refused
  for (const [keyword, value] of Object.entries(schema)) {
    if (data.has(keyword)) continue
    const found = records.has(keyword) && isJsonObject(value) ? Object.values(value) : value
    const key = findRefusedKey(found)
    if (key !== undefined) return key
  }
  return undefined
}
