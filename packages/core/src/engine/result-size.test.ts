import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, type RunResult, type ToolMessage } from '../index.ts'

const bytes = (text: string): number => new TextEncoder().encode(text).length

async function cappedAt(
  maxResultBytes: number | undefined,
  value: unknown,
): Promise<{ answer: ToolMessage; result: RunResult; shown: unknown }> {
  const { agent } = agentUnderTest([calls(call('x')), 'done'], {
    tools: [anyTool('x', () => value)],
    calls: { maxResultBytes },
  })
  const run = agent.chat('go')
  const result = await run
  const event = run.events.find(({ type }) => type === 'agent:tool_succeeded')
  const [answer] = answersIn(result.messages)
  if (!answer) throw new Error('The call was not answered.')
  return { answer, result, shown: event && 'result' in event && event.result }
}

describe('maxResultBytes', () => {
  it('R20 cuts at 65,536 bytes, marker included, and keeps the full value for the page', async () => {
    const value = 'x'.repeat(100_000)
    const { answer, result, shown } = await cappedAt(undefined, value)
    expect(bytes(answer.content)).toBe(65_536)
    expect(answer.content).toMatch(/…\[truncated; full result 100002 bytes\]$/)
    expect(result.trace?.[0]).toMatchObject({ truncated: true, totalBytes: 100_002 })
    expect(shown).toBe(value)
  })

  it('R20 leaves what fits exactly as it is', async () => {
    const { answer, result } = await cappedAt(undefined, 'x'.repeat(65_534))
    expect(bytes(answer.content)).toBe(65_536)
    expect(answer.content).not.toContain('truncated')
    expect(result.trace?.[0]).not.toHaveProperty('truncated')
  })

  it('R20 counts bytes of UTF-8, not characters', async () => {
    const { answer, result } = await cappedAt(undefined, 'é'.repeat(40_000))
    expect(bytes(answer.content)).toBeLessThanOrEqual(65_536)
    expect(result.trace?.[0]).toMatchObject({ truncated: true, totalBytes: 80_002 })
  })

  it('R20 cuts on a code-point boundary, within the cap, at any cap size', async () => {
    for (let cap = 0; cap <= 90; cap++) {
      const { answer, result } = await cappedAt(cap, '👋é'.repeat(50))
      expect(bytes(answer.content)).toBeLessThanOrEqual(cap)
      expect(answer.content.isWellFormed()).toBe(true)
      expect(answer.content).not.toContain('\ufffd')
      expect(result.trace?.[0]).toMatchObject({ truncated: true, totalBytes: 302 })
    }
  })

  it('R20 caps what is told of an error too', async () => {
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [anyTool('x', () => Promise.reject(new Error('x'.repeat(5_000))))],
      calls: { maxResultBytes: 1_000 },
    })
    const { messages } = await agent.chat('go')
    expect(bytes(answersIn(messages)[0]?.content ?? '')).toBe(1_000)
  })

  it('R20 caps what result.toModel gives the model, all its text together', async () => {
    const long = 'é'.repeat(600)
    const image = { type: 'image', data: 'AAAA', mediaType: 'image/png' } as const
    const outputs = [
      long,
      [{ type: 'text', text: long }, image, { type: 'text', text: long }],
      [{ type: 'text', text: 'short' }, image],
    ] as const
    for (const [at, output] of outputs.entries()) {
      const { agent } = agentUnderTest([calls(call('x')), 'done'], {
        tools: [anyTool('x', () => 1, { result: { toModel: () => output } })],
        calls: { maxResultBytes: 1_000 },
      })
      const run = agent.chat('go')
      const { messages, trace } = await run
      const parts = [answersIn(messages)[0]?.output ?? []].flat()
      const texts = parts.flatMap((part) =>
        typeof part === 'string' ? [part] : part.type === 'text' ? [part.text] : [],
      )
      if (at === 2) {
        expect(texts).toEqual(['short'])
        expect(trace?.[0]).not.toHaveProperty('truncated')
      } else {
        expect(bytes(texts.join(''))).toBeLessThanOrEqual(1_000)
        expect(texts[0]).toMatch(/…\[truncated; full result 1200 bytes\]$/)
        expect(trace?.[0]).toMatchObject({ truncated: true, totalBytes: at === 0 ? 1_200 : 2_400 })
        expect(run.events).toContainEqual(expect.objectContaining({ truncated: true }))
      }
      expect(
        parts.filter((part) => typeof part === 'object' && part.type === 'image'),
      ).toHaveLength(at === 0 ? 0 : 1)
    }
  })

  it.each([-1, 1.5, Number.NaN])('refuses %d', (maxResultBytes) => {
    expect(() => agentUnderTest([], { calls: { maxResultBytes } })).toThrow(AgentError)
    expect(() => agentUnderTest([], { calls: { maxResultBytes } })).toThrow('maxResultBytes')
  })
})
