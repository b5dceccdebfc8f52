/** What a refusal says about the sign-in that it wants. All are words of the server. */
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
  const text = (header ?? '').slice(0, maxLength)
  const [, rest = ''] = /(?:^|,)\s*bearer\s(.*)$/is.exec(text) ?? []
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of rest.matchAll(parameter)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return {
    resourceMetadata: found.get('resource_metadata'),
    scope: found.get('scope'),
    error: found.get('error'),
  }
}

/** A parameter: its value is in quotes, or one word. */
const parameter = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g
