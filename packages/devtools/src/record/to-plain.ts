import { hideSecrets, type Redaction, shortHash } from '@ambit/core/redaction'

/** JSON data without secrets, its text, and the files that were in it. */
export interface Plain {
  readonly value: unknown
  readonly text: string
  readonly files: Record<string, string>
  /** The hash of the text, once somebody needs it. */
  id?: string
}

/** The members that are data of the app or of the model. Their own members can be secrets. */
const isData = /^(?:arg\w+|input|result|answer|value|preview)$/

/** The members that are names and ids, which no redaction may change. */
const isName = /[iI]d$|^(?:name|tool|prompt|defin)/

/**
 * Copies a value as JSON data without secrets. The data of its files is apart. Each text, and each
 * piece of data, is redacted by itself, so that no redaction can break the rest.
 *
 * Throws if a getter or `toJSON` of the value throws.
 */
export function toPlain(value: unknown, redaction?: Redaction): Plain {
  const files: Record<string, string> = {}
  const clean = (inner: unknown, key: string): unknown => {
    const isList = Array.isArray(inner)
    const isText = typeof inner === 'string'
    if (isText ? !isName.test(key) : isData.test(key) && !(isList && key === 'input')) {
      return redaction ? hideSecrets(inner, redaction) : inner
    }
    // The parts of `input` are not data of the app.
    if (isList) return inner.map((item) => clean(item, `${key}.`))
    if (typeof inner !== 'object' || !inner) return inner
    const { type, data } = inner as { type?: string; data?: unknown }
    const entries = Object.entries(inner).map(([name, item]) => [name, clean(item, name)] as const)
    const made: Record<string, unknown> = Object.fromEntries(entries)
    if (typeof data === 'string' && !/^http|^\[/.test(data)) {
      made['data'] = data
      if (/^(?:image|audio|file)$/.test(type as string)) {
        const id = shortHash(data)
        files[id] = data
        made['data'] = `recording:${id}`
      }
    }
    return made
  }
  const plain = clean(hideSecrets(value), '')
  return { value: plain, text: JSON.stringify(plain), files }
}
