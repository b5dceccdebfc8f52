import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A server in its own process. */
export interface BenchServer {
  url: string
  /** Resolves with the bytes that the server holds after a garbage collection. */
  memory: () => Promise<number>
  stop: () => void
}

/** Starts a file, by its path from this folder. */
export async function startServer(file: string, ...args: string[]): Promise<BenchServer> {
  const execArgv = ['--conditions=ambit-source', '--expose-gc']
  const child = fork(join(import.meta.dirname, file), args, { execArgv })
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  return {
    url: `http://127.0.0.1:${port}`,
    async memory() {
      child.send('memory')
      const [rss] = (await once(child, 'message')) as [number]
      return rss
    },
    stop: () => child.disconnect(),
  }
}
