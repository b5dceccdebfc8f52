import { toObject } from './mcp-wire.ts'

/** Headers by their names, and arguments by their paths. */
type Found = Map<string, readonly string[]>

const plain = ['string', 'integer', 'boolean']

/**
 * Finds the arguments that a tool's schema wants as headers too, by `x-mcp-header`.
 *
 * @throws Error for a schema that the protocol forbids: a tool with such a schema is left out.
 */
export function findParams(
  schema: unknown,
  path: readonly string[] = [],
  found: Found = new Map(),
): Found {
  const { properties, ...rest } = toObject(schema)
  const { 'x-mcp-header': header, type } = rest
  if (header !== undefined) {
    const name = String(header).toLowerCase()
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

/** Returns text as the value of a header: as it is if that is safe, else as base64 with a mark. */
export const toHeaderValue = (text: string): string =>
  /^[\x21-\x7e](.*[\x21-\x7e])?$/.test(text) &&
  /^[\t\x20-\x7e]+$/.test(text) &&
  !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`
