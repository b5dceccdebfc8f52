import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import {
  type AgentOptions,
  createAgent,
  createProxyModel,
  jsonSchema,
  Scope,
  Tool,
} from '@ambit/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProxy, prefixes, type ProxyOptions } from '../src/index.ts'
import { nodeFetch, nodeListener } from '../src/node.ts'

interface Sent {
  readonly bytes: number
  readonly encoding: string | null
  readonly isNamed: boolean
}

const createTool = (size: number, onLook?: (at: number) => void) =>
  new Tool({
    name: 'look',
    description: 'Looks at a page. '.repeat(60),
    parameters: jsonSchema<{ at: number }>({ type: 'object' }),
    handler: ({ at }) => {
      onLook?.(at)
      return `${at} `.padEnd(size, 'ä ö ü, ')
    },
  })

/** Creates an agent behind a proxy. In each step of `restartsAt` a new proxy takes its place. */
function setUp(
  replies: Reply[],
  proxyOptions: Partial<ProxyOptions> = {},
  options: Partial<AgentOptions> = {},
  restartsAt: readonly number[] = [],
) {
  const model = scriptedModel(replies)
  const sent: Sent[] = []
  const create = () =>
    createProxy({
      authorize: () => 'ada',
      models: { m: model },
      use: [prefixes()],
      ...proxyOptions,
    })
  let proxy = create()
  const proxyModel = createProxyModel({
    baseURL: 'https://app.example/api/agent',
    modelId: 'm',
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const body = await request.clone().arrayBuffer()
      const text = new TextDecoder().decode(body)
      const encoding = request.headers.get('content-encoding')
      sent.push({
        bytes: body.byteLength,
        encoding,
        isNamed: /"prompt":\["[0-9a-f]{64}"/.test(text),
      })
      return proxy(request)
    },
  })
  const tool = createTool(100, (at) => {
    if (restartsAt.includes(at)) proxy = create()
  })
  const agent = createAgent({ model: proxyModel, tools: [tool], ...options })
  return { agent, model, sent }
}

const chat = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 ? ('assistant' as const) : ('user' as const),
    content: `Message ${at} of Zürich. `.repeat(20),
  }))
const steps = (count: number): Reply[] =>
  Array.from({ length: count }, (_, at) => calls(call('look', { at })))
const size = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

describe('a step behind a proxy that keeps prefixes', () => {
  it('P41 sends at most 2 kB plus what is new, with 10, 100 and 1,000 messages before it', async () => {
    const rests: number[][] = []
    for (const count of [10, 100, 1000]) {
      const now = new Scope({ name: 'page', tools: [], context: () => ({ selected: 'A-1' }) })
      const { agent, model, sent } = setUp([...steps(6), 'Done.'], {}, { scopes: [now] })
      await agent.execute('Go', { history: chat(count) })
      expect(model.requests).toHaveLength(7)
      const rest = sent.slice(1).map(({ bytes }, at) => {
        const [before, after] = [
          model.requests[at]?.prompt ?? [],
          model.requests[at + 1]?.prompt ?? [],
        ]
        // Each request ends with what the page shows now.
        const added = after.slice(before.length - 1, -1)
        return bytes - size(added)
      })
      expect(sent[0]?.bytes).toBeGreaterThan(count * 400)
      rests.push(rest)
    }
    for (const rest of rests) for (const bytes of rest) expect(bytes).toBeLessThan(2048)
    // Only the digits of numbers in it grow.
    expect(Math.max(...rests.flat()) - Math.min(...rests.flat())).toBeLessThan(20)
  })

  it('P41 is the same to the agent after a restart of the proxy: no retry, no lost step', async () => {
    const { agent, model, sent } = setUp([...steps(4), 'Done.'], {}, {}, [1])
    const retries: unknown[] = []
    const on = { 'agent:request_retrying': (event: unknown) => void retries.push(event) }
    const { content } = await agent.execute('Go', { history: chat(9), on })
    expect(content).toBe('Done.')
    expect(retries).toEqual([])
    expect(model.requests).toHaveLength(5)
    expect(sent.map(({ isNamed }) => isNamed)).toEqual([false, true, true, false, true, true])
  })

  it('P41 names its prefix and is compressed, over HTTP with Node’s adapter and `nodeFetch`', async () => {
    const model = scriptedModel([...steps(3), 'Done.'])
    const bodies: { bytes: number; encoding: string | undefined }[] = []
    const listener = nodeListener(
      createProxy({ authorize: () => 'ada', models: { m: model }, use: [prefixes()] }),
    )
    const server = createServer((request, response) => {
      const { headers } = request
      bodies.push({
        bytes: Number(headers['content-length']),
        encoding: headers['content-encoding'],
      })
      listener(request, response)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const baseURL = `http://127.0.0.1:${port}/api/agent`
    const agent = createAgent({
      model: createProxyModel({ baseURL, modelId: 'm', fetch: nodeFetch() }),
      tools: [createTool(6000)],
    })
    const { content } = await agent.execute('Go', { history: chat(100) })
    server.closeAllConnections()
    expect(content).toBe('Done.')
    expect(bodies.map(({ encoding }) => encoding)).toEqual([undefined, 'gzip', 'gzip', 'gzip'])
    expect(bodies[0]?.bytes).toBeGreaterThan(40_000)
    for (const { bytes } of bodies.slice(1)) expect(bytes).toBeLessThan(1000)
    const whole = model.requests.at(-1)?.prompt ?? []
    // The chat, the question, three calls with their answers.
    expect(whole).toHaveLength(100 + 1 + 6)
  })

  it.each([undefined, []] as const)(
    'P42 is one whole, compressed call to a proxy with `use: %s`, which keeps nothing',
    async (use) => {
      const { agent, sent } = setUp([...steps(2), 'Done.'], { use })
      await agent.execute('Go', { history: chat(9) })
      expect(sent.map(({ isNamed }) => isNamed)).toEqual([false, false, false])
      expect(sent.map(({ encoding }) => encoding)).toEqual([null, 'gzip', 'gzip'])
    },
  )

  it('P41 counts once against the rate, also when the proxy has begun anew', async () => {
    const limited = { requests: 4 }
    const { agent, sent } = setUp([...steps(3), 'Done.'], { limits: limited }, {}, [0, 1, 2])
    const { content } = await agent.execute('Go', { history: chat(9) })
    expect(content).toBe('Done.')
    expect(sent).toHaveLength(7)
  })
})
