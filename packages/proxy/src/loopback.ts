/** Whether a host name, with or without brackets, can only be this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  )
}

// A Fetch request has no field for the address, and a header could be forged.
const addresses = new WeakMap<Request, string>()

/** Stores the client's address. Adapters that know the connection call it. */
export const setPeerAddress = (request: Request, address: string | undefined): void => {
  if (address !== undefined) addresses.set(request, address)
}

/** Returns the client's address. Undefined if no adapter knows it. */
export const peerAddress = (request: Request): string | undefined => addresses.get(request)
