import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'

/** Makes a tool that logs its start and its end, and that ends when `end` is called. */
function gated() {
  const log: string[] = []
  const ends = new Map<unknown, (value?: unknown) => void>()
  const tool = anyTool('x', async ({ n }) => {
    log.push(`s${n}`)
    await new Promise((resolve) => ends.set(n, resolve))
    log.push(`e${n}`)
    return n
  })
  return { tool, log, end: (n: number) => ends.get(n)?.() }
}

const four = calls(...[1, 2, 3, 4].map((n) => call('x', { n }, `c${n}`)))

describe('several calls in one message', () => {
  it('R11 run one after another, in the model’s order', async () => {
    const { tool, log, end } = gated()
    const { agent } = agentUnderTest([calls(call('x', { n: 1 }), call('x', { n: 2 })), 'done'], {
      tools: [tool],
    })
    const run = agent.chat('go')
    await flush()
    expect(log).toEqual(['s1'])
    end(1)
    await flush()
    end(2)
    await run
    expect(log).toEqual(['s1', 'e1', 's2', 'e2'])
  })

  it('R11 go on after one that fails', async () => {
    const { agent } = agentUnderTest([calls(call('bad'), call('nope'), call('x')), 'done'], {
      tools: [anyTool('bad', () => Promise.reject(new Error('no'))), anyTool('x')],
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['error', 'unknown', 'ok'])
  })

  it('R11 in parallel start in order, at most so many at once, and are answered in order', async () => {
    const { tool, log, end } = gated()
    const { agent } = agentUnderTest([four, 'done'], {
      tools: [tool],
      calls: { order: 'parallel', concurrency: 2 },
    })
    const run = agent.chat('go')
    await flush()
    expect(log).toEqual(['s1', 's2'])
    end(2)
    await flush()
    end(3)
    end(1)
    await flush()
    end(3)
    end(4)
    await flush()
    end(4)
    const { messages, trace } = await run
    expect(log.filter((entry) => entry.startsWith('s'))).toEqual(['s1', 's2', 's3', 's4'])
    expect(answersIn(messages).map(({ id }) => id)).toEqual(['c1', 'c2', 'c3', 'c4'])
    expect(answersIn(messages).map(({ content }) => content)).toEqual(['1', '2', '3', '4'])
    expect(trace?.map(({ callId }) => callId)).toEqual(['c1', 'c2', 'c3', 'c4'])
  })

  it('R11 in parallel never run more than five at once by default', async () => {
    let running = 0
    let most = 0
    const tool = anyTool('x', async () => {
      most = Math.max(most, ++running)
      await flush()
      running--
    })
    const { agent } = agentUnderTest(
      [calls(...Array.from({ length: 12 }, () => call('x'))), 'ok'],
      { tools: [tool], calls: { order: 'parallel' } },
    )
    const { messages } = await agent.chat('go')
    expect(most).toBe(5)
    expect(answersIn(messages)).toHaveLength(12)
  })

  it('R11 in parallel a mixture of failures keeps its order too', async () => {
    const { agent } = agentUnderTest(
      [calls(call('slow'), call('nope'), call('bad'), call('x')), 'done'],
      {
        tools: [
          anyTool('slow', () => flush()),
          anyTool('bad', () => Promise.reject(new Error('no'))),
          anyTool('x'),
        ],
        calls: { order: 'parallel' },
      },
    )
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'slow ok',
      'nope unknown',
      'bad error',
      'x ok',
    ])
  })
})
