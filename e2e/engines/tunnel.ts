import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Joins a browser that asks a proxy for a tunnel with the server that it wants. */
export function openTunnel(request: IncomingMessage, socket: Duplex): void {
  const { hostname, port } = new URL(`http://${request.url}`)
  join(socket, hostname, port, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
}

/** Passes on the opening of a WebSocket by a browser that asks for no tunnel: WebKit. */
export function passUpgrade(request: IncomingMessage, socket: Duplex): void {
  const { hostname, port, pathname, search } = new URL(request.url ?? '')
  const lines = [`GET ${pathname}${search} HTTP/1.1`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
  }
  join(socket, hostname, port, (server) => server.write(`${lines.join('\r\n')}\r\n\r\n`))
}

function join(socket: Duplex, host: string, port: string, opened: (server: Duplex) => void): void {
  const server = connect(Number(port || 80), host, () => {
    opened(server)
    server.pipe(socket).pipe(server)
  })
  server.on('error', () => socket.destroy())
  server.on('close', () => socket.destroy())
  socket.on('error', () => server.destroy())
  socket.on('close', () => server.destroy())
}
