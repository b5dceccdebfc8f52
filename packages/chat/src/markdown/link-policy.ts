const ALLOWED = /^(?:https?:\/\/|mailto:|tel:)/i
/** White space, backslash, control and format characters (bidi, zero-width, tags, soft hyphen). */
const FORBIDDEN = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u
const MAIL_ADDRESS =
  /^mailto:([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,255}?)(?:\?.*)?$/iu
const PHONE_NUMBER = /^tel:\+?[\d().-]{2,32}$/i
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d+)?$/
const LONGEST_URL = 8192

export interface SafeLink {
  readonly href: string
  /** The host of a web link, in ASCII (`xn--…` for other scripts). Absent for mail and phone. */
  readonly host?: string
}

/**
 * Normalises the destination of a link. No other function turns a model's text into an `href`. Pass
 * the destination with character references already decoded.
 *
 * Returns `undefined` for anything but an absolute `http:`, `https:`, `mailto:` or `tel:` address.
 * Also returns `undefined` for an address with a blank, backslash, control, bidi or zero-width
 * character, or with a user or password. An address of more than 8,192 UTF-16 units is refused too.
 * Of a mail link only the address is kept: a prepared body could carry data out.
 */
export function toSafeLink(destination: string): SafeLink | undefined {
  if (destination.length > LONGEST_URL) return undefined
  if (!ALLOWED.test(destination) || FORBIDDEN.test(destination)) return undefined
  if (PHONE_NUMBER.test(destination)) return { href: destination.toLowerCase() }
  const address = MAIL_ADDRESS.exec(destination)?.[1]
  if (address !== undefined) return { href: `mailto:${address}` }
  if (!/^https?:/i.test(destination) || !URL.canParse(destination)) return undefined
  const url = new URL(destination)
  const isPlain = url.username === '' && url.password === '' && HOST.test(url.host)
  return isPlain && /^https?:$/.test(url.protocol) ? { href: url.href, host: url.host } : undefined
}

/** The limit for the characters after the host: a longer address can carry a message out. */
const MUCH = 200

/** Whether following a web link would send much text to a site other than this page's. */
export function carriesMuch(href: string): boolean {
  const { host, pathname, search, hash } = new URL(href)
  const isOwn = host === globalThis.location?.host
  return !isOwn && pathname.length + search.length + hash.length > MUCH
}

/** Escapes that a server may read as a `/` or a `.` that leads elsewhere. */
const DISGUISED = /%(?:2f|5c|2e|25|00)/i

/**
 * Whether an image's address is at one of the `allowed` origins, and its path begins with the
 * segments of that entry. Compares parsed addresses, never text: `https://cdn.example.evil.example`
 * and `https://cdn.example/docs-2` are not within `https://cdn.example/docs`.
 */
export function isWithinOrigins(href: string, allowed: readonly string[]): boolean {
  const { origin, pathname } = new URL(href)
  return allowed.some((entry) => {
    if (!/^https?:\/\//i.test(entry) || !URL.canParse(entry)) return false
    const { origin: allowedOrigin, pathname: path } = new URL(entry)
    if (origin !== allowedOrigin) return false
    const folder = path.endsWith('/') ? path : `${path}/`
    return folder === '/' || (`${pathname}/`.startsWith(folder) && !DISGUISED.test(pathname))
  })
}

const HOST_LIKE = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu
/** Endings of file names that are not top-level domains. */
const FILE_ENDING =
  /\.(?:js|jsx|tsx?|json|html?|css|txt|pdf|ya?ml|toml|xml|csv|png|jpe?g|svg|docx?|xlsx?)$/i
const LABEL_CHARS = 2000

/**
 * Returns the host to show beside a link, or undefined. A host is shown if the label names another
 * host than the link goes to. A host that is not plain ASCII is shown unless the label spells its
 * `xn--` form.
 */
export function hostToReveal(label: string, host: string): string | undefined {
  const text = label.slice(0, LABEL_CHARS).normalize('NFKC').toLowerCase()
  const isInternational = /(?:^|\.)xn--/.test(host) && !text.includes(host)
  if (isInternational) return host
  const name = host.replace(/:\d+$/, '')
  for (const [named] of text.matchAll(HOST_LIKE)) {
    if (!FILE_ENDING.test(named) && !isWithin(name, named.replace(/^www\./, ''))) return host
  }
  return undefined
}

const isWithin = (host: string, named: string): boolean =>
  host === named || host.endsWith(`.${named}`)

/** Escapes of a slash, a backslash, a control character, or of a percent sign that hides one. */
const DISGUISED_PATH = /%(?:25|2f|5c|[01][\da-f]|7f)/i

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
  if (!isOwn || url.pathname.includes('//') || DISGUISED_PATH.test(url.pathname)) return undefined
  return { href: url.href, host: url.host, path: url.pathname + url.search + url.hash }
}
