/** True for a host name, with or without brackets, that can only be this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  )
}

// A Fetch request has no field for it, and a header could be forged.
const addresses = new WeakMap<Request, string>()

/** Called by adapters that know the address at the other end of the connection. */
export const setPeerAddress = (request: Request, address: string | undefined): void => {
  if (address !== undefined) addresses.set(request, address)
}

/** The address at the other end; undefined where no adapter knows it. */
export const peerAddress = (request: Request): string | undefined => addresses.get(request)
