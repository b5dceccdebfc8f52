import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { Scope } from '../index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

describe('outlive', () => {
  it('R32 lets a call go on when its tool goes, and no other call of it', async () => {
    const gate = Promise.withResolvers<string>()
    const ended: unknown[] = []
    const tool = anyTool('slow', ({ on }, ctx) => {
      if (on) ctx.outlive()
      ctx.signal.addEventListener('abort', () => ended.push(ctx.signal.reason))
      return gate.promise
    })
    const asked = calls(call('slow', { on: true }), call('slow', { on: false }))
    const { agent } = agentUnderTest([asked, 'done'], { calls: { order: 'parallel' } })
    const unregister = agent.scopes.register(new Scope({ name: 'page', tools: [tool] }))
    const run = agent.chat('go')
    await expect.poll(() => agent.calls.getState().get('call_2')?.state).toBe('running')
    unregister()
    await expect.poll(() => ended).toMatchObject([{ kind: 'scope_ended' }])
    await flush()
    gate.resolve('ok')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([
      { id: 'call_1', status: 'ok', content: '"ok"' },
      { id: 'call_2', status: 'interrupted' },
    ])
  })

  it('R66 is not needed by a handler that returns in the turn in which its tool goes', async () => {
    const { agent } = agentUnderTest([calls(call('leave')), 'done'], {})
    const tool = anyTool('leave', async () => {
      await Promise.resolve()
      unregister()
      await Promise.resolve()
      return 'left'
    })
    const unregister = agent.scopes.register(new Scope({ name: 'page', tools: [tool] }))
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok', content: '"left"' }])
  })

  it('R66 is not needed once the handler has returned, however long the plug-ins take', async () => {
    const { agent } = agentUnderTest([calls(call('look')), 'done'], {})
    const tool = anyTool('look', () => 'seen')
    const unregister = agent.scopes.register(new Scope({ name: 'page', tools: [tool] }))
    agent.use(
      pluginAt('after call', async () => {
        unregister()
        for (let tasks = 0; tasks < 5; tasks++) await new Promise((done) => setTimeout(done))
      }),
    )
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok', content: '"seen"' }])
  })

  it('R66 is not needed by a tool that is registered anew at once, as it was', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow'), call('slow')), 'done'], {
      calls: { order: 'parallel' },
    })
    const register = (description = 'Slow.') =>
      agent.scopes.register(
        new Scope({ name: 'page', tools: [anyTool('slow', () => gate.promise, { description })] }),
      )
    const unregister = register()
    const run = agent.chat('go')
    await expect.poll(() => agent.calls.getState().get('call_2')?.state).toBe('running')
    unregister()
    const again = register()
    for (let tasks = 0; tasks < 5; tasks++) await new Promise((done) => setTimeout(done))
    expect(run.events.some(({ type }) => type === 'agent:tool_cancelled')).toBe(false)
    again()
    register('Another tool of that name.')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([
      { status: 'interrupted' },
      { status: 'interrupted' },
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
    await expect.poll(() => agent.calls.getState().get('call_1')?.state).toBe('running')
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toMatchObject({ reason: { kind: 'user' } })
  })
})
