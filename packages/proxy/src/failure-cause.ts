/** The facts about a value that a function of the app threw. They can always be written as JSON. */
export interface FailureCause {
  /** The name of the error, such as `TypeError`, or the type of a value that is not an error. */
  name: string
  /** The message: at most 300 characters. Passwords in URLs and keys are replaced by `***`. */
  message: string
  /** The code of the error or of its cause, such as `ECONNREFUSED`. */
  code?: string | undefined
}

const maxLength = 300

/** A pattern of passwords in URLs, of the keys of providers, and of bearer tokens. */
const secret =
  /(?<=:\/\/[^/\s@]{0,99}:)[^/\s@]{1,99}(?=@)|\b(sk-|AIza|eyJ)[\w.-]{6,999}|(?<=\bbearer )\S{1,999}/gi

/** Returns a text with `***` in place of passwords and keys. */
export const withoutSecrets = (text: string): string => text.replaceAll(secret, '***')

/** Returns the facts about a thrown value. Never throws. */
export function toFailureCause(thrown: unknown): FailureCause {
  try {
    const { name, message } = fieldsOf(thrown)
    const code = codeOf(thrown, 0)
    return {
      name: typeof name === 'string' ? name : typeof thrown,
      message: shorten(typeof message === 'string' ? message : String(thrown)),
      ...(code !== undefined && { code }),
    }
  } catch {
    return { name: typeof thrown, message: 'The value cannot be read.' }
  }
}

const shorten = (text: string): string => {
  const safe = withoutSecrets(text.slice(0, 4 * maxLength))
  return safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe
}

/** Finds the code of an error. The errors of `fetch` have it in their cause. */
function codeOf(thrown: unknown, depth: number): string | undefined {
  const { code, cause } = fieldsOf(thrown)
  if (typeof code === 'string' || typeof code === 'number') return shorten(String(code))
  return cause === undefined || depth > 3 ? undefined : codeOf(cause, depth + 1)
}

interface Fields {
  name?: unknown
  message?: unknown
  code?: unknown
  cause?: unknown
}

const fieldsOf = (value: unknown): Fields =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? value : {}
