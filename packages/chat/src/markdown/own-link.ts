/** White space, backslash, control and format characters (bidi, zero-width, tags, soft hyphen). */
const FORBIDDEN = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u
/** Escapes of a slash, a backslash, a control character, or of a percent sign that hides one. */
const DISGUISED = /%(?:25|2f|5c|[01][\da-f]|7f)/i
const LONGEST_URL = 8192

/** A link to a page of the application itself. */
export interface OwnLink {
  readonly href: string
  readonly host: string
  /** Path, query and fragment. Begins with one slash. */
  readonly path: string
}

/**
 * Returns the link to a page of this application, whose `origin` is given. The destination is a
 * path such as `/orders/17`, or an address of the same origin. Returns `undefined` for every other
 * destination, and for an address with a user or password. A path that a router or a server may
 * read as another origin gives `undefined` too. Pass the destination with character references
 * decoded.
 */
export function toOwnLink(destination: string, origin: string | undefined): OwnLink | undefined {
  if (origin === undefined || !/^https?:\/\//.test(origin)) return undefined
  if (destination.length > LONGEST_URL || FORBIDDEN.test(destination)) return undefined
  if (!/^(?:\/(?!\/)|https?:\/\/)/i.test(destination) || !URL.canParse(destination, origin)) {
    return undefined
  }
  const url = new URL(destination, origin)
  const isOwn = url.origin === origin && url.username === '' && url.password === ''
  // Dots in a path may leave two slashes at its start, which lead to another origin.
  if (!isOwn || url.pathname.includes('//') || DISGUISED.test(url.pathname)) return undefined
  return { href: url.href, host: url.host, path: url.pathname + url.search + url.hash }
}
