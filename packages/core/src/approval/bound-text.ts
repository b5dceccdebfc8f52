/**
 * Returns a text that is the same for equal values. Plain objects, lists and dates are compared by
 * their content. Everything else, such as a Map or an instance of a class, is compared by identity.
 * Throws for a promise, and for data that contains itself.
 */
export function toBoundText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint':
      return `${value}n`
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : textOfObject(value)
    default:
      return identityOf(value as object | symbol)
  }
}

function textOfObject(value: object): string {
  if (typeof (value as { then?: unknown }).then === 'function') {
    throw new TypeError(
      '`binds` returned a promise. It is compared at once, right before the call runs. Return the values themselves.',
    )
  }
  if (Array.isArray(value)) return `[${Array.from(value, toBoundText).join()}]`
  if (value instanceof Date) return `Date(${value.getTime()})`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return identityOf(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, of]) => `${JSON.stringify(key)}:${toBoundText(of)}`).join()}}`
}

let identities = 0
const identityByObject = new WeakMap<object, string>()

function identityOf(value: object | symbol): string {
  if (typeof value === 'symbol') return String(value)
  let identity = identityByObject.get(value)
  if (identity === undefined) identityByObject.set(value, (identity = `#${++identities}`))
  return identity
}
