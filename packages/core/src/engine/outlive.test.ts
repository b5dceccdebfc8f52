import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { Scope } from '../index.ts'

describe('outlive', () => {
  it('R32 lets a call go on when its tool goes, and no other call of it', async () => {
    const gate = Promise.withResolvers<string>()
    const tool = anyTool('slow', ({ on }, ctx) => {
      if (on) ctx.outlive()
      return gate.promise
    })
    const asked = calls(call('slow', { on: true }), call('slow', { on: false }))
    const { agent } = agentUnderTest([asked, 'done'], { toolParallelism: 'parallel' })
    const unregister = agent.scopes.register(new Scope({ name: 'page', tools: [tool] }))
    const run = agent.chat('go')
    await expect.poll(() => agent.activity.getState().calls.get('call_2')?.status).toBe('running')
    unregister()
    await flush()
    gate.resolve('ok')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([
      { id: 'call_1', status: 'ok', content: '"ok"' },
      { id: 'call_2', status: 'cancelled' },
    ])
  })

  it('leaves the other reasons to end it', async () => {
    const tool = anyTool('slow', (_, ctx) => {
      ctx.outlive()
      ctx.outlive()
      return new Promise(() => undefined)
    })
    const { agent } = agentUnderTest([calls(call('slow'))], { tools: [tool] })
    const run = agent.chat('go')
    await expect.poll(() => agent.activity.getState().calls.get('call_1')?.status).toBe('running')
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toMatchObject({ reason: { kind: 'user' } })
  })
})
