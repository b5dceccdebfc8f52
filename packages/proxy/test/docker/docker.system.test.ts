import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { env, execPath, version } from 'node:process'
import { createRequire } from 'node:module'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { noServer, startRedis } from '../redis/redis-server.ts'

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
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  read('compose.yaml'),
)

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
    expect(parse(catalog).catalog.redis).toBe(dependencies.redis)
  })
})

describe('the compose file', () => {
  it('names only services and volumes that it has', () => {
    const { services, volumes } = compose
    for (const service of Object.values(services)) {
      expect(service.build === '.' || service.image?.includes(':')).toBe(true)
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy')
        expect(services[name]?.healthcheck).toBeDefined()
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

  it('P10 does not start without tokens', () => {
    expect(compose.services['proxy']?.environment?.['AMBIT_TOKENS']).toMatch(/^\$\{AMBIT_TOKENS:\?/)
  })
})

/** Lays out the image's folder: the copied files, and the packages of this repository. */
function layOut(): string {
  const app = mkdtempSync(join(tmpdir(), 'ambit-docker-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  for (const name of ['package.json', 'proxy.config.js']) {
    cpSync(join(folder, name), join(app, name))
  }
  mkdirSync(join(app, 'node_modules/@ambit'), { recursive: true })
  symlinkSync(join(folder, '..'), join(app, 'node_modules/@ambit/proxy'))
  const redis = dirname(createRequire(import.meta.url).resolve('redis/package.json'))
  symlinkSync(redis, join(app, 'node_modules/redis'))
  return app
}

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
      const app = layOut()
      // The sources have no built program.
      const program = join(app, 'start.mjs')
      const bin = readFileSync(join(folder, '../bin/ambit-proxy.js'), 'utf8')
      writeFileSync(program, bin.replace('../dist/cli.js', '@ambit/proxy/cli'))
      const [, script = '', ...args] = command
      expect(script).toBe('node_modules/@ambit/proxy/bin/ambit-proxy.js')
      const token = 't'.repeat(40)
      const child = spawn(execPath, ['--conditions=ambit-source', program, ...args], {
        cwd: app,
        env: {
          PATH: env['PATH'],
          NODE_ENV: 'production',
          PORT: '0',
          AMBIT_TOKENS: `shop=${token}`,
          OPENAI_API_KEY: 'sk-test',
          OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
          REDIS_URL: redis.url,
        },
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const port = await portOf(child)
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

function portOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        said += String(text)
        const [, port] = /listens at http:\/\/0\.0\.0\.0:(\d+)/.exec(said) ?? []
        if (port !== undefined) resolve(port)
      })
    }
    child.once('exit', () => reject(new Error(`The proxy ended: ${said}`)))
  })
}
