// The reasons: decisions/0102.
import { isUnsafeKey } from '@ambit/protocol'
import { ProxyError } from './proxy-error.ts'
import { turns } from './turns.ts'

export { turns }

/**
 * Parses the JSON of a client.
 *
 * @param maxBytes The most bytes of a body, which bound its values.
 * @throws ProxyError `invalid_request` for invalid JSON, nesting over 64 levels, and keys that
 * could reach a prototype. `body_too_large` for too many values.
 */
export async function parseBody(text: string, maxBytes?: number): Promise<unknown> {
  const value = await parseBounded(text, 64, maxBytes)
  checkKeys(value)
  return value
}

/**
 * Parses JSON with any keys, in turns of the event loop of its own.
 *
 * @throws ProxyError as `checkBounds` does, and `invalid_request` for invalid JSON.
 */
export async function parseBounded(
  text: string,
  maxDepth: number,
  maxBytes?: number,
): Promise<unknown> {
  const turn = turns()
  checkBounds(text, maxDepth, maxBytes)
  await turn()
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The parser's own message would quote the body.
    throw new ProxyError('invalid_request', { message: 'The body is not valid JSON.' })
  } finally {
    await turn()
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

/** The bytes for each of which JSON may have a value, and the values that it may have anyway. */
const bytesOfValue = 40
const leastValues = 100_000

/** The further values that a new key counts as, because a parser takes as long for it. */
const keyWork = 4

const quote = 34
const comma = 44
const colon = 58
const backslash = 92

/**
 * Checks the work that JSON is, in one pass. A parser takes long for millions of levels, of values,
 * and of keys that are all different. Conversations have fewer of them than they have bytes.
 *
 * @throws ProxyError `invalid_request` for nesting over `maxDepth` levels, and `body_too_large` for
 * more values than a body of `maxBytes` has.
 */
export function checkBounds(text: string, maxDepth: number, maxBytes: number = Infinity): void {
  const most = Math.max(leastValues, Math.floor(maxBytes / bytesOfValue))
  const keys = new Set<string>()
  let [depth, values, start] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      start = at
      at = endOfString(text, at)
    }
    // Both brackets differ from both braces in this bit only.
    if ((code | 32) === 125) depth -= 1
    const isOpen = (code | 32) === 123
    if (isOpen) depth += 1
    if (code === colon) keys.add(text.slice(start, at))
    if (!isOpen && code !== colon && code !== comma) continue
    values += 1
    if (depth > maxDepth) {
      throw new ProxyError('invalid_request', {
        message: `The body is nested more than ${maxDepth} levels deep.`,
      })
    }
    if (values + keyWork * keys.size > most) {
      throw new ProxyError('body_too_large', {
        message: `This has more values than ${maxBytes} bytes may have: ${most}.`,
      })
    }
  }
}

/** Returns the index of the quote that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  for (let code; (code = text.charCodeAt(end)) !== quote && end < text.length; end++) {
    if (code === backslash) end += 1
  }
  return end
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
