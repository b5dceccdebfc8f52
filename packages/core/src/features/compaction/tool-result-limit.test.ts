import { call, calls, flush, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { AgentError, type AgentPlugin } from '../../index.ts'
import { condense, truncate } from '../compaction/index.ts'

/** Returns the answer that the model gets for a result, and its run. */
async function told(value: unknown, limit: AgentPlugin) {
  const { agent } = agentUnderTest([calls(call('x')), 'done'], {
    tools: [anyTool('x', () => value)],
    use: [limit],
  })
  const run = agent.chat('go')
  const result = await run
  return { content: answersIn(result.messages)[0]?.content ?? '', run, result }
}

/** Makes a plug-in that changes the text of results. */
const own = (change: (json: string) => Promise<string>): AgentPlugin => ({
  name: 'own',
  call: ({ toModel }, next) => {
    toModel(change)
    return next()
  },
})

const long = Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(20) }))

describe.each([
  ['truncate', truncate({ maxChars: 500 })],
  [
    'condense',
    condense({ maxChars: 500, model: scriptedModel([], { otherwise: { refuse: 'no' } }) }),
  ],
])('%s', (_name, limit) => {
  it('keeps the first entries of a list, and says how many there are', async () => {
    const { content, run } = await told(long, limit)
    expect(content.length).toBeLessThanOrEqual(500)
    const { items, note } = JSON.parse(content) as { items: unknown[]; note: string }
    expect(items).toEqual(long.slice(0, items.length))
    expect(items.length).toBeGreaterThan(5)
    expect(note).toContain('100')
    const succeeded = run.events.find(({ type }) => type === 'agent:tool_succeeded')
    expect(succeeded).toMatchObject({ result: long })
  })

  it('keeps the fields beside the only list of an object', async () => {
    const { content } = await told({ total: 100, rows: long, next: 'c2' }, limit)
    expect(content.length).toBeLessThanOrEqual(500)
    const { rows, ...others } = JSON.parse(content) as { rows: unknown[] }
    expect(rows).toEqual(long.slice(0, rows.length))
    expect(rows.length).toBeGreaterThan(5)
    const note = `The first ${rows.length} of 100 entries.`
    expect(others).toEqual({ total: 100, next: 'c2', note })
  })

  it('keeps the beginning of anything else, within the limit whatever is in it', async () => {
    for (const value of [
      { text: '"\\\n'.repeat(2_000) },
      'é👋'.repeat(2_000),
      { a: long, b: long },
      { note: 'x', rows: long },
      { rows: [1], text: 'x'.repeat(2_000) },
    ]) {
      const { content } = await told(value, limit)
      expect(content.length).toBeLessThanOrEqual(500)
      expect(JSON.parse(content)).toHaveProperty('start')
    }
  })

  it('leaves alone what fits', async () => {
    expect((await told([1, 2], limit)).content).toBe('[1,2]')
  })
})

describe('condense', () => {
  it('has a model sum up what is long, which counts', async () => {
    const model = scriptedModel(['A hundred, all called x.'])
    const { content, result } = await told(long, condense({ maxChars: 500, model }))
    expect(JSON.parse(content)).toMatchObject({ summary: 'A hundred, all called x.' })
    expect(result.usage.totalTokens).toBe(45)
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('xxxx')
  })
})

describe('a limit of one’s own', () => {
  it('R14 R29 R67 holds up no cancel, and the call stays a success', async () => {
    const { agent } = agentUnderTest([calls(call('x'))], {
      tools: [anyTool('x')],
      use: [own(() => new Promise(() => undefined))],
    })
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'ok' }])
  })

  it('R67 that throws ends the run, as any mistake of a plug-in', async () => {
    const broken = own(() => Promise.reject(new Error('no')))
    await expect(told(1, broken)).rejects.toMatchObject({ code: 'plugin' })
  })
})

describe('maxChars', () => {
  it('is 20,000, and at least 200', async () => {
    expect((await told('x'.repeat(19_990), truncate())).content).toHaveLength(19_992)
    expect((await told('x'.repeat(30_000), truncate())).content.length).toBeLessThanOrEqual(20_000)
    for (const make of [truncate, condense]) {
      expect(() => make({ maxChars: 199 })).toThrow(AgentError)
    }
  })
})
