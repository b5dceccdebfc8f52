import { type Reply, call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { AgentError, type AgentPlugin } from '../../index.ts'
import { hybrid, summarize, trim } from '../compaction/index.ts'

const long = 'x'.repeat(400)

/** Runs five turns of about 250 tokens each, with a call in each. */
async function fiveTurns(compaction: AgentPlugin, more: Reply[] = []) {
  const turns = Array.from({ length: 5 }, (_, n): Reply[] => [
    calls(call('x', { n })),
    `answer ${n} ${long}`,
  ])
  const under = agentUnderTest([...turns.flat(), ...more, 'last'], {
    instructions: 'Be kind.',
    tools: [anyTool('x', () => long)],
  })
  for (let n = 0; n < 5; n++) await under.agent.chat(`question ${n}`)
  const before = under.agent.history.messages
  const run = under.agent.with({ use: [compaction] }).chat('question 5')
  await run
  const prompt = under.model.requests.at(-1)?.prompt ?? []
  return { ...under, run, prompt, before }
}

describe.each([
  ['trim', trim({ maxContextTokens: 800 }), []],
  ['summarize', summarize({ maxContextTokens: 800 }), ['It was about n.']],
  ['hybrid', hybrid({ maxContextTokens: 800 }), ['It was about n.']],
] as [string, AgentPlugin, Reply[]][])('%s', (_name, compaction, more) => {
  it('R53 keeps instructions, the newest turn, and every call with its result', async () => {
    const { prompt } = await fiveTurns(compaction, more)
    expect(prompt[0]).toMatchObject({ role: 'system', content: 'Be kind.' })
    expect(JSON.stringify(prompt.at(-1))).toContain('question 5')
    expect(JSON.stringify(prompt)).not.toContain('question 0')
    expect(prompt[1]?.role).toBe('user')
    for (const [at, { role, content }] of prompt.entries()) {
      if (role !== 'assistant') continue
      const asked = content.filter(({ type }) => type === 'tool-call').length
      const answers = prompt[at + 1]
      expect(answers?.role === 'tool' ? answers.content.length : 0).toBe(asked)
    }
  })

  it('R53 changes nothing in the history, and tells what it did', async () => {
    const { agent, before, run } = await fiveTurns(compaction, more)
    expect(agent.history.messages.slice(0, before.length)).toEqual(before)
    const started = run.events.find(({ type }) => type === 'agent:request_started')
    expect(started && 'leftOut' in started && started.leftOut).toBeGreaterThan(0)
  })

  it('R53 leaves alone what fits', async () => {
    const { agent, model } = agentUnderTest(['hi'], { use: [compaction] })
    const run = agent.chat('hello')
    await run
    expect(model.requests[0]?.prompt).toHaveLength(1)
    const started = run.events.find(({ type }) => type === 'agent:request_started')
    expect(started).toMatchObject({ leftOut: 0 })
  })
})

describe('a picture', () => {
  const picture = { type: 'image', data: 'A'.repeat(400_000), mediaType: 'image/png' } as const

  it('R53 counts as one, whatever its size', async () => {
    const use = [trim({ maxContextTokens: 4000, reserveTokens: 1000 })]
    const { agent, model } = agentUnderTest(['A cat.', 'hi'], { use })
    await agent.chat([picture])
    await agent.chat('hello')
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain(picture.data)
  })

  it('R53 is named in a summary, and its bytes are not', async () => {
    const use = [summarize({ maxContextTokens: 2500, reserveTokens: 100 })]
    const { agent, model } = agentUnderTest(['A cat.', 'Another.', 'A summary.', 'hi'], { use })
    await agent.chat([picture])
    await agent.chat([picture])
    await agent.chat('hello')
    const asked = model.requests.map(({ prompt }) => JSON.stringify(prompt))
    const summary = asked.find((prompt) => prompt.includes('Summarise this'))
    expect(summary).toContain('[image/png]')
    expect(summary).not.toContain('AAAA')
  })
})

describe('summarize', () => {
  it('R53 puts the summary where the oldest turns were, made once, and counts what it cost', async () => {
    const writer = scriptedModel(['It was about n.'], { modelId: 'writer' })
    const compaction = hybrid({ maxContextTokens: 800, summarizeModel: writer })
    const { agent, model, run, prompt } = await fiveTurns(compaction, [])
    expect(JSON.stringify(prompt[1])).toContain('It was about n.')
    expect((await run).usage.totalTokens).toBe(30)
    expect(writer.requests).toHaveLength(1)
    const again = agentUnderTest(['next'])
    await again.agent
      .with({ use: [compaction] })
      .execute('question 6', { history: agent.history.messages })
    expect(writer.requests).toHaveLength(1)
    expect(JSON.stringify(again.model.requests[0]?.prompt[0])).toContain('It was about n.')
    expect(model.requests).toHaveLength(11)
  })

  it('R53 falls back to trim when the summary fails', async () => {
    const broken = scriptedModel([], { otherwise: { refuse: { statusCode: 400 } } })
    const { prompt } = await fiveTurns(summarize({ maxContextTokens: 800, summarizeModel: broken }))
    expect(JSON.stringify(prompt)).not.toContain('question 0')
    expect(JSON.stringify(prompt.at(-1))).toContain('question 5')
  })

  it('refuses options that leave no room', () => {
    expect(() => trim({ maxContextTokens: 100, reserveTokens: 100 })).toThrow(AgentError)
    expect(() => hybrid({ maxContextTokens: Number.NaN })).toThrow('maxContextTokens')
  })
})
