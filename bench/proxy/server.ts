import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A server in a process of its own. */
export interface BenchServer {
  url: string
  /** Bytes it holds, garbage collected. */
  memory: () => Promise<number>
  stop: () => void
}

/** Starts a file of this folder. */
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
