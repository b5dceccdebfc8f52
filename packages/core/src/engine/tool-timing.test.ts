import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { Scope } from '../index.ts'

const never = (): Promise<never> => new Promise(() => undefined)

describe('timeout', () => {
  it('R30 answers the call with TimeoutError, aborts its signal, and the loop goes on', async () => {
    let signal: AbortSignal | undefined
    const tool = anyTool(
      'slow',
      (_args, ctx) => {
        signal = ctx.signal
        return never()
      },
      { run: { timeout: '2s' } },
    )
    const { agent, clock } = agentUnderTest([calls(call('slow')), 'done'], { tools: [tool] })
    const run = agent.chat('go')
    await clock.advance(1_999)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(signal?.reason).toMatchObject({ kind: 'timeout' })
    const { messages, content } = await run
    expect(content).toBe('done')
    expect(answersIn(messages)).toMatchObject([{ status: 'timeout' }])
    expect(told(answersIn(messages)[0])).toMatchObject({
      error: { name: 'TimeoutError', timeoutMs: 2_000 },
    })
    expect(clock.pending).toBe(0)
  })

  it('R30 counts per attempt', async () => {
    let attempts = 0
    const tool = anyTool('slow', () => (++attempts === 3 ? 'ok' : never()), {
      run: { timeout: 100, retry: 3 },
    })
    const { agent, clock } = agentUnderTest([calls(call('slow')), 'done'], { tools: [tool] })
    const run = agent.chat('go')
    await clock.advance(100)
    expect(attempts).toBe(2)
    await clock.advance(100)
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }])
    expect(clock.pending).toBe(0)
  })

  it('R30 of a synchronous handler never fires', async () => {
    const { agent, clock } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [anyTool('x', () => 1, { run: { timeout: 1 } })],
    })
    await agent.chat('go')
    expect(clock.pending).toBe(0)
  })
})

describe('retry', () => {
  it('R30 counts attempts in all, each told of, and one charge', async () => {
    let attempts = 0
    const keys = new Set<string>()
    const tool = anyTool(
      'x',
      (_args, ctx) => {
        attempts++
        keys.add(ctx.idempotencyKey)
        return Promise.reject(new Error(`no ${attempts}`))
      },
      { run: { retry: 3 } },
    )
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [tool],
      limits: { calls: 1 },
    })
    const run = agent.chat('go')
    const { messages } = await run
    expect(attempts).toBe(3)
    expect(keys.size).toBe(1)
    expect(answersIn(messages)[0]?.content).toContain('no 3')
    expect(run.events.filter(({ type }) => type === 'agent:tool_retrying')).toMatchObject([
      { attempt: 2 },
      { attempt: 3 },
    ])
  })

  it('R30 waits between attempts as long as it says, and a cancel ends the wait', async () => {
    let attempts = 0
    const tool = anyTool('x', () => Promise.reject(new Error(`no ${++attempts}`)), {
      run: { retry: { attempts: 3, delay: '1s' } },
    })
    const { agent, clock } = agentUnderTest([calls(call('x'))], { tools: [tool] })
    const run = agent.chat('go')
    await flush()
    expect(attempts).toBe(1)
    await clock.advance(1_000)
    expect(attempts).toBe(2)
    run.cancel()
    await failureOf(run)
    expect(clock.pending).toBe(0)
    expect(attempts).toBe(2)
  })

  it('R30 never retries a cancelled call', async () => {
    let attempts = 0
    const tool = anyTool(
      'x',
      (_args, { signal }) => {
        attempts++
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        )
      },
      { run: { retry: 5 } },
    )
    const { agent } = agentUnderTest([calls(call('x'))], { tools: [tool] })
    const run = agent.chat('go')
    await flush()
    run.cancel()
    await failureOf(run)
    await flush()
    expect(attempts).toBe(1)
  })

  it('R30 does not retry calls that are refused', async () => {
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [anyTool('x', undefined, { run: { retry: 3 }, enabled: () => false })],
    })
    const run = agent.chat('go')
    await run
    expect(run.events.some(({ type }) => type === 'agent:tool_retrying')).toBe(false)
  })
})

describe('ctx.defer', () => {
  it.each(['success', 'failure', 'cancel', 'timeout'])(
    'R31 runs last-in first-out on %s',
    async (how) => {
      const log: string[] = []
      const tool = anyTool(
        'x',
        (_args, ctx) => {
          ctx.defer(() => log.push('first'))
          ctx.defer(async () => {
            await flush()
            log.push('second')
          })
          ctx.defer(() => log.push('third'))
          if (how === 'success') return 1
          return how === 'failure' ? Promise.reject(new Error('no')) : never()
        },
        { run: { timeout: '1s' } },
      )
      const { agent, clock } = agentUnderTest([calls(call('x')), 'done'], { tools: [tool] })
      const run = agent.chat('go')
      await flush()
      if (how === 'cancel') run.cancel()
      await clock.advance(1_000)
      await run.catch(() => undefined)
      expect(log).toEqual(['third', 'second', 'first'])
    },
  )

  it('R31 runs the others when one throws, and warns', async () => {
    const log: string[] = []
    const tool = anyTool('x', (_args, ctx) => {
      ctx.defer(() => log.push('first'))
      ctx.defer(() => {
        throw new Error('broken')
      })
    })
    const { agent } = agentUnderTest([calls(call('x')), 'done'], { tools: [tool] })
    const run = agent.chat('go')
    expect((await run).content).toBe('done')
    expect(log).toEqual(['first'])
    expect(run.events.find(({ type }) => type === 'agent:warning')).toMatchObject({
      message: expect.stringContaining('broken'),
    })
  })
})

describe('effects', () => {
  it('R31 of finished tools stay when a later one fails the run', async () => {
    const board: string[] = []
    const { agent } = agentUnderTest([calls(call('add'), call('bad'))], {
      tools: [
        anyTool('add', () => board.push('a')),
        anyTool('bad', () => Promise.reject(new Error('no'))),
      ],
      calls: { errors: 'abort' },
    })
    const error = await failureOf(agent.chat('go'))
    expect(board).toEqual(['a'])
    expect(answersIn(error.messages ?? []).map(({ status }) => status)).toEqual(['ok', 'error'])
  })
})

describe('what owns a call', () => {
  it('R32 going away aborts it with `scope_ended`, and nothing else', async () => {
    const reasons: unknown[] = []
    const slow = (name: string) =>
      anyTool(name, (_args, { signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason))
        return never()
      })
    const { agent } = agentUnderTest([calls(call('a'), call('b'))], {
      calls: { order: 'parallel' },
    })
    const leave = agent.scopes.register(new Scope({ name: 'a', tools: [slow('a')] }))
    agent.scopes.register(new Scope({ name: 'b', tools: [slow('b')] }))
    const run = agent.chat('go')
    await flush()
    leave()
    await flush()
    expect(reasons).toMatchObject([{ kind: 'scope_ended' }])
    expect(run.status).toBe('running')
    run.cancel()
    await failureOf(run)
  })
})
