import type { JSONSchema7 } from '@ai-sdk/provider'
import { isJsonObject } from '../json/json.ts'
import { providerLimits } from '../model/provider-limits.ts'
import { data, records } from './refused-key.ts'

type Schema = Record<string, unknown>

/** The keywords whose values are schemas, and lists of schemas. */
const inner = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])

/**
 * Returns a schema of arguments as every provider takes it. It is in the words of JSON Schema
 * 2020-12, by which Anthropic checks. The keywords that none may have at the top are left out; what
 * they say of members stays. Returns the schema itself if it needs no mending.
 */
export function toSendableSchema(schema: JSONSchema7): JSONSchema7 {
  const mended = mendTop(mend(schema as Schema))
  if (mended === schema) return schema
  // What it says of its version is no longer true.
  const { $schema: _version, ...rest } = mended
  return rest as JSONSchema7
}

function mendTop(schema: Schema): Schema {
  const { topKeywords } = providerLimits
  if (schema['type'] !== 'object' || !topKeywords.some((keyword) => keyword in schema)) {
    return schema
  }
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !topKeywords.includes(keyword)),
  )
  let properties = (rest['properties'] ?? {}) as Schema
  const required = new Set((rest['required'] ?? []) as string[])
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const branch of (schema[keyword] ?? []) as Schema[]) {
      properties = { ...(branch['properties'] as Schema | undefined), ...properties }
      const demanded = (branch['required'] ?? []) as string[]
      if (keyword === 'allOf') for (const key of demanded) required.add(key)
    }
  }
  return { ...rest, properties, ...(required.size > 0 && { required: [...required] }) }
}

/** Returns a schema in the words of 2020-12; the same object if it has no other. */
function mend<T>(schema: T): T {
  if (!isJsonObject(schema)) return schema
  const made: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === null && !data.has(keyword)) continue
    if (keyword === 'required' && !Array.isArray(value)) continue
    const mended = mendValue(keyword, value)
    if (keyword === 'items' && Array.isArray(value)) made['prefixItems'] = mended
    else if (keyword === 'additionalItems') {
      if (Array.isArray(schema['items'])) made['items'] = mended
    } else made[keyword] = mended
  }
  for (const [limit, exclusive] of exclusives) {
    const flag = made[exclusive]
    if (typeof flag !== 'boolean') continue
    const { [limit]: bound, [exclusive]: _flag } = made
    delete made[exclusive]
    if (flag && bound !== undefined) {
      delete made[limit]
      made[exclusive] = bound
    }
  }
  const keys = Object.keys(made)
  const isSame =
    keys.length === Object.keys(schema).length && keys.every((key) => made[key] === schema[key])
  return isSame ? schema : (made as T)
}

const exclusives = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

function mendValue(keyword: string, value: unknown): unknown {
  if (keyword === 'items' && Array.isArray(value)) return value.map(mend)
  if (keyword === 'additionalItems' || inner.has(keyword)) return mend(value)
  if (lists.has(keyword) && Array.isArray(value)) return sameList(value, value.map(mend))
  if (!records.has(keyword) || !isJsonObject(value)) return value
  const members = Object.entries(value)
  const made = members.map(([key, member]) => [key, mend(member)] as const)
  return made.every(([, member], at) => member === members[at]?.[1])
    ? value
    : Object.fromEntries(made)
}

const sameList = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((one, at) => one === before[at]) ? before : after
