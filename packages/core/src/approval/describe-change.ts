import type { JSONSchema7 } from '@ai-sdk/provider'
import type { CallWork } from '../engine/call-work.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts'
import { toCanonicalText } from './binding.ts'

type Schema = JSONSchema7 | boolean | undefined

/** The changes that are told without a name, and the names that can be told. */
interface Found {
  readonly leftOut: string[]
  /** The number of members whose name is not in the schema. The model may have made up the name. */
  unnamed: number
}

/**
 * Returns the text for the model about arguments that a person changed. It has only the changed
 * values, and only names that the schema has or the person wrote. The message is in the person's
 * name, and the rest may be third-party text.
 */
export function describeChange(
  { callId, tool }: CallWork,
  schema: Schema,
  original: JsonObject,
  args: JsonObject,
): string {
  const found: Found = { leftOut: [], unnamed: 0 }
  const changed = changeOf(original, args, schema, '', found)
  const { leftOut, unnamed } = found
  const sentences = [
    `The person changed the arguments of the call ${callId} of "${tool}" before allowing it, and it ran so.`,
    isJsonObject(changed) && Object.keys(changed).length && `Changed: ${JSON.stringify(changed)}.`,
    leftOut.length && `Left out: ${JSON.stringify(leftOut)}.`,
    unnamed && `Changed or left out besides: ${unnamed} with names that the tool does not define.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Returns the part of a changed value that differs from the value before. */
function changeOf(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  schema: Schema,
  path: string,
  found: Found,
): JsonValue | undefined {
  if (Array.isArray(before) && Array.isArray(now)) {
    const { items: given } = typeof schema === 'object' ? schema : {}
    const items = Array.isArray(given) ? undefined : given
    const known = new Set((before as readonly JsonValue[]).map(toCanonicalText))
    return (now as readonly JsonValue[]).map((item, at) =>
      known.has(toCanonicalText(item))
        ? '(as before)'
        : (changeOf((before as readonly JsonValue[])[at], item, items, `${path}${at}.`, found) ??
          null),
    )
  }
  if (!isJsonObject(before) || !isJsonObject(now)) return now
  const { properties = {} } = typeof schema === 'object' ? schema : {}
  const changed: { [key: string]: JsonValue | undefined } = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const isAdded = !Object.hasOwn(before, key)
    const value = now[key] as JsonValue | undefined
    if (!isAdded && toCanonicalText(before[key]) === toCanonicalText(value)) continue
    if (!isAdded && !Object.hasOwn(properties, key)) found.unnamed++
    else if (value === undefined) found.leftOut.push(path + key)
    else {
      const was = isAdded ? undefined : (before[key] as JsonValue)
      changed[key] = changeOf(was, value, properties[key], `${path}${key}.`, found)
    }
  }
  return changed
}
