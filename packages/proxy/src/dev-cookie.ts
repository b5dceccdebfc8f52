import { forwardedBy } from './check-loopback.ts'
import { isLoopbackHost } from './loopback.ts'
import { ProxyError } from './proxy-error.ts'
import { tokenAuth } from './token-auth.ts'

// A bundler may load this file twice: once for the page, and once for the route.
const shared = globalThis as { [secretKey]?: string }
const secretKey = Symbol.for('ambit.dev-cookie')
const secret = (): string => (shared[secretKey] ??= crypto.randomUUID())

let bySecret: ReturnType<typeof tokenAuth> | undefined

/**
 * An `authorize` for the development server of a framework that does not tell the address of the
 * client. It knows who has the cookie of `withDevCookie`, and returns the id `developer`. Any other
 * request is refused with 401, and so is one that another server forwards. Unless `NODE_ENV` is
 * `development`, each one is refused: a build needs an `authorize` of yours. Whoever reaches the
 * server can open the page and has the cookie then, so let the server listen on localhost.
 *
 * @throws ProxyError `unauthorized`, which says what to do.
 *
 * @example
 * createProxy({ authorize: authorizeDev, models: providersFromEnv(process.env).models })
 */
export async function authorizeDev(request: Request): Promise<string> {
  if (!isDevelopment()) {
    throw refusal(
      '`authorizeDev` serves only a development server. Give createProxy an `authorize` that returns the id of the signed-in user.',
    )
  }
  const name = forwardedBy(request.headers)
  if (name !== undefined) {
    throw refusal(
      `Another server or machine sent this request (header \`${name}\`). \`authorizeDev\` serves only pages that this machine opens at localhost.`,
    )
  }
  bySecret ??= tokenAuth({ developer: secret() })
  const authorization = `Bearer ${cookieOf(request)}`
  const id = await bySecret(new Request(request.url, { headers: { authorization } }))
  if (id === undefined) {
    throw refusal(
      'The request has no cookie of this development server. Open the page at localhost, or load it again. Its response has to go through `withDevCookie`.',
    )
  }
  return id
}

/**
 * Returns the response with the cookie that `authorizeDev` knows, if a development server answers a
 * browser that opens a page at localhost. Returns any other response as it is. The value is random,
 * and a new one at each start of the server. Scripts and other sites get no use of it: it is
 * `HttpOnly` and `SameSite=Strict`.
 *
 * @param request Needs the headers `accept` and `host`.
 *
 * @example
 * // In Next.js, the whole of `proxy.ts`:
 * export const proxy = (request: NextRequest) => withDevCookie(request, NextResponse.next())
 */
export function withDevCookie(request: Request, response: Response): Response {
  const isPage = request.headers.get('accept')?.includes('text/html') ?? false
  const hostname = hostOf(request)?.hostname ?? ''
  const isOwn = isLoopbackHost(hostname) && forwardedBy(request.headers) === undefined
  if (!isPage || !isDevelopment() || !isOwn) return response
  // A copy, because the headers of a redirect cannot be set.
  const own = new Response(response.body, response)
  const cookie = `${nameOf(request)}=${secret()}; Path=/; HttpOnly; SameSite=Strict`
  own.headers.append('set-cookie', cookie)
  return own
}

const isDevelopment = (): boolean =>
  'process' in globalThis && process.env['NODE_ENV'] === 'development'

// Frameworks put the name that they were told to listen on into the URL. What the client asked
// for, which a rebound name gives away, is in the header. HTTP/2 may have none, and needs none: a
// rebound name has no certificate.
function hostOf({ headers, url }: Request): URL | null {
  const host = headers.get('host')
  if (host !== null) return URL.parse(`http://${host}`)
  return url.startsWith('https:') ? URL.parse(url) : null
}

/** A browser has one jar for all the servers of this machine, so the name has the port. */
const nameOf = (request: Request): string => `ambit-dev-${hostOf(request)?.port}`

function cookieOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split('; ')
  const start = `${nameOf(request)}=`
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

const refusal = (message: string): ProxyError => new ProxyError('unauthorized', { message })
