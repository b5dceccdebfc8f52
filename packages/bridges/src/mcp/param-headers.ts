import { toHeaderValue } from './header-value.ts'
import { toObject } from './mcp-wire.ts'

/** Headers by their names, and arguments by their paths. */
type Found = Map<string, readonly string[]>

const plain = ['string', 'integer', 'boolean']

/**
 * Finds the arguments that a tool's schema wants as headers too, by `x-mcp-header`.
 *
 * @throws Error for a schema that the protocol forbids: a tool with such a schema is left out.
 */
function findParams(
  schema: unknown,
  path: readonly string[] = [],
  found: Found = new Map(),
): Found {
  const { properties, ...rest } = toObject(schema)
  const { 'x-mcp-header': header, type } = rest
  if (header !== undefined) {
    const name = typeof header === 'string' ? header.toLowerCase() : ''
    const isGood =
      path.length &&
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
      plain.includes(String(type)) &&
      !found.has(name)
    if (!isGood) throw new Error('Its schema has an `x-mcp-header` that is not allowed.')
    found.set(name, path)
  }
  // A header may only be of a property that is always at the same place.
  else if (JSON.stringify(rest).includes('"x-mcp-header":')) {
    throw new Error('Its schema has an `x-mcp-header` at a place that is not allowed.')
  }
  for (const [key, value] of Object.entries(toObject(properties))) {
    findParams(value, [...path, key], found)
  }
  return found
}

/** Returns the headers that name what a request is for. */
export function paramHeaders(schema: unknown, args: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, path] of findParams(schema)) {
    let value = args
    for (const key of path)
      value = Object.hasOwn(toObject(value), key) ? toObject(value)[key] : undefined
    if (/^(string|boolean)$/.test(typeof value) || Number.isSafeInteger(value)) {
      headers[`mcp-param-${name}`] = toHeaderValue(String(value))
    }
  }
  return headers
}

/**
 * Returns why tools of a list cannot be taken, by the tools. The protocol wants a tool with a wrong
 * `x-mcp-header` to be left out.
 */
export function findFaults(list: readonly unknown[]): Map<unknown, unknown> {
  const faults = new Map<unknown, unknown>()
  for (const tool of list) {
    try {
      findParams(toObject(tool)['inputSchema'])
    } catch (error) {
      faults.set(tool, error)
    }
  }
  return faults
}
