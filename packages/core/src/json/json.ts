/** A value that JSON can express. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined }

/**
 * Makes a deep copy of JSON data. `__proto__` keys are left out, so that merging the copy changes
 * no prototype.
 */
export function cloneJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cloneJson) as T
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (key !== '__proto__') copy[key] = cloneJson((value as Record<string, unknown>)[key])
  }
  return copy as T
}

/** Makes a deep copy of JSON data. Returns data that cannot be copied as it is. */
export function copyIfJson<T>(value: T): T {
  try {
    return cloneJson(value)
  } catch {
    return value
  }
}

/**
 * Removes keys whose value is undefined. Returns the object itself if there are none, else a copy.
 */
export function dropUndefined<T extends object>(value: T): T {
  for (const key in value) {
    if (value[key] === undefined) return withoutUndefined(value)
  }
  return value
}

/**
 * Copies the object, because engines would turn an object with deleted keys into a slow dictionary.
 */
function withoutUndefined<T extends object>(value: T): T {
  const kept: Partial<T> = {}
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key]
  return kept as T
}

/** Whether a value is a JSON object: not an array, not null. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a value as text for people: text as it is, a number or a boolean in words, an error by
 * its message. Returns undefined for any other value, which has no text. Never throws.
 */
export function toWords(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value)
  }
  try {
    const { message } = Object(value) as { readonly message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** Returns a name in words: `create_note` → `Create note`. */
export function toTitle(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
