import type { Tool } from '@ambit/core'
import { isJsonObject } from '@ambit/core/schema'

/** A schema as JSON. */
export type JsonSchema = Tool['jsonSchema']

type Member = JsonSchema | boolean | undefined

const isSchema = (member: Member): member is JsonSchema => typeof member === 'object'

/**
 * Returns a value with a JSON Merge Patch (RFC 7396) applied: given members are set, records in
 * records in part, and null removes a member. A member that may be null by its schema is set to it.
 */
export function applyPatch(target: unknown, patch: unknown, schema: Member): unknown {
  if (!isJsonObject(patch)) return patch
  const before = isJsonObject(target) ? target : {}
  const shape = shapeOf(schema, { ...before, ...patch })
  // One kind of a union has nothing of another one.
  const isOther = shape !== shapeOf(schema, before)
  const members = new Map(isOther ? [] : Object.entries(before))
  for (const [key, value] of Object.entries(patch)) {
    const member = memberOf(shape, key)
    if (value === null && !takesNull(member)) members.delete(key)
    else members.set(key, applyPatch(members.get(key), value, member))
  }
  return Object.fromEntries(members)
}

/** Returns the schema of patches: nothing is required, and null removes what is optional. */
export function toPatchSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [], ...rest } = schema
  const shapes = shapesIn(schema)
  if (!shapes.includes(schema)) {
    const [inner, ...others] = shapes
    const anyOf = schema.anyOf?.map((each) => (each === inner ? toPatchSchema(inner) : each))
    return anyOf && others.length === 0 ? { ...schema, anyOf } : schema
  }
  const toMember = (member: Member, isKept: boolean): Member => {
    const patch = isSchema(member) ? toPatchSchema(member) : member
    return isKept || takesNull(member) ? patch : { anyOf: [patch ?? true, { type: 'null' }] }
  }
  const members = Object.entries(properties).map(([key, member]) => [
    key,
    toMember(member, required.includes(key)),
  ])
  const { additionalProperties: entry } = schema
  return {
    ...rest,
    ...(schema.properties && { properties: Object.fromEntries(members) }),
    ...(isSchema(entry) && { additionalProperties: toMember(entry, false) }),
  }
}

/** Returns the paths of the members that a patch gives and that a value does not have. */
export function missingIn(
  value: unknown,
  patch: unknown,
  path: readonly string[] = [],
): string[][] {
  if (!isJsonObject(patch) || !isJsonObject(value)) return []
  return Object.entries(patch).flatMap(([key, member]) => {
    if (Object.hasOwn(value, key)) return missingIn(value[key], member, [...path, key])
    return member === null ? [] : [[...path, key]]
  })
}

function memberOf(shape: JsonSchema | undefined, key: string): Member {
  const { properties = {}, additionalProperties } = shape ?? {}
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties
}

/** Returns the schemas of the objects that a schema takes: several for a union. */
function shapesIn(schema: Member): JsonSchema[] {
  if (!isSchema(schema)) return []
  const { properties, additionalProperties, anyOf = [], oneOf = [] } = schema
  if (properties !== undefined || additionalProperties !== undefined) return [schema]
  return [...anyOf, ...oneOf].flatMap(shapesIn)
}

/** Returns the schema of an object, by the members that have one value in each kind of a union. */
function shapeOf(schema: Member, value: Record<string, unknown>): JsonSchema | undefined {
  const shapes = shapesIn(schema)
  if (shapes.length < 2) return shapes[0]
  return shapes.find(({ properties = {} }) =>
    Object.entries(properties).every(([key, member]) => {
      const only = isSchema(member) ? member.const : undefined
      return only === undefined || value[key] === only
    }),
  )
}

const takesNull = (schema: Member): boolean =>
  isSchema(schema) &&
  [schema, ...(schema.anyOf ?? [])].some((each) => [Object(each).type].flat().includes('null'))
