import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { type AgentPlugin, type CancelReason, conversation } from '../index.ts'

const never = (): Promise<never> => new Promise(() => undefined)
const user: CancelReason = { kind: 'user', tag: 'stop' }

describe('what a cancel leaves behind', () => {
  it('R29 ends a backoff at once, and leaves no timer', async () => {
    const { agent, clock } = agentUnderTest([{ refuse: { statusCode: 503 } }])
    const run = agent.chat('go')
    await flush()
    expect(clock.pending).toBe(1)
    run.cancel(user)
    expect(await failureOf(run)).toMatchObject({ reason: user })
    expect(clock.pending).toBe(0)
  })

  it('R29 ends the wait for the page at once', async () => {
    for (const settler of [
      { baseline: () => undefined, beforeTool: async () => undefined, settle: never },
      { baseline: () => undefined, beforeTool: never, settle: never },
    ]) {
      const { agent } = agentUnderTest([calls(call('x')), 'never'], { tools: [anyTool('x')] })
      agent.use({ name: 'page', settle: settler })
      const run = agent.chat('go')
      await flush()
      run.cancel(user)
      expect(await failureOf(run)).toMatchObject({ reason: user })
      expect(answersIn(agent.history.messages)).toHaveLength(1)
    }
  })

  it('R29 ends the wait for a plug-in, for instructions and for the conversation sink', async () => {
    const afterwards = async (_at: unknown, next: () => Promise<unknown>): Promise<never> => {
      await next()
      return never()
    }
    const waiting: Omit<AgentPlugin, 'name'>[] = [
      { request: never },
      { request: afterwards },
      { message: never },
      { call: never },
      { call: afterwards },
      { approve: never },
      { execute: never },
      { execute: afterwards },
      { enforce: 'post', execute: never },
    ]
    for (const members of waiting) {
      const { agent } = agentUnderTest([calls(call('x')), 'never'], {
        tools: [anyTool('x')],
        use: [{ name: 'waiting', ...members }],
      })
      await stops(agent.chat('go'))
    }
    // The `run` of a plug-in is waited for as long as the clean-up of a call.
    for (const run of [never, afterwards]) {
      const { agent, clock } = agentUnderTest(['x'], { use: [{ name: 'waiting', run }] })
      const going = agent.chat('go')
      await flush()
      going.cancel(user)
      const failure = failureOf(going)
      await clock.advance(50)
      expect(await failure).toMatchObject({ reason: user })
      expect(clock.pending).toBe(0)
    }
    await stops(agentUnderTest(['x'], { instructions: never }).agent.chat('go'))
    await stops(agentUnderTest(['x'], { use: [conversation({ append: never })] }).agent.chat('go'))
  })

  async function stops(run: PromiseLike<unknown> & { cancel(reason: CancelReason): void }) {
    await flush()
    run.cancel(user)
    expect(await failureOf(run)).toMatchObject({ reason: user })
  }

  it('R29 1,000 runs on one shared signal leave no listener and no timer', async () => {
    const controller = new AbortController()
    let listeners = 0
    const { signal } = controller
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, args)
    }
    const { agent, clock } = agentUnderTest(
      [],
      {
        limits: { time: 1_000 },
        tools: [anyTool('x', (_args, ctx) => void ctx.signal, { run: { timeout: '1s' } })],
      },
      {
        otherwise: ({ prompt }) => (prompt.at(-1)?.role === 'tool' ? 'done' : calls(call('x'))),
      },
    )
    for (let n = 0; n < 1_000; n++) await agent.execute('go', { signal })
    expect(listeners).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('R32 agent.cancel ends streams, tools and timers of every run, waiting ones too', async () => {
    const { agent, model, clock } = agentUnderTest(
      [{ hang: true }, calls(call('slow')), { refuse: { statusCode: 503 } }],
      { tools: [anyTool('slow', never, { run: { timeout: '1m' } })] },
    )
    const runs = [
      agent.chat('1'),
      agent.execute('2'),
      agent.execute('3'),
      agent.chat('4', { onBusy: 'queue' }),
    ]
    await flush()
    expect(agent.queue.getState().waiting).toHaveLength(1)
    agent.cancel(user)
    await Promise.allSettled(runs)
    expect(runs.map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
    expect(model.open).toBe(0)
    expect(clock.pending).toBe(0)
    expect(agent.queue.getState().waiting).toEqual([])
    expect(agent.getState().status).toBe('idle')
  })
})
