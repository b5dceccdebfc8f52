import type { Redaction } from '../features.ts'
import { AgentError } from '../errors/agent-error.ts'
import { isJsonObject } from '../json/json.ts'

/** What counts as a secret. */
export interface RedactionOptions {
  /** Names of members whose values are secrets, beside the usual ones (`password`, `apiKey`, `cookie`, …). Case, `_` and `-` make no difference. */
  readonly fields?: readonly string[] | undefined
  /** What in a text is a secret, beside the usual key shapes. */
  readonly patterns?: readonly RegExp[] | undefined
  /** Leaves the usual fields and key shapes out. Default true. */
  readonly defaults?: boolean | undefined
}

const hidden = '[redacted]'

/** A value that the page and the handlers see, and the model does not. */
export class Redacted<T> {
  readonly #value: T
  constructor(value: T) {
    this.#value = value
  }
  /** The value itself. */
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
 * Marks a value in a scope's `context` or a tool's result as a secret: the model, the history and what is stored get `[redacted]`, and code that has the object
 * gets the value with `reveal()`. Needs no option of the agent.
 */
export const redact = <T>(value: T): Redacted<T> => new Redacted(value)

const usualFields =
  'password passwd pwd passphrase passcode pin otp secret clientSecret secretKey privateKey apiKey accessKey signingKey token accessToken refreshToken idToken authToken sessionToken csrfToken authorization cookie setCookie credentials cardNumber ccNumber cvv cvc cardCode iban ssn'.split(
    ' ',
  )

/** The shapes of keys that providers document, and of what is a credential whoever made it. */
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
 * The agent's `redaction`: takes secrets out of contexts and tool results, errors included, before the model, the history or a storage has them; events keep the
 * tool's own value. By the names of members and by the shapes of keys, which find most and not all: what is secret for certain is best marked with `redact()`, or not returned.
 *
 * @example
 * createAgent({ model, redaction: redaction({ fields: ['salary'], patterns: [/EMP-\d{6}/] }) })
 */
export function redaction(options: RedactionOptions = {}): Redaction {
  const { fields = [], patterns = [], defaults = true } = options
  if (!patterns.every((pattern) => pattern instanceof RegExp)) {
    throw new AgentError('`patterns` holds something that is no regular expression.')
  }
  const names = new Set([...(defaults ? usualFields : []), ...fields].map(plain).filter(Boolean))
  const shapes = [...(defaults ? usualPatterns : []), ...patterns.map(toGlobal)]
  const pairs = toPairs(names)
  const inText = (text: string): string =>
    shapes
      .reduce((rest, shape) => rest.replaceAll(shape, hidden), text)
      .replaceAll(pairs, `$1$2${hidden}`)
  // What a string quotes is often JSON: the body of a response in the message of an error.
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

/** `"name": "value"` and `name=value` in the middle of a text. */
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
