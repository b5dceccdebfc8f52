import { type Reply, call, calls, flush, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { type AgentOptions } from '../../index.ts'
import { inputGuardrail } from '../answers/index.ts'
import { replay } from '../code/index.ts'

const tools = [
  anyTool('x', () => ({ n: 1 })),
  anyTool('bad', () => Promise.reject(new Error('no'))),
  anyTool('slow', () => new Promise(() => undefined)),
]

describe('replay', () => {
  it.each<[string, Reply[], Partial<AgentOptions>]>([
    ['completed', [text('Look', calls(call('x'), call('bad'), call('nope'))), 'done'], {}],
    ['that failed', [calls(call('x')), { text: 'half', breakWith: new Error('gone') }], {}],
    ['that spent its budget', [calls(call('x'), call('x'))], { limits: { calls: 1 } }],
    ['that was cut', [{ text: 'a', ...calls(call('x')), finishReason: null }], {}],
    ['that was cancelled', [calls(call('x'), call('slow'), call('x'))], {}],
    ['that failed at once', [{ refuse: 'no' }], {}],
  ])(
    'R45 rebuilds history and result of a run %s, from its events alone',
    async (_w, replies, o) => {
      const { agent } = agentUnderTest(replies, { tools, request: { retry: { max: 0 } }, ...o })
      const run = agent.chat('go')
      await flush()
      run.cancel()
      await run.catch(() => undefined)
      const replayed = replay(run.events)
      expect(replayed.history.messages).toEqual(agent.history.messages)
      expect(replayed.status).toBe(run.status)
      const last = run.events.at(-1)
      expect(replayed.usage).toEqual(last && 'usage' in last && last.usage)
    },
  )

  it('R45 rebuilds what the result holds, its trace and what ended it', async () => {
    for (const limits of [{}, { calls: 1 }]) {
      const { agent } = agentUnderTest(
        [text('Look', calls(call('x'), call('bad'), call('nope'))), calls(call('x')), 'done'],
        { tools, limits },
      )
      const run = agent.with({}).execute('go')
      const result = await run
      const { history, ...replayed } = replay(run.events)
      expect(result).toMatchObject(replayed)
      expect(history.messages).toEqual(result.messages)
      expect(replayed).toHaveProperty('finishReason')
      expect(replayed.trace).toHaveLength(result.status === 'failed' ? 3 : 4)
    }
  })

  it('R45 rebuilds why a run was cancelled', async () => {
    const { agent } = agentUnderTest([{ hang: true }])
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user', tag: 'stop' })
    await run.catch(() => undefined)
    expect(replay(run.events).error).toMatchObject({
      name: 'CancellationError',
      reason: { kind: 'user', tag: 'stop' },
    })
  })

  it('R45 rebuilds a run of a session that had messages before', async () => {
    const { agent } = agentUnderTest(['one', calls(call('x')), 'two'], { tools })
    await agent.chat('1')
    const run = agent.chat('2')
    const result = await run
    const replayed = replay(run.events)
    expect(replayed.content).toBe('two')
    expect(replayed.history.messages.map(({ id }) => id)).toEqual(
      result.messages.map(({ id }) => id),
    )
  })

  it('R45 rebuilds what was steered in and what the page called meanwhile', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([() => gate.promise, 'both'], { tools })
    const run = agent.chat('go')
    await flush()
    await agent.runTool('x')
    void agent.chat('and this', { onBusy: 'steer' })
    gate.resolve('one')
    await run
    expect(replay(run.events).history.messages).toEqual(agent.history.messages)
  })

  it.each([
    ['completes', 'one'],
    ['fails', { refuse: 'no' }],
    ['is cancelled', { hang: true }],
  ])(
    'R45 rebuilds what joined the last iteration of a run that %s',
    async (_what, reply: Reply) => {
      const gate = Promise.withResolvers<void>()
      const { agent } = agentUnderTest([() => gate.promise.then(() => reply)], { tools })
      const run = agent.chat('go')
      await flush()
      await agent.runTool('x')
      if (reply !== 'one') void agent.chat('and this', { onBusy: 'steer' })
      gate.resolve()
      await flush()
      run.cancel()
      await run.catch(() => undefined)
      expect(agent.history.messages.length).toBeGreaterThan(2)
      expect(replay(run.events).history.messages).toEqual(agent.history.messages)
    },
  )

  it('R45 rebuilds what a guardrail refused to go on with', async () => {
    const { agent } = agentUnderTest([], {
      use: [inputGuardrail('all', () => 'no')],
    })
    const run = agent.chat('go')
    await run.catch(() => undefined)
    expect(replay(run.events).history.messages).toEqual(agent.history.messages)
  })

  it('R45 rebuilds a call of the page’s own', async () => {
    const { agent } = agentUnderTest([], { tools })
    const run = agent.runTool('x')
    await run
    expect(replay(run.events).history.messages).toEqual(agent.history.messages)
  })

  it('of a run that still goes on is what there is so far', async () => {
    const { agent } = agentUnderTest([calls(call('x'), call('slow'))], { tools })
    const run = agent.chat('go')
    await flush()
    const replayed = replay(run.events)
    expect(replayed.status).toBe('running')
    expect(replayed.history.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    run.cancel()
    await run.catch(() => undefined)
  })
})
