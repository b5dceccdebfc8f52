import type { JsonObject, JsonValue, PendingApproval } from '@ambit/core'
import { type Change, isFlatRow } from './to-changes.ts'

/**
 * Returns the name of the argument that lists what the preview shows, such as the ids of its rows.
 * Undefined unless each value is in the name of one row or line, and each of these has a value.
 */
export function thingsArg(
  { args, preview = null }: PendingApproval,
  changes: readonly Change[] | undefined,
): string | undefined {
  const names = namesOf(preview, changes)
  if (names.length < 2) return undefined
  const places = new Map<string, number | undefined>()
  for (const [at, name] of names.entries()) {
    const words = new Set([name, ...name.split(/[^\p{L}\p{N}_-]+/u).filter(Boolean)])
    // A word of two names tells neither of them.
    for (const word of words) places.set(word, places.has(word) ? undefined : at)
  }
  return Object.keys(args).find((arg) => {
    const { [arg]: list } = args
    return (
      Array.isArray(list) &&
      list.length === names.length &&
      list.every((id: JsonValue, at) => typeof id !== 'object' && places.get(`${id}`) === at)
    )
  })
}

/** Returns the names of the rows or lines of a preview. */
function namesOf(preview: JsonValue, changes: readonly Change[] = []): readonly string[] {
  if (!Array.isArray(preview)) return [...new Set(changes.flatMap(({ row }) => row ?? []))]
  return (preview as readonly JsonValue[]).map((item) => {
    const name = isFlatRow(item) ? Object.values(item as JsonObject)[0] : item
    return typeof name === 'string' ? name : JSON.stringify(name)
  })
}
