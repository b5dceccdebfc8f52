import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { env, getuid } from 'node:process'
import type { ProxyHandler } from '../../src/create-proxy.ts'
import { nodeListener } from '../../src/node/node-listener.ts'

const guide = readFileSync(
  join(import.meta.dirname, '../../../../docs/guides/deployment.md'),
  'utf8',
)

/** Returns the one block of the guide in `language`. */
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1] ?? ''

/** A server in front of the proxy: its configuration around the guide's block, and its command. */
interface Front {
  configure: (port: number, proxyPort: number, folder: string) => string
  args: (file: string, folder: string) => string[]
}

/** The servers in front that the guide has a block for. */
export const fronts: Readonly<Record<string, Front>> = {
  nginx: {
    configure: (port, proxyPort, folder) => `daemon off;
${getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  server {
    listen 127.0.0.1:${port};
    ${blockOf('nginx').replace(':3000', `:${proxyPort}`)}
  }
}
`,
    args: (file, folder) => ['-p', folder, '-c', file, '-e', 'stderr'],
  },
  caddy: {
    configure: (port, proxyPort) => `{
  admin off
  auto_https off
}
${blockOf('caddy').replace('you.example', `http://127.0.0.1:${port}`).replace(':3000', `:${proxyPort}`)}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
}

/** Returns the path of a program. Undefined if this machine has none. */
export const findProgram = (name: string): string | undefined =>
  [...(env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Starts a server in front of a proxy. */
export async function startFront(
  name: string,
  proxy: ProxyHandler,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const front = fronts[name]
  const path = findProgram(name)
  if (!front || path === undefined) throw new Error(`There is no ${name}`)
  const server = createServer(nodeListener(proxy)).listen(0, '127.0.0.1')
  const proxyPort = await portOf(server)
  const folder = mkdtempSync(join(tmpdir(), `ambit-${name}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, front.configure(port, proxyPort, folder))
  const child = spawn(path, front.args(file, folder), {
    env: { ...env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += String(text)))
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    origin,
    async stop() {
      child.kill()
      await once(child, 'exit')
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function portOf(server: Server): Promise<number> {
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  const port = await portOf(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}
