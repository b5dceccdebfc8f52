import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { version } from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { noServer, startRedis } from '../redis/redis-server.ts'
import { startImage } from './image.ts'

const folder = join(import.meta.dirname, '../../docker')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** The instructions of the Dockerfile, each with its arguments. */
const instructions = read('Dockerfile')
  .split('\n')
  .filter(Boolean)
  .map((line): [string, string] => {
    const [word = '', ...rest] = line.split(' ')
    return [word, rest.join(' ')]
  })
const argumentsOf = (name: string): string[] =>
  instructions.filter(([word]) => word === name).map(([, rest]) => rest)
const command: string[] = JSON.parse(argumentsOf('CMD').at(-1) ?? '[]')

interface Service {
  image?: string
  build?: string
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  healthcheck?: object
  ports?: string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const compose: Compose = parse(read('compose.yaml'))
const several: Compose = parse(read('several/compose.yaml'))

describe('the Dockerfile', () => {
  it('P1 uses the version of Node of these tests, and no more rights than it needs', () => {
    const images = argumentsOf('FROM').map((rest) => rest.split(' ')[0])
    const [major = ''] = version.slice(1).split('.')
    expect(new Set(images)).toEqual(new Set([`node:${major}-slim`]))
    expect(argumentsOf('USER').at(-1)).toBe('node')
    expect(instructions.at(-1)?.[0]).toBe('CMD')
    expect(command[0]).toBe('node')
  })

  it('copies only files that are there, and no secret', () => {
    const copied = argumentsOf('COPY').filter((rest) => !rest.startsWith('--from'))
    expect(copied.length).toBeGreaterThan(0)
    for (const rest of copied) expect(existsSync(join(folder, rest.split(' ')[0] ?? ''))).toBe(true)
    expect(argumentsOf('ENV').join()).not.toMatch(/KEY|TOKEN|SECRET/)
    expect(argumentsOf('ARG')).toEqual([])
    expect(read('.dockerignore')).toContain('.env')
  })

  it('installs what is published', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    const own = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'))
    expect(dependencies['@ambit/proxy']).toBe(`^${own.version}`)
    const catalog = readFileSync(join(folder, '../../../pnpm-workspace.yaml'), 'utf8')
    const versions = parse(catalog).catalog
    expect(versions.redis).toBe(dependencies.redis)
    expect(`^${versions.pg}`).toBe(dependencies.pg)
  })
})

describe('the compose file', () => {
  it.each([
    ['one proxy', '.', compose],
    ['several', '..', several],
  ])('names only services and volumes that it has: %s', (_what, image, { services, volumes }) => {
    for (const service of Object.values(services)) {
      expect(service.build === image || service.image?.includes(':')).toBe(true)
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy')
        expect(services[name]?.healthcheck ?? services[name]?.build).toBeDefined()
      }
      for (const volume of service.volumes ?? []) {
        expect(Object.keys(volumes)).toContain(volume.split(':')[0])
      }
    }
  })

  it('publishes the port of the image, and nothing of Redis', () => {
    const { proxy, redis } = compose.services
    expect(proxy?.ports).toEqual(argumentsOf('EXPOSE').map((port) => `${port}:${port}`))
    expect(redis?.ports).toBeUndefined()
    expect(proxy?.environment?.['REDIS_URL']).toBe('redis://redis:6379')
  })

  it.each([compose, several])('P10 does not start without tokens', ({ services }) => {
    expect(services['proxy']?.environment?.['AMBIT_TOKENS']).toMatch(/^\$\{AMBIT_TOKENS:\?/)
  })

  it('of several proxies is the one of the guide, with variables that the image reads', () => {
    const guide = readFileSync(join(folder, '../../../docs/guides/server-storage.md'), 'utf8')
    expect(/```yaml\n([^]*?)```/.exec(guide)?.[1]).toBe(read('several/compose.yaml'))
    const readers = read('proxy.config.js') + read('../src/providers/providers-from-env.ts')
    for (const name of Object.keys(several.services['proxy']?.environment ?? {})) {
      expect(readers).toContain(name)
    }
  })

  it('of several proxies publishes nothing but the server in front', () => {
    const published = Object.entries(several.services).filter(([, { ports }]) => ports)
    expect(published).toMatchObject([['front', { ports: ['8787:8787'] }]])
  })
})

const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
const why = noServer ?? (outside === undefined ? 'this machine has no other address' : undefined)

describe.skipIf(why !== undefined)(
  `the command of the image${why ? ` (skipped: ${why})` : ''}`,
  () => {
    it('P10 P13 P37 listens on every address, counts in Redis, and ends in order', async () => {
      const redis = await startRedis()
      onTestFinished(() => void redis.process.kill('SIGKILL'))
      const [, script = '', ...args] = command
      expect(script).toBe('node_modules/@ambit/proxy/bin/ambit-proxy.js')
      const token = 't'.repeat(40)
      const { child, port } = await startImage(args, {
        AMBIT_TOKENS: `shop=${token}`,
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        REDIS_URL: redis.url,
      })
      const base = `http://${outside}:${port}/api/agent`
      expect(await (await fetch(`${base}/health`)).json()).toEqual({ status: 'ok' })
      expect((await fetch(`${base}/usage`)).status).toBe(401)
      const headers = { authorization: `Bearer ${token}` }
      const { usage } = (await (await fetch(`${base}/usage`, { headers })).json()) as {
        usage: { requests: { max: number } }
      }
      expect(usage.requests.max).toBe(30)
      const called = await fetch(`${base}/model`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ modelId: 'openai/none', options: { prompt: [] } }),
      })
      expect(called.status).toBe(403)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    })
  },
)
