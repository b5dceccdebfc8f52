import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { env } from 'node:process'

const program = env['AMBIT_REDIS_SERVER']

/** The reason for which no Redis server can be started. Undefined if one can. */
export const noServer: string | undefined = program
  ? undefined
  : (env['AMBIT_REDIS_SKIPPED'] ?? 'run through `pnpm test`, which looks for a redis-server')

/** A Redis server of a test. */
export interface RedisServer {
  url: string
  process: ChildProcess
}

/** Starts a Redis server that stores nothing on disk, on a free port or on `port`. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const at = port ?? (await freePort())
  const args = ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('Ready to accept connections')) break
  }
  child.stdout.resume()
  return { url: `redis://127.0.0.1:${at}`, process: child }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
