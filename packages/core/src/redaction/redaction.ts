import type { Redaction } from '../features.ts'
import { AgentError } from '../errors/agent-error.ts'
import { isJsonObject } from '../json/json.ts'

/** The options that define a secret. */
export interface RedactionOptions {
  /**
   * The names of fields whose values are secrets, in addition to the usual ones (`password`,
   * `apiKey`, `cookie`, …). Case, `_` and `-` make no difference.
   */
  readonly fields?: readonly string[] | undefined
  /** The patterns of secrets in a text, in addition to the usual forms of keys. */
  readonly patterns?: readonly RegExp[] | undefined
  /** False to leave out the usual fields and forms of keys. Default true. */
  readonly defaults?: boolean | undefined
}

const hidden = '[redacted]'

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

const usualFields =
  'password passwd pwd passphrase passcode pin otp secret clientSecret secretKey privateKey apiKey accessKey signingKey token accessToken refreshToken idToken authToken sessionToken csrfToken authorization cookie setCookie credentials cardNumber ccNumber cvv cvc cardCode iban ssn'.split(
    ' ',
  )

/** The forms of keys that providers document, and of credentials in general. */
const usualPatterns = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-[\w-]{16,}/g,
  /\b[rsp]k_(?:live|test)_\w{10,}/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[oprsu]_\w{30,}/g,
  /\bgithub_pat_\w{30,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bnpm_\w{30,}/g,
  /\bhf_\w{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /\b(?:Bearer|Basic)\s+[\w.~+/-]{16,}=*/gi,
  /(?<=:\/\/[^\s:/@]{1,100}:)[^\s:/@]{1,200}(?=@)/g,
]

/**
 * Creates the agent's `redaction`. It removes secrets from contexts and tool results, including
 * errors, before the model, the history or a storage gets them. Events keep the tool's own value.
 *
 * It finds secrets by the names of fields and by the forms of keys, so it finds most of them and
 * not all. Mark a known secret with `redact()`, or do not return it. Throws `AgentError` if an
 * entry of `patterns` is not a regular expression.
 *
 * @example
 * createAgent({ model, redaction: redaction({ fields: ['salary'], patterns: [/EMP-\d{6}/] }) })
 */
export function redaction(options: RedactionOptions = {}): Redaction {
  const { fields = [], patterns = [], defaults = true } = options
  if (!patterns.every((pattern) => pattern instanceof RegExp)) {
    throw new AgentError(
      '`patterns` of `redaction` has an entry that is not a regular expression, so it would find no secret. Give a RegExp.',
    )
  }
  const names = new Set([...(defaults ? usualFields : []), ...fields].map(plain).filter(Boolean))
  const shapes = [...(defaults ? usualPatterns : []), ...patterns.map(toGlobal)]
  const pairs = toPairs(names)
  const inText = (text: string): string =>
    shapes
      .reduce((rest, shape) => rest.replaceAll(shape, hidden), text)
      .replaceAll(pairs, `$1$2${hidden}`)
  // A string is often JSON, such as the body of a response in the message of an error.
  const inString = (text: string): string => (/^\s*[[{"]/.test(text) ? inJson(text) : inText(text))
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inString(value)
    if (Array.isArray(value)) return value.map(inValue)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        inText(key),
        names.has(plain(key)) && inner !== null ? hidden : inValue(inner),
      ]),
    )
  }
  const inJson = (json: string): string => {
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch {
      return inText(json)
    }
    return JSON.stringify(inValue(value))
  }
  return { text: inJson }
}

/** Returns a pattern that finds `"name": "value"` and `name=value` inside a text. */
function toPairs(names: ReadonlySet<string>): RegExp {
  if (names.size === 0) return /(?!)/g
  const words = Array.from(names, (name) => name.split('').join('[_-]?')).join('|')
  return new RegExp(
    `("(?:${words})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*|(\\b(?:${words})=)[^\\s&"';,]+`,
    'gi',
  )
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const toGlobal = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)
