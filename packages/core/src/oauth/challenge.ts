/** The sign-in that a refusal asks for. All are words of the server. */
export interface Challenge {
  /** The URL of the metadata of the protected resource (RFC 9728). */
  readonly resourceMetadata?: string | undefined
  /** The rights that the request needs, with spaces between them. */
  readonly scope?: string | undefined
  /** The code of the error, such as `insufficient_scope`. */
  readonly error?: string | undefined
}

/** The longest part of the header that is read, in characters. */
const maxLength = 4096

/** Reads the header `www-authenticate`. Returns an empty object for one without `Bearer`. */
export function readChallenge(header: string | null | undefined): Challenge {
  const tokens = [...(header ?? '').slice(0, maxLength).matchAll(token)]
  const found = new Map<string, string>()
  let isBearer = false
  for (let index = 0; index < tokens.length; index++) {
    const name = tokens[index]?.[0].toLowerCase() ?? ''
    if (tokens[index + 1]?.[0] !== '=') {
      isBearer = name === 'bearer'
      continue
    }
    const [, quoted, plain] = tokens[index + 2] ?? []
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain
    if (isBearer && value !== undefined && !found.has(name)) found.set(name, value)
    index += 2
  }
  return {
    resourceMetadata: found.get('resource_metadata'),
    scope: found.get('scope'),
    error: found.get('error'),
  }
}

/** A text in quotes, a word, or the sign between a name and its value. */
const token = /"((?:[^"\\]|\\.)*)"?|([^\s,="]+)|=/g
