import type { Tool } from '@ambit/core'

/** A schema as JSON. */
export type JsonSchema = Tool['jsonSchema']

type Member = JsonSchema | boolean | undefined

const isSchema = (member: Member): member is JsonSchema => typeof member === 'object'

/**
 * Returns a value with a JSON Merge Patch (RFC 7396) applied: given members are set, records in
 * records in part, and null removes a member. A member that may be null by its schema is set to it.
 */
export function applyPatch(target: unknown, patch: unknown, schema: Member): unknown {
  if (!isRecord(patch)) return patch
  const members = new Map(isRecord(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    const member = memberOf(schema, key)
    if (value === null && !takesNull(member)) members.delete(key)
    else members.set(key, applyPatch(members.get(key), value, member))
  }
  return Object.fromEntries(members)
}

/** Returns the schema of patches: nothing is required, and null removes what is optional. */
export function toPatchSchema(schema: JsonSchema): JsonSchema {
  const { properties, required = [], ...rest } = schema
  if (!properties) {
    const inner = objectIn(schema)
    const anyOf = schema.anyOf?.map((each) => (each === inner ? toPatchSchema(inner) : each))
    return inner && anyOf ? { ...schema, anyOf } : schema
  }
  const members = Object.entries(properties).map(([key, member]) => {
    const patch = isSchema(member) ? toPatchSchema(member) : member
    const isKept = required.includes(key) || takesNull(member)
    return [key, isKept ? patch : { anyOf: [patch, { type: 'null' }] }]
  })
  return { ...rest, properties: Object.fromEntries(members) }
}

/** Returns the paths of the members that a patch gives and that a value does not have. */
export function missingIn(
  value: unknown,
  patch: unknown,
  path: readonly string[] = [],
): string[][] {
  if (!isRecord(patch) || !isRecord(value)) return []
  return Object.entries(patch).flatMap(([key, member]) => {
    if (Object.hasOwn(value, key)) return missingIn(value[key], member, [...path, key])
    return member === null ? [] : [[...path, key]]
  })
}

function memberOf(schema: Member, key: string): Member {
  const { properties = {}, additionalProperties } = objectIn(schema) ?? {}
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties
}

/** Returns the schema of an object, also of one that may be null; undefined if there is none. */
function objectIn(schema: Member): JsonSchema | undefined {
  if (!isSchema(schema)) return undefined
  const isObject = ({ properties, additionalProperties }: JsonSchema): boolean =>
    properties !== undefined || additionalProperties !== undefined
  if (isObject(schema)) return schema
  const [only, ...others] = (schema.anyOf ?? []).filter(isSchema).filter(isObject)
  return others.length === 0 ? only : undefined
}

const takesNull = (schema: Member): boolean =>
  isSchema(schema) &&
  [schema, ...(schema.anyOf ?? [])].some((each) => [Object(each).type].flat().includes('null'))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
