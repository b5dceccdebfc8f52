import { createAgent, jsonSchema, Tool } from '@ambit/core'
import '@ambit/core/eager'
import { scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { exposeOverMcp } from './expose-over-mcp.ts'

interface Answer {
  readonly id?: unknown
  readonly method?: string
  readonly params?: unknown
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

let port: MessagePort
let got: Answer[]
let end: () => void

beforeEach(() => {
  const echo = new Tool({
    name: 'echo',
    description: 'Echoes.',
    parameters: jsonSchema({ type: 'object' }),
    handler: (args) => args,
  })
  const report = new Tool({
    name: 'report',
    description: 'Reports.',
    handler: (_args, ctx) => {
      for (const percent of [20, 40, 60]) ctx.progress({ percent })
    },
  })
  const agent = createAgent({ model: scriptedModel([]), tools: [echo, report] })
  const channel = new MessageChannel()
  end = exposeOverMcp(agent, channel.port1)
  port = channel.port2
  got = []
  port.addEventListener('message', ({ data }) => got.push(data as Answer))
  port.start()
})
afterEach(() => end())

/** Sends a message, and resolves with the next one that comes. */
async function ask(message: unknown): Promise<Answer> {
  const before = got.length
  port.postMessage(message)
  return vi.waitFor(() => {
    const answer = got[before]
    if (!answer) throw new Error('No answer yet.')
    return answer
  })
}

const request = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const modern = (method: string, params: object = {}, id: unknown = 1) =>
  request(method, { ...params, _meta: meta }, id)
const initialize = (protocolVersion: string) => ask(request('initialize', { protocolVersion }))

describe('McpSession', () => {
  it('refuses what is not a message, and goes on', async () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect((await ask(cycle)).error?.code).toBe(-32_700)
    const deep = Array.from({ length: 101 }).reduce<unknown>((inner) => [inner], 1)
    expect((await ask(request('tools/list', { deep }))).error?.message).toContain('100 levels')
    expect((await ask('x'.repeat(1_000_001))).error?.message).toContain('over 1000000')
    for (const wrong of [1, null, [], [request('ping')], {}, { jsonrpc: '1.0', id: 2 }]) {
      expect((await ask(wrong)).error?.code).toBe(-32_600)
    }
    expect((await ask({ jsonrpc: '2.0', id: {}, method: 'ping' })).error?.code).toBe(-32_600)
    expect((await ask({ jsonrpc: '2.0', id: 1, method: 5 })).error?.code).toBe(-32_600)
    expect(await ask(request('ping'))).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('answers no notification, and no answer', async () => {
    port.postMessage({ jsonrpc: '2.0', method: 'notifications/unknown' })
    port.postMessage({ jsonrpc: '2.0', id: 9, result: {} })
    expect(await ask(request('ping', {}, 'p'))).toMatchObject({ id: 'p' })
    expect(got).toHaveLength(1)
  })

  it('speaks an older revision that the client asks for, and else 2025-11-25', async () => {
    expect((await initialize('2025-06-18')).result?.['protocolVersion']).toBe('2025-06-18')
    expect((await initialize('2024-01-01')).result?.['protocolVersion']).toBe('2025-11-25')
    expect((await ask(request('tools/list'))).result).not.toHaveProperty('resultType')
  })

  it('wants `initialize`, or the revision with each request', async () => {
    expect((await ask(request('tools/list'))).error?.message).toContain('initialize')
    expect((await ask(modern('tools/list'))).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    })
    expect((await ask(request('tools/list'))).error).toBeDefined()
  })

  it('names the revisions that it speaks to a client of another', async () => {
    const other = { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }
    expect((await ask(request('tools/list', { _meta: other }))).error).toMatchObject({
      code: -32_022,
      data: { supported: ['2026-07-28'], requested: '2030-01-01' },
    })
  })

  it('refuses unknown methods, also those of the other revision', async () => {
    expect((await ask(modern('initialize'))).error?.code).toBe(-32_601)
    expect((await ask(modern('sampling/createMessage'))).error?.code).toBe(-32_601)
    await initialize('2025-11-25')
    expect((await ask(request('subscriptions/listen'))).error?.code).toBe(-32_601)
    expect((await ask(request('server/discover'))).error?.code).toBe(-32_601)
  })

  it('refuses arguments that are not an object, in words', async () => {
    expect((await ask(modern('tools/call', { name: 5 }))).error?.code).toBe(-32_602)
    const { result } = await ask(modern('tools/call', { name: 'echo', arguments: 'x' }))
    expect(result).toMatchObject({ isError: true })
  })

  it('tells all progress of a call before its result', async () => {
    const asking = { ...meta, progressToken: 'p' }
    port.postMessage(request('tools/call', { name: 'report', _meta: asking }))
    await vi.waitFor(() => expect(got.at(-1)?.id).toBe(1))
    expect((await ask(request('ping', {}, 'after'))).id).toBe('after')
    const told = got.map(({ id, params }) => id ?? (params as { progress: number }).progress)
    expect(told).toEqual([20, 40, 60, 1, 'after'])
  })

  it('runs a call whose progress cannot be told, since that code does not load', async () => {
    vi.doMock('./tell-progress.ts', () => {
      throw new Error('offline')
    })
    onTestFinished(() => vi.doUnmock('./tell-progress.ts'))
    const asking = { ...meta, progressToken: 'p' }
    const { result } = await ask(request('tools/call', { name: 'report', _meta: asking }))
    expect(result).toMatchObject({ isError: false })
  })

  it('has at most 20 subscriptions, and none that was cancelled', async () => {
    const listen = (id: unknown) =>
      ask(modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, id))
    for (let id = 1; id <= 20; id++) {
      expect((await listen(id)).method).toBe('notifications/subscriptions/acknowledged')
    }
    expect((await listen(21)).error?.message).toContain('at most 20')
    const params = { requestId: 3 }
    port.postMessage({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    expect((await listen(22)).method).toBe('notifications/subscriptions/acknowledged')
  })
})
