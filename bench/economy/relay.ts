import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A simulated link between a page and its server. */
export interface Link {
  /** The time of a round trip in milliseconds. Each way takes half of it. */
  readonly rttMs: number
  /** The bits a second that go up, in millions. Nothing limits what comes down. */
  readonly upMbit: number
}

/** A relay on the loopback that is as slow as a link. */
export interface Relay {
  readonly port: number
  readonly stop: () => void
}

/** Starts a relay to a port of this machine. */
export async function startRelay(to: number, link: Link): Promise<Relay> {
  const sockets = new Set<Socket>()
  const server = createServer((page) => {
    const target = connect(to, '127.0.0.1')
    for (const socket of [page, target]) {
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
      sockets.add(socket)
    }
    forward(page, target, link.rttMs / 2, link.upMbit * 125)
    forward(target, page, link.rttMs / 2, Number.POSITIVE_INFINITY)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  const stop = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port, stop }
}

/** Sends on what a socket gets, in its order: each chunk when the link has carried it. */
function forward(from: Socket, to: Socket, delayMs: number, bytesPerMs: number): void {
  const waiting: (() => void)[] = []
  // The time at which the link has sent all chunks so far.
  let freeAt = 0
  const add = (size: number, act: () => void): void => {
    freeAt = Math.max(freeAt, performance.now()) + size / bytesPerMs
    waiting.push(act)
    // Timers count whole milliseconds, so a later one can fire first. The order is the queue's.
    setTimeout(() => waiting.shift()?.(), Math.ceil(freeAt + delayMs - performance.now()))
  }
  from.on('data', (chunk: Buffer) => add(chunk.length, () => to.write(chunk)))
  from.on('end', () => add(0, () => to.end()))
}
