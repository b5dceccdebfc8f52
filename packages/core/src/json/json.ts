/** Anything JSON can say. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined }

/** A deep copy of JSON data. `__proto__` keys are left out, so the copy pollutes nothing when it is merged. */
export function cloneJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cloneJson) as T
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (key !== '__proto__') copy[key] = cloneJson((value as Record<string, unknown>)[key])
  }
  return copy as T
}

/** The object, or where a key holds undefined a copy without it, so that what is absent is absent. */
export function dropUndefined<T extends object>(value: T): T {
  for (const key in value) {
    if (value[key] === undefined) return withoutUndefined(value)
  }
  return value
}

/** A copy: deleting from the object itself would make engines keep it as a slow dictionary. */
function withoutUndefined<T extends object>(value: T): T {
  const kept: Partial<T> = {}
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key]
  return kept as T
}

/** True for a plain JSON object: no array, no null. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * True when `JSON.stringify` alone writes the value as it is: nothing but plain objects, arrays, text, numbers, booleans and null, no
 * deeper than `depth`, and without `__proto__` and `constructor` keys. Much cheaper than a replacer.
 */
export function isPlainJson(value: unknown, depth = 16): boolean {
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol'
  }
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth - 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const key in value) {
    if (key === '__proto__' || key === 'constructor' || key === 'toJSON') return false
    if (!isPlainJson((value as Record<string, unknown>)[key], depth - 1)) return false
  }
  return true
}

/** JSON text that is equal for equal data, whatever the order of keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    const sorted = Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted)
  })
}
