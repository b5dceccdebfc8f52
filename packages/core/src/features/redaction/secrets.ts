import { isJsonObject, type JsonValue } from '../../json/json.ts'
import type { Redaction } from '../../ports.ts'

/**
 * Returns any value as JSON data without secrets: without the forms of keys in texts and in names
 * of members, and without what `redaction` finds. Values that JSON does not have are described in
 * words. The data keeps its form: where the redaction would break the JSON, or throws, it gets each
 * text by itself.
 *
 * Throws what a getter or `toJSON` of the value throws.
 */
export function hideSecrets(value: unknown, redaction?: Redaction): JsonValue {
  const data = typeof value === 'string' ? value : (toData(value) as JsonValue)
  const shown = withoutKeys(data)
  return redaction ? redactJson(shown, redaction) : shown
}

function withoutKeys(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hideLong(value)
  return mapJson(value, hideLong, withoutKeys)
}

/** Hides keys. No form of a key is shorter, and most names of members are. */
const hideLong = (text: string): string => (text.length < 8 ? text : hideKeys(text))

function redactJson(value: JsonValue, redaction: Redaction): JsonValue {
  const read = (text: string): string => redaction.redact(text, text.length)
  try {
    const made = JSON.parse(read(JSON.stringify(value))) as JsonValue
    if (fits(value, made)) return made
  } catch {
    // It is read in pieces.
  }
  const again = (inner: JsonValue): JsonValue => redactJson(inner, redaction)
  if (typeof value === 'object' && value !== null) {
    return mapJson(value, (key) => redactJson(key, redaction) as string, again)
  }
  try {
    return read(String(value))
  } catch {
    return hidden
  }
}

/** Whether data has the same form as before, apart from texts in place of some of it. */
function fits(was: JsonValue, is: JsonValue): boolean {
  if (typeof is === 'string' || was === is) return true
  if (typeof was !== 'object' || typeof is !== 'object' || !was || !is) return false
  const [old, now] = [Object.values(was), Object.values(is)]
  return (
    Array.isArray(was) === Array.isArray(is) &&
    old.length === now.length &&
    old.every((item, at) => fits(item as JsonValue, now[at] as JsonValue))
  )
}

function mapJson(
  value: JsonValue,
  toKey: (key: string) => string,
  toValue: (inner: JsonValue) => JsonValue,
): JsonValue {
  if (Array.isArray(value)) return value.map((item) => toValue(item as JsonValue))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value) as [string, JsonValue][]
  return Object.fromEntries(entries.map(([key, inner]) => [toKey(key), toValue(inner)]))
}

/**
 * The forms of keys that some providers document, and of credentials in general.
 *
 * Each pattern reads a text in time proportional to its length. A repeat without a limit is the end
 * of its pattern, or no other match can begin inside it. The tests try every pattern on texts that
 * are made to be slow.
 */
export const keyShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bsk-(?=[\w-]{0,48}\d)[\w-]{16,}/g,
  /\b[rsp]k_(?:live|test)_\w{10,}/g,
  /\bwhsec_[\w+/]{16,}=*/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[oprsu]_\w{30,}/g,
  /\bgithub_pat_\w{30,}/g,
  /\bgl(?:pat|dt)-[\w-]{20,}/g,
  /\b(?:xox[abeoprs]|xapp)-[\w-]{10,}/g,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{10,}/g,
  /\bAccountKey=[\w+/]{16,}=*/g,
  /\bdo[opr]_v1_\w{30,}/g,
  /\bshp(?:at|ca|pa|ss)_\w{20,}/g,
  /\bhv[bs]\.[\w-]{20,}/g,
  /\bpypi-Ag[\w-]{16,}/g,
  /\bdapi[a-f\d]{32}/g,
  /\blin_api_\w{20,}/g,
  /\b(?:pplx|xai)-\w{20,}/g,
  /\b(?:gsk|r8)_\w{20,}/g,
  /\bATATT[\w=-]{20,}/g,
  /\bnpm_\w{30,}/g,
  /\bhf_\w{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  // Begins at the start of a run of word characters: a later begin would read the run again.
  /(?<![\w-])(?=[\w-]*?\beyJ[\w-]{8})[\w-]{11,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /\b(?:[Bb][Ee][Aa][Rr][Ee][Rr]|[Bb][Aa][Ss][Ii][Cc])\s{1,20}(?=[\w.~+/-]*(?:\d|[a-z][A-Z])|[\w.~+/-]{24})[\w.~+/-]{16,}=*/g,
  /(?<=:\/\/[^\s:/]*:)[^\s/"<>]+(?=@)/g,
]

/** All of them as one pattern, which is faster on many short texts. */
export const anyKey: RegExp = new RegExp(keyShapes.map(({ source }) => source).join('|'), 'g')

/**
 * Returns a text with `[redacted]` in place of keys of the usual forms. Names of fields make no
 * difference, as they do for `redaction`.
 */
export const hideKeys = (text: string): string => text.replaceAll(anyKey, hidden)

/** The text that stands in place of a secret. */
export const hidden = '[redacted]'

/** A value that the page and the handlers see, and the model does not. */
export class Redacted<T> {
  readonly #value: T
  constructor(value: T) {
    this.#value = value
  }
  /** Returns the value itself. */
  reveal(): T {
    return this.#value
  }
  toJSON(): string {
    return hidden
  }
  toString(): string {
    return hidden
  }
}

/**
 * Marks a value in a scope's `context` or a tool's result as a secret. The model, the history and
 * the storage get `[redacted]`. Code that has the object gets the value with `reveal()`. Needs no
 * option of the agent.
 */
export const redact = <T>(value: T): Redacted<T> => new Redacted(value)

/**
 * Returns any value as JSON data: a bigint by its digits, bytes by their number, and a cycle by
 * `"[Circular]"`. Throws if a getter or `toJSON` throws.
 */
function toData(value: unknown): unknown {
  /** The objects around the value that is being written. */
  const around: unknown[] = []
  const json = JSON.stringify(
    value ?? null,
    function (this: unknown, _key: string, inner: unknown) {
      if (typeof inner === 'bigint') return String(inner)
      if (ArrayBuffer.isView(inner)) return `[${inner.byteLength} bytes]`
      while (around.length > 0 && around.at(-1) !== this) around.pop()
      if (around.includes(inner)) return '[Circular]'
      if (typeof inner === 'object' && inner !== null) around.push(inner)
      return inner
    },
  ) as string | undefined
  return JSON.parse(json ?? 'null')
}

/**
 * Returns a short hash of a text, by which equal texts are found without keeping them. It protects
 * nothing.
 */
export function shortHash(text: string): string {
  let a = 7
  let b = 9
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 2_654_435_761)
    b = Math.imul(b ^ a, 1_597_334_677)
  }
  return [a, b].map((half) => (half >>> 0).toString(36)).join('')
}
