import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { createClient } from 'redis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noServer, startRedis } from './redis-server.ts'

const program = fileURLToPath(import.meta.resolve('./proxy-process.ts'))
const body = JSON.stringify({ modelId: 'm', options: { prompt: [] } })
const timeout = 60_000
const leaseMs = 1_000

async function startRedisForTest(port?: number) {
  const redis = await startRedis(port)
  onTestFinished(() => void redis.process.kill('SIGKILL'))
  return redis
}

/** Starts a proxy as a process, and returns functions to use it. */
async function startProxy(url: string, kind: string) {
  const args = ['--conditions=ambit-source', program, url, kind, String(leaseMs)]
  const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += String(text)))
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => resolve(/port (\d+)/.exec(String(text))?.[1] ?? ''))
    child.on('exit', () => reject(new Error(`The proxy ended: ${said}`)))
  })
  const origin = `http://127.0.0.1:${port}`
  const leaving = new AbortController()
  // Node cancels an answer that nothing refers to.
  const answers: Response[] = []
  onTestFinished(() => leaving.abort())
  const headers = { 'content-type': 'application/json' }
  return {
    child,
    said: () => said,
    /** Opens a stream, which stays open until the test ends or `leave` is called. */
    async open() {
      const client = new AbortController()
      const signal = AbortSignal.any([client.signal, leaving.signal])
      const init = { method: 'POST', headers, body, signal }
      const answer = await fetch(`${origin}/api/agent/model`, init)
      answers.push(answer)
      return { status: answer.status, leave: () => client.abort() }
    },
    calls: async () => Number(await (await fetch(`${origin}/calls`)).text()),
    health: async () => (await fetch(`${origin}/api/agent/health`)).status,
  }
}

type Proxy = Awaited<ReturnType<typeof startProxy>>
const statusOf = async (proxy: Proxy): Promise<number> => {
  const { status, leave } = await proxy.open()
  leave()
  return status
}

describe.skipIf(noServer !== undefined)(
  `two proxies on one Redis${noServer === undefined ? '' : ` (skipped: ${noServer})`}`,
  () => {
    const pairs = [
      ['redis', 'ioredis'],
      ['ioredis', 'redis'],
    ] as const
    it.each(env['AMBIT_LONG'] ? pairs : pairs.slice(0, 1))(
      'P13 count their streams together, and those of a killed one no more (`%s` is killed)',
      { timeout },
      async (killed, other) => {
        const { url } = await startRedisForTest()
        const [dies, lives] = [await startProxy(url, killed), await startProxy(url, other)]
        for (const proxy of [dies, dies, lives]) expect((await proxy.open()).status).toBe(200)
        expect(await statusOf(lives)).toBe(429)

        // Streams that live longer than a lease count: their own proxy renews it.
        const client = await createClient({ url }).connect()
        onTestFinished(() => client.close())
        const ends = async () =>
          (await client.zRangeWithScores('ambit:leases:ada', 0, -1)).map(({ score }) => score)
        const [first = Infinity] = await ends()
        await expect
          .poll(ends, { timeout: 10_000 })
          .toSatisfy(
            (scores: number[]) =>
              scores.length === 3 && scores.every((end) => end > first + 2 * leaseMs),
          )
        expect(await statusOf(lives)).toBe(429)

        dies.child.kill('SIGKILL')
        await once(dies.child, 'exit')
        await expect.poll(() => statusOf(lives), { timeout: 10_000 }).toBe(200)
        await expect.poll(ends).toHaveLength(1)
      },
    )

    it.each(['redis', 'ioredis'])(
      'P10 P13 refuse while it is stopped, and serve when it goes on: by `%s`',
      { timeout },
      async (kind) => {
        const redis = await startRedisForTest()
        const proxy = await startProxy(redis.url, kind)
        expect(await statusOf(proxy)).toBe(200)
        const before = await proxy.calls()
        redis.process.kill('SIGSTOP')
        for (let nth = 0; nth < 3; nth++) expect(await statusOf(proxy)).toBe(503)
        expect(await proxy.health()).toBe(200)
        expect(await proxy.calls()).toBe(before)
        expect(proxy.said().match(/the store of the limits failed/g)).toHaveLength(1)
        redis.process.kill('SIGCONT')
        await expect.poll(() => statusOf(proxy), { timeout: 10_000 }).toBe(200)
        await expect.poll(proxy.said, { timeout: 10_000 }).toContain('answers again')
        // What the stopped server was asked for late was given back: all three places are free.
        const open = async () => {
          const streams = await Promise.all([proxy.open(), proxy.open(), proxy.open()])
          for (const { leave } of streams) leave()
          return streams.map(({ status }) => status)
        }
        await expect.poll(open, { timeout: 10_000 }).toEqual([200, 200, 200])
      },
    )

    it.each(['redis', 'ioredis'])(
      'P10 P13 stay up when it is killed, and serve when it is started again: by `%s`',
      { timeout },
      async (kind) => {
        const redis = await startRedisForTest()
        const proxy = await startProxy(redis.url, kind)
        const running = await proxy.open()
        expect(running.status).toBe(200)
        redis.process.kill('SIGKILL')
        await once(redis.process, 'exit')
        const before = await proxy.calls()
        expect(await statusOf(proxy)).toBe(503)
        expect(await proxy.health()).toBe(200)
        expect(await proxy.calls()).toBe(before)
        await startRedisForTest(Number(new URL(redis.url).port))
        await expect.poll(() => statusOf(proxy), { timeout: 20_000 }).toBe(200)
        expect(proxy.child.exitCode).toBeNull()
        expect(proxy.said()).not.toContain('Unhandled')
      },
    )
  },
)
