import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { nodeListener } from '@ambit/proxy/node'
import type { Handler } from './contestant.ts'

/** The body of one request, as a server got it. */
export interface Body {
  /** The bytes on the wire. */
  readonly sent: number
  /** The bytes before compression. */
  readonly plain: number
}

/** A server on the loopback that keeps the sizes of what it is sent. */
export interface Server {
  readonly port: number
  readonly bodies: Body[]
  readonly stop: () => void
}

/** Serves a handler on a free port. */
export async function serve(handler: Handler): Promise<Server> {
  const bodies: Body[] = []
  const server = createServer(
    nodeListener(async (request) => {
      const body = await request.bytes()
      const isCompressed = request.headers.get('content-encoding') === 'gzip'
      bodies.push({
        sent: body.length,
        plain: isCompressed ? gunzipSync(body).length : body.length,
      })
      const { url, method, headers, signal } = request
      return handler(new Request(url, { method, headers, body, signal }))
    }),
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { port, bodies, stop }
}
