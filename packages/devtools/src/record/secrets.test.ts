import { type AgentOptions, createAgent, Tool, unavailable } from '@ambit/core'
import { type Redaction, redaction } from '@ambit/core/redaction'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { readRecording, record, recordingOf, type RecordOptions, writeRecording } from './index.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const key = `sk-proj-${'a1B2'.repeat(8)}`
const accounts = redaction({ patterns: [/ACCT-\d+/] })

/** Creates an agent whose every text has an account number of its own. */
function createShop(replies: readonly Reply[], options: Pick<AgentOptions, 'use'> = {}) {
  const find = new Tool({
    name: 'find',
    description: 'Uses ACCT-444.',
    parameters: z.object({ id: z.string().describe('Such as ACCT-445') }),
    handler: async (_, context) => {
      await context.ask('Is it ACCT-446?').catch(() => undefined)
      return { account: 'ACCT-333', 'ACCT-334': 1 }
    },
    approval: { preview: () => 'ACCT-447', when: true },
  })
  const off = new Tool({
    name: 'off',
    description: 'Off.',
    enabled: () => unavailable('Owned by ACCT-555'),
    handler: () => 1,
  })
  const broken = new Tool({
    name: 'broken',
    description: 'Broken.',
    enabled: () => {
      throw new Error(`No ACCT-556 with ${key}`)
    },
    handler: () => 1,
  })
  return createAgent({
    instructions: 'Internal ACCT-111',
    model: scriptedModel(replies),
    tools: [find, off, broken],
    ...options,
  })
}

async function recordShop(options: RecordOptions, own: Pick<AgentOptions, 'use'> = {}) {
  const agent = createShop([calls(call('find', { id: 'ACCT-222' })), 'It is ACCT-666'], own)
  agent.pending.attach('approval')
  agent.pending.attach('question')
  agent.pending.subscribe(({ items }) =>
    items.forEach(({ id }) => queueMicrotask(() => agent.pending.approve(id))),
  )
  agent.pending.subscribe(({ items }) =>
    items.forEach(({ id }) => queueMicrotask(() => void agent.pending.answer(id, 'ACCT-777'))),
  )
  const recorder = record(agent, options)
  await agent.chat('my ACCT-000')
  return recorder.recording
}

describe('secrets', () => {
  it('14 15 5.14 6.13 are in no text of a recording: prompts, descriptions, reasons, thrown', async () => {
    for (const requests of ['meta', 'full'] as const) {
      for (const recording of [
        await recordShop({ requests, redaction: accounts }),
        await recordShop({ requests }, { use: [accounts] }),
      ]) {
        const text = writeRecording(recording)
        expect(text.match(/ACCT-\d+/g)).toBeNull()
        expect(text).not.toContain(key)
        expect(recording.runs[0]?.calls[0]).toMatchObject({
          tool: 'find',
          status: 'ok',
          args: { id: '[redacted]' },
          result: { account: '[redacted]' },
          approval: { preview: '[redacted]' },
          questions: [{ message: 'Is it [redacted]?', answer: '[redacted]' }],
        })
      }
    }
  })

  it('14 are those of each recorder, also of two at one agent', async () => {
    const agent = createShop(['Hi.'])
    const plain = record(agent, { requests: 'full' })
    const careful = record(agent, { requests: 'full', redaction: accounts })
    await agent.chat('hi')
    expect(JSON.stringify(plain.recording.messages)).toContain('ACCT-111')
    expect(JSON.stringify(careful.recording)).not.toContain('ACCT-')
  })

  it('14 that a name of a field tells are hidden in arguments, and stay in a schema', async () => {
    const pay = new Tool({
      name: 'pay',
      description: 'Pay.',
      parameters: z.object({ password: z.string() }),
      handler: ({ password }) => ({ password, ok: 1 }),
    })
    const model = scriptedModel([calls(call('pay', { password: 'hunter2' })), 'Ok.'])
    const agent = createAgent({ model, tools: [pay], use: [redaction({ fields: ['name'] })] })
    const recorder = record(agent, { requests: 'full' })
    await agent.chat('my password: hunter2')
    const { recording } = recorder
    expect(writeRecording(recording)).not.toContain('hunter2')
    expect(recording.runs[0]?.calls[0]).toMatchObject({ tool: 'pay', result: { ok: 1 } })
    const [definition] = Object.values(recording.definitions)
    expect(definition).toMatchObject({
      name: 'pay',
      inputSchema: { properties: { password: { type: 'string' } } },
    })
    expect(Object.values(recording.toolLists)[0]).toMatchObject([{ name: 'pay' }])
  })

  it('17 are not the name of a member, and `writeRecording` sees one there', async () => {
    const keys = new Tool({
      name: 'keys',
      description: 'Keys.',
      handler: () => ({ sessions: { [key]: { user: 'a' } } }),
    })
    const model = scriptedModel([calls(call('keys')), 'Ok.'])
    const agent = createAgent({ model, tools: [keys] })
    const recorder = record(agent, { requests: 'full' })
    await agent.chat('x')
    const { recording } = recorder
    expect(writeRecording(recording)).not.toContain(key)
    expect(recording.runs[0]?.calls[0]?.result).toEqual({
      sessions: { '[redacted]': { user: 'a' } },
    })
    const [run] = recording.runs
    const given = {
      ...recording,
      runs: [{ ...run, calls: [{ ...run?.calls[0], args: { [key]: 1 } }] }],
    }
    expect(() => writeRecording(given)).toThrow('run 1, call 1 (args.[redacted])')
  })

  it('18 `recordingOf` says in `lacks` that it had no redaction', async () => {
    const run = createShop(['It is ACCT-666']).chat('my ACCT-000')
    await run
    const words = expect.stringContaining('no `redaction`')
    expect(recordingOf(run).lacks).toContainEqual(words)
    const careful = recordingOf(run, { redaction: accounts })
    expect(careful.lacks).not.toContainEqual(words)
    expect(JSON.stringify(careful)).not.toContain('ACCT-')
  })

  it('20 a redaction that eats a quote breaks nothing', async () => {
    const eats: Redaction = { redact: (text) => text.replaceAll(/acct \S+/g, '[redacted]') }
    const get = new Tool({
      name: 'get',
      description: 'Get acct 12 now.',
      handler: () => ({ a: 'acct 123', b: 1, list: ['acct 5', 'x'] }),
    })
    const model = scriptedModel([calls(call('get')), 'Ok.'])
    const agent = createAgent({ model, tools: [get] })
    const recorder = record(agent, { redaction: eats, requests: 'full' })
    await agent.chat('my acct 7')
    const text = writeRecording(recorder.recording)
    expect(text).not.toMatch(/acct \d/)
    expect(readRecording(text).runs[0]).toMatchObject({
      status: 'completed',
      calls: [{ result: { a: '[redacted]', b: 1, list: ['[redacted]', 'x'] } }],
    })
  })

  it('20 a redaction that throws hides what it should have read', async () => {
    const throws: Redaction = {
      redact: (text) => {
        if (text.includes('secret')) throw new Error('no')
        return text
      },
    }
    const agent = createAgent({ model: scriptedModel(['Ok.', 'Ok.']) })
    const recorder = record(agent, { redaction: throws })
    await agent.chat('my secret')
    await agent.chat('hello')
    expect(recorder.recording.runs.map(({ input }) => input)).toEqual(['[redacted]', 'hello'])
  })
})
