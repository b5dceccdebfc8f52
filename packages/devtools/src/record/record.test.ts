import { type AgentPlugin, createAgent, Scope, Tool, unavailable } from '@ambit/core'
import { redact, redaction } from '@ambit/core/redaction'
import { call, calls, flush, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { record } from './index.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const key = `sk-${'a1B2'.repeat(8)}`

/** Creates an agent with a tool that is on, one that is off, and one whose `enabled` throws. */
const createApp = (
  replies: readonly Reply[],
  options: { handler?: () => unknown; enabled?: () => boolean; use?: AgentPlugin[] } = {},
) => {
  const { handler = () => 'done', enabled = () => true, ...rest } = options
  const pay = new Tool({
    name: 'pay',
    description: 'Pay.',
    parameters: z.object({ note: z.string().default('') }),
    enabled,
    handler,
  })
  const refund = new Tool({
    name: 'refund',
    description: 'Refund.',
    enabled: () => unavailable('Your role may not refund'),
    handler: () => 1,
  })
  const ship = new Tool({
    name: 'ship',
    description: 'Ship.',
    enabled: () => {
      throw new Error('no user')
    },
    handler: () => 1,
  })
  const till = new Scope({ name: 'till', context: () => ({ open: 1 }), tools: [pay, refund, ship] })
  return createAgent({ name: 'shop', model: scriptedModel(replies), scopes: [till], ...rest })
}

describe('record', () => {
  it('5.2 shows the run so far if it comes in the middle', async () => {
    let go = (): void => undefined
    const gate = new Promise<void>((resolve) => (go = resolve))
    const agent = createApp([calls(call('pay')), 'Paid.'], { handler: () => gate })
    const run = agent.chat('pay')
    await vi.waitFor(() => expect(agent.calls.getState()).toHaveLength(1))
    await flush()
    const recorder = record(agent)
    go()
    await run
    const [recorded] = recorder.recording.runs
    expect(recorded).toMatchObject({
      late: true,
      kind: 'chat',
      input: 'pay',
      status: 'completed',
      calls: [{ tool: 'pay', status: 'ok' }],
    })
    expect(recorded?.requests.map(({ tools }) => tools !== undefined)).toEqual([false, true])
  })

  it('5.3 has the state and the reason of each tool as the request had them, asked once', async () => {
    const enabled = vi.fn(() => true)
    const agent = createApp(['Hi.'], { enabled })
    await createApp(['Hi.'], { enabled }).chat('hi')
    const alone = enabled.mock.calls.length
    const { recording } = await recordedChat(agent, 'hi')
    expect(enabled).toHaveBeenCalledTimes(2 * alone)
    const [request] = recording.runs[0]?.requests ?? []
    expect(recording.toolLists[request?.tools ?? '']).toMatchObject([
      { name: 'pay', scope: 'till', on: true, listed: true },
      { name: 'refund', on: false, reason: 'Your role may not refund' },
      { name: 'ship', on: false, thrown: 'Error: no user' },
    ])
    expect(request).toMatchObject({
      contexts: [{ scope: 'till', bytes: 10, untrusted: false }],
      bytes: { prompt: expect.any(Number), tools: expect.any(Number) },
    })
  })

  it('5.6 is bounded: drops the oldest runs and the last events, and counts them', async () => {
    const agent = createApp(Array.from({ length: 20 }, () => 'x'.repeat(1_000)))
    const recorder = record(agent, { maxBytes: 6_000 })
    for (let at = 0; at < 20; at++) await agent.chat(`message ${at}`)
    const { runs, dropped } = recorder.recording
    expect(runs.at(-1)?.input).toBe('message 19')
    expect(runs.length + (dropped?.runs ?? 0)).toBe(20)
    expect(JSON.stringify(runs).length).toBeLessThan(7_000)

    const long = createApp([calls(...Array.from({ length: 50 }, () => call('pay'))), 'Done.'])
    const short = record(long, { maxEvents: 20 })
    await long.chat('pay')
    expect(short.recording.runs[0]?.status).toBe('completed')
    expect(short.recording.dropped?.events).toBeGreaterThan(50)
  })

  it('5.7 does nothing for a delta', async () => {
    const agent = createApp([{ text: 'many words', calls: [] }])
    const recorder = record(agent)
    await agent.chat('hi')
    expect(JSON.stringify(recorder.recording)).not.toContain('delta')
  })

  it('5.14 6.13 is redacted: by the agent, by the forms of keys, and where a value is marked', async () => {
    const handler = () => ({ marked: redact('4711'), employee: 'EMP-123456', key })
    const own = redaction({ patterns: [/EMP-\d{6}/] })
    const agent = createApp([calls(call('pay', { note: `use ${key}` })), `It is ${key}.`], {
      handler,
      use: [own],
    })
    const { recording } = await recordedChat(agent, `my key is ${key}, I am EMP-654321`, {
      requests: 'full',
    })
    const text = JSON.stringify(recording)
    for (const secret of [key, '4711', 'EMP-123456']) expect(text).not.toContain(secret)
    expect(JSON.stringify(recording.runs)).not.toContain('EMP-654321')
    expect(text).toContain('[redacted]')
  })

  it('5.17 records several agents apart', async () => {
    const [a, b] = [createApp(['A.']), createApp(['B.'])]
    const recorders = [record(a), record(b)]
    await Promise.all([a.chat('a'), b.chat('b')])
    expect(recorders.map(({ recording }) => recording.runs.map(({ content }) => content))).toEqual([
      ['A.'],
      ['B.'],
    ])
  })

  it('6.15 has each schema and each list of tools once', async () => {
    const agent = createApp([...Array.from({ length: 9 }, () => calls(call('pay'))), 'Done.'])
    const { recording } = await recordedChat(agent, 'pay nine times')
    expect(recording.runs[0]?.requests).toHaveLength(10)
    expect(Object.keys(recording.toolLists)).toHaveLength(1)
    expect(JSON.stringify(recording).match(/"Pay\."/g)).toHaveLength(1)
  })

  it('keeps what was in the session before it, and nothing after `stop`', async () => {
    const agent = createApp(['One.', 'Two.', 'Three.'])
    await agent.chat('first')
    const recorder = record(agent)
    await agent.chat('second')
    recorder.stop()
    await agent.chat('third')
    const { before, runs } = recorder.recording
    expect(before?.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(runs.map(({ input }) => input)).toEqual(['second'])
  })

  it('is JSON: a copy is equal', async () => {
    const { recording } = await recordedChat(createApp([calls(call('pay')), 'Done.']), 'pay')
    expect(JSON.parse(JSON.stringify(recording))).toEqual(recording)
    expect(recording).toMatchObject({ ambit: 'recording', version: 2, agent: 'shop' })
  })
})

/** Records one chat. */
async function recordedChat(
  agent: ReturnType<typeof createApp>,
  input: string,
  options: Parameters<typeof record>[1] = {},
): Promise<ReturnType<typeof record>> {
  const recorder = record(agent, options)
  await agent.chat(input)
  recorder.stop()
  return recorder
}
