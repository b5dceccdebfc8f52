import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '../base-url.ts'
import { createProxy } from '../create-proxy.ts'
import { describeModels } from '../model-table.ts'
import { nodeListener } from '../node/node-listener.ts'
import { defaultPath, type ProxyOptions } from '../proxy-options.ts'
import { optionsFromEnv } from './options-from-env.ts'

export interface ServeOptions {
  /**
   * The path of a module whose default export is the options of `createProxy`. Default: the options
   * come from the environment.
   */
  config?: string | undefined
  env: Env
  print: (line: string) => void
  /** A signal that shuts the server down when it aborts. */
  signal: AbortSignal
}

/** Runs a proxy until `signal` aborts. Then waits up to 30 seconds for the answers in flight. */
export async function serve({ config, env, print, signal }: ServeOptions): Promise<void> {
  const isOwn = config === undefined
  const found = optionsFromEnv(isOwn ? env : { PORT: env['PORT'] })
  const options = isOwn ? found.options : await readConfig(config)
  const log = (entry: object) => print(JSON.stringify(entry))
  const proxy = createProxy({ log, ...options })
  const host = options.insecureDev ? '127.0.0.1' : env['HOST'] || '0.0.0.0'
  const server = createServer(nodeListener(proxy)).listen(found.port, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  print(`ambit-proxy listens at http://${host}:${port}${options.path ?? defaultPath}`)
  if (options.models) print(`models: ${describeModels(options.models)}`)
  void found.describeServer?.().then(print)
  if (!signal.aborted) await once(signal, 'abort')
  await proxy.drain()
  server.close()
  server.closeAllConnections()
}

async function readConfig(config: string): Promise<ProxyOptions> {
  const module: { default?: ProxyOptions } = await import(pathToFileURL(resolve(config)).href)
  if (module.default) return module.default
  throw new TypeError(`${config} has no default export. Export the options of createProxy.`)
}
