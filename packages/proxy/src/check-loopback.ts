import { isLoopbackHost, peerAddress } from './loopback.ts'
import { ProxyError } from './proxy-error.ts'

/** The headers in which a server in front names a client or a host, with commas between several. */
const forwardedNames = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]

/**
 * Refuses a request under `insecureDev` unless it comes from this machine. Checks host name and
 * address: a foreign page can rebind its own host name to 127.0.0.1. Checks also what a server in
 * front says, since its own address can be loopback.
 *
 * @throws ProxyError `origin_not_allowed`.
 */
export function checkLoopback(request: Request, connection?: unknown): void {
  const { headers, url } = request
  const origin = headers.get('origin')
  const address = peerAddress(request) ?? addressOf(request, connection)
  if (address === undefined) throw refusal(unknownAddress)
  const names = [new URL(url).hostname, address, origin && hostnameOf(origin)]
  for (const name of names) {
    if (typeof name !== 'string' || isLoopbackHost(name)) continue
    throw refusal('')
  }
  const name = forwardedBy(headers)
  if (name === undefined) return
  throw refusal(
    ` Another server forwarded this request (header \`${name}\`), so anybody may have sent it.`,
  )
}

/** Returns the name of a header that says that a request came from elsewhere; undefined without. */
export function forwardedBy(headers: Headers): string | undefined {
  const isElsewhere = (name: string): boolean =>
    (headers.get(name)?.split(',') ?? []).some((value) => !isLocal(name, value))
  return headers.has('via') ? 'via' : forwardedNames.find(isElsewhere)
}

/** Returns the address that a server tells: Deno, Bun, or Hono on Node. */
function addressOf(request: Request, connection: unknown): string | undefined {
  const { remoteAddr, requestIP, incoming } = Object(connection) as {
    remoteAddr?: { hostname?: unknown }
    requestIP?: (this: unknown, request: Request) => { address?: unknown } | null
    incoming?: { socket?: { remoteAddress?: unknown } }
  }
  const told = [
    remoteAddr?.hostname,
    typeof requestIP === 'function' && requestIP.call(connection, request)?.address,
    incoming?.socket?.remoteAddress,
  ]
  return told.find((address) => typeof address === 'string')
}

const unknownAddress =
  " The server does not tell the address of the client, so anybody may have sent this. On Node, mount it with `nodeListener`; elsewhere, give the proxy the second argument of the server's handler."

const refusal = (reason: string): ProxyError =>
  new ProxyError('origin_not_allowed', {
    message: `This proxy runs with \`insecureDev\`, which serves only this machine.${reason} To serve others, give createProxy an \`authorize\` function instead.`,
  })

/** Whether a value of a header names only this machine. Development servers send such values. */
function isLocal(header: string, value: string): boolean {
  if (header !== 'forwarded') return isLocalHost(value)
  return value.split(';').every((pair) => {
    const [, key = '', host = ''] = /^\s*(\w+)=(.*)$/.exec(pair) ?? []
    return key.toLowerCase() === 'proto' || isLocalHost(host)
  })
}

/** Whether a host or an address, with or without quotes and a port, is this machine. */
function isLocalHost(text: string): boolean {
  const host = text.trim().replace(/^"|"$/g, '')
  return isLoopbackHost(host) || isLoopbackHost(host.replace(/:\d+$/, ''))
}

const hostnameOf = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).hostname : ''
