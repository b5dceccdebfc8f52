import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server on a free port. Resolves with its origin, by the number of this machine. */
export async function listen(server: Server): Promise<string> {
  // Not on one address alone: `localhost` is another origin, and may be another address.
  server.listen(0)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Cuts the connections of a server. Resolves once it has ended. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
