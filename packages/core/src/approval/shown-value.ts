import { type JsonValue, maxDepth } from '../json/json.ts'

/**
 * Returns any value as JSON for a person to read. Nothing is left out but members that are
 * undefined. A value that JSON does not have is shown as text, such as `[a function]`. Calls
 * `onOpaque` for each value that can differ from another one without being shown differently.
 */
export function toShownValue(
  value: unknown,
  onOpaque: () => void = () => undefined,
  above: readonly object[] = [],
): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
    case 'symbol':
      return String(value)
    case 'undefined':
      return null
    case 'object':
      return value === null ? null : toShownObject(value, onOpaque, above)
    default:
      onOpaque()
      return '[a function]'
  }
}

function toShownObject(value: object, onOpaque: () => void, above: readonly object[]): JsonValue {
  if (above.includes(value)) return '[Circular]'
  if (above.length >= maxDepth) {
    onOpaque()
    return '[nested too deeply]'
  }
  const inside = [...above, value]
  const show = (inner: unknown): JsonValue => toShownValue(inner, onOpaque, inside)
  try {
    if (Array.isArray(value)) return value.map(show)
    if (isPlainObject(value)) return showMembers(Object.entries(value), show)
    if (value instanceof Set) return [...value].map(show)
    if (value instanceof Map) {
      const isNamed = [...value.keys()].every((key) => typeof key === 'string')
      return isNamed ? showMembers([...value], show) : [...value].map((entry) => entry.map(show))
    }
    if (value instanceof Date) return value.toJSON() ?? '[Invalid Date]'
    if (value instanceof URL || value instanceof RegExp) return String(value)
    onOpaque()
    if (value instanceof Error) return `[${value.name}: ${value.message}]`
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      return `[${nameOf(value)}, ${value.byteLength} bytes]`
    }
    const { toJSON } = value as { toJSON?: unknown }
    if (typeof toJSON === 'function') return show(toJSON.call(value))
    const members = Object.entries(value)
    return members.length > 0 ? showMembers(members, show) : `[${nameOf(value)}]`
  } catch {
    onOpaque()
    return '[unreadable]'
  }
}

const showMembers = (
  members: readonly (readonly [string, unknown])[],
  show: (inner: unknown) => JsonValue,
): JsonValue =>
  Object.fromEntries(
    members.flatMap(([key, inner]) =>
      inner === undefined || key === '__proto__' ? [] : [[key, show(inner)]],
    ),
  )

/** Returns the name of an object's class, such as `Response`. */
function nameOf(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  return tag === 'Object' ? `an instance of ${value.constructor.name}` : tag
}

/** Tells if a value is an object without a class of its own. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
