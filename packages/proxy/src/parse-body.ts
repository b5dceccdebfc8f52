import { isUnsafeKey } from '@ambit/protocol'
import { ProxyError } from './proxy-error.ts'

/**
 * Parses the JSON of a client.
 *
 * @throws ProxyError `invalid_request` for invalid JSON, nesting over 64 levels, and keys that
 * could reach a prototype.
 */
export function parseBody(text: string): unknown {
  checkDepth(text, 64)
  const value = parseOrRefuse(text)
  checkKeys(value)
  return value
}

/**
 * Parses JSON with any keys, whose depth was checked.
 *
 * @throws ProxyError `invalid_request` for invalid JSON.
 */
export function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The parser's own message would quote the body.
    throw new ProxyError('invalid_request', { message: 'The body is not valid JSON.' })
  }
}

/** Parses a text. Returns undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const quote = 34
const backslash = 92

/**
 * Checks the nesting of JSON, in one pass, since a parser takes long for millions of levels.
 *
 * @throws ProxyError `invalid_request` for nesting over `maxDepth` levels.
 */
export function checkDepth(text: string, maxDepth: number): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    // Both brackets differ from both braces in this bit only.
    else if ((code | 32) === 123) depth += 1
    else if ((code | 32) === 125) depth -= 1
    if (depth <= maxDepth) continue
    throw new ProxyError('invalid_request', {
      message: `The body is nested more than ${maxDepth} levels deep.`,
    })
  }
}

/** Returns the index of the quote that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

function checkKeys(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(checkKeys)
  if (typeof value !== 'object' || value === null) return
  for (const key in value) {
    const child: unknown = Reflect.get(value, key)
    if (isUnsafeKey(key, child)) {
      throw new ProxyError('invalid_request', { message: `The body has a forbidden key: ${key}.` })
    }
    checkKeys(child)
  }
}
