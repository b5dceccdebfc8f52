import { isDeeper, isPlainJson } from '@ambit/protocol'
import { describeThrown } from '../errors/agent-error.ts'
import { AgentError } from '../errors/agent-error.ts'
import { isJsonObject } from './json.ts'

/** The most levels of objects and lists in the JSON of calls and results. */
export const maxDepth = 100

/**
 * Whether a value can be written as JSON, with at most 100 levels of objects and lists. False for
 * a cycle, a bigint, and a getter that throws.
 */
export function isWritableJson(value: unknown): boolean {
  try {
    return !isDeeper(value, maxDepth) && JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/** Returns JSON text that equal data has in common, whatever the order of keys. No `__proto__`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    const sorted: Record<string, unknown> = {}
    for (const key of Object.keys(inner).sort()) {
      if (key !== '__proto__') sorted[key] = (inner as Record<string, unknown>)[key]
    }
    return sorted
  })
}

/** The kind of a value that JSON does not have. `opaque`: an instance without public fields. */
export type ReplacedKind =
  | 'Map'
  | 'Set'
  | 'bigint'
  | 'function'
  | 'symbol'
  | 'promise'
  | 'cycle'
  | 'binary'
  | 'element'
  | 'deep'
  | 'opaque'

/** Called for each value that is replaced, with a name for the developer such as `a Map`. */
type OnReplaced = (kind: ReplacedKind, name: string) => void

/**
 * Returns any value as JSON text. Values that JSON does not have are replaced:
 *
 * - undefined and functions by null; they are left out where they are the value of a key
 * - promises, WeakMaps and WeakSets by null
 * - a bigint by its decimal string
 * - a Map by an object, or by its entries if a key is not text
 * - a Set by an array
 * - an error by its name and message
 * - binary data and DOM nodes by a short description
 * - a cycle by `"[Circular]"`
 * - objects and lists below level 100 by a short description
 *
 * Calls `onReplaced` for all of them except undefined and errors. Throws the code `serialization`
 * if a getter or `toJSON` throws.
 */
export function toJsonText(value: unknown, onReplaced: OnReplaced = () => undefined): string {
  if (value === undefined) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  try {
    return (
      (isPlainJson(value)
        ? JSON.stringify(value)
        : JSON.stringify(value, createReplacer(onReplaced))) ?? 'null'
    )
  } catch (cause) {
    throw new AgentError(
      `The result cannot be written as JSON (${describeThrown(cause)}), so the model cannot get it. Return plain data.`,
      { code: 'serialization', cause },
    )
  }
}

function createReplacer(
  onReplaced: OnReplaced,
): (this: unknown, key: string, value: unknown) => unknown {
  const holders: unknown[] = []
  const originals: object[] = []
  return function replace(key, value) {
    if (typeof value === 'bigint') {
      onReplaced('bigint', 'a bigint')
      return value.toString()
    }
    const kind = typeof value
    if (kind === 'function' || kind === 'symbol') {
      onReplaced(kind, `a ${kind}`)
      return undefined
    }
    // The `toJSON` of an error, already called, tells more of it than a model may get.
    const original = (this as Record<string, unknown>)[key]
    if (original instanceof Error) return toPlain(original, onReplaced)
    if (typeof value !== 'object' || value === null) return value
    // `this` holds `value`, so everything above `this` on the stack is finished.
    while (holders.length && holders.at(-1) !== this) {
      holders.pop()
      originals.pop()
    }
    if (originals.includes(value)) {
      onReplaced('cycle', 'a cycle')
      return '[Circular]'
    }
    if (holders.length >= maxDepth) {
      onReplaced('deep', 'data that is nested deeper than 100 levels')
      return '[nested too deeply]'
    }
    const plain = toPlain(value, onReplaced)
    if (typeof plain === 'object') {
      holders.push(plain)
      originals.push(value)
    }
    return plain
  }
}

function toPlain(value: object, onReplaced: OnReplaced): unknown {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return value
  if (value instanceof Map) {
    onReplaced('Map', 'a Map')
    const entries = [...value] as [unknown, unknown][]
    const named = entries.every(([key]) => typeof key === 'string')
    return named ? Object.fromEntries(entries as [string, unknown][]) : entries
  }
  if (value instanceof Set) {
    onReplaced('Set', 'a Set')
    return [...value]
  }
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    onReplaced('binary', 'binary data')
    return `[${value.constructor.name}, ${value.byteLength} bytes]`
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
    onReplaced('promise', `a ${nameOf(value)}`)
    return null
  }
  if ('nodeType' in value && 'nodeName' in value) {
    onReplaced('element', 'an element of the page')
    return `[${String(value.nodeName)} element]`
  }
  if (Object.keys(value).length === 0) onReplaced('opaque', `an instance of ${nameOf(value)}`)
  return value
}

/** Returns the name of an object's class, such as `Response`. */
const nameOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

/** A text within a byte limit. */
export interface CappedText {
  readonly text: string
  /** The size in UTF-8 bytes before the cut. Present if the text was cut. */
  readonly totalBytes?: number | undefined
}

const encoder = new TextEncoder()

/**
 * Cuts text to at most `maxBytes` of UTF-8, at a code-point boundary. The bytes include the marker
 * `…[truncated; full result <N> bytes]`. If the marker alone is larger, the marker is cut too.
 * `wholeBytes` is the size of a longer text that `text` is the beginning of.
 */
export function capText(text: string, maxBytes: number, wholeBytes?: number): CappedText {
  // No UTF-16 unit needs more than three bytes.
  if (text.length * 3 <= maxBytes) return { text, totalBytes: wholeBytes }
  const ownBytes = encoder.encode(text).length
  if (ownBytes <= maxBytes) return { text, totalBytes: wholeBytes }
  const totalBytes = wholeBytes ?? ownBytes
  const marker = `…[truncated; full result ${totalBytes} bytes]`
  const room = maxBytes - encoder.encode(marker).length
  return { text: room < 0 ? head(marker, maxBytes) : head(text, room) + marker, totalBytes }
}

/** Returns the longest start of `text` that fits. */
const head = (text: string, maxBytes: number): string =>
  text.slice(0, encoder.encodeInto(text, new Uint8Array(maxBytes)).read)

/** Returns the JSON object in a text; undefined if it has none, or is nested too deeply. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && !isDeeper(value, maxDepth) ? value : undefined
  } catch {
    return undefined
  }
}
