import { calls, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, type ToolContext } from '../index.ts'

const user = { kind: 'user' } as const

/** Cancels a tool that ignores its signal. Resolves with its agent and its context. */
async function cancelled(): Promise<{
  agent: ReturnType<typeof agentUnderTest>['agent']
  ctx: ToolContext
}> {
  let given: ToolContext | undefined
  const stubborn = anyTool('stubborn', (_args, ctx) => {
    given = ctx
    return new Promise(() => undefined)
  })
  const read = anyTool('read', (_args, ctx) => ctx.run.state.get())
  const { agent } = agentUnderTest([calls({ name: 'stubborn' })], { tools: [stubborn, read] })
  const run = agent.chat('go')
  await flush()
  run.cancel(user)
  await run.catch(() => undefined)
  if (!given) throw new Error('The tool did not run.')
  return { agent, ctx: given }
}

describe('a handler that goes on after its call', () => {
  it.each(['the same session', 'another session'])(
    'R27 R68 changes nothing in %s',
    async (where) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const { agent, ctx } = await cancelled()
      if (where === 'another session') await agent.sessions.create()
      ctx.artifact({ id: 'a', type: 'chart', data: 1 })
      ctx.run.state.set({ salary: 4000 } as object)
      ctx.progress({ percent: 50 })
      ctx.run.emit('late', {})
      ctx.outlive()
      expect(agent.sessions.getState().artifacts).toEqual([])
      expect(await agent.runTool('read')).toEqual({})
      expect(warn).toHaveBeenCalledOnce()
      expect(warn.mock.calls[0]?.[0]).toContain('"stubborn" used `ctx.artifact` after its call')
      warn.mockRestore()
    },
  )

  it('R27 asks nobody, and cleans up at once', async () => {
    const { agent, ctx } = await cancelled()
    agent.pending.attach('question')
    await expect(ctx.ask('Really?')).rejects.toMatchObject({ reason: user })
    expect(agent.pending.list('question')).toEqual([])
    const cleanup = vi.fn<() => void>()
    ctx.defer(cleanup)
    expect(cleanup).toHaveBeenCalledOnce()
    ctx.defer(() => {
      throw new Error('It cannot be cleaned up.')
    })
  })

  it('R27 neither asks a model nor stops the run', async () => {
    let given: ToolContext | undefined
    const hasty = anyTool('hasty', (_args, ctx) => void (given = ctx))
    const late = anyTool('late', async () => {
      given?.run.stop()
      return given?.run.ask('What is this?').catch((error: unknown) => error)
    })
    const { agent, model } = agentUnderTest(
      [calls({ name: 'hasty' }, { name: 'late' }), calls({ name: 'late' }), 'done', 'never'],
      { tools: [hasty, late] },
    )
    const run = agent.chat('go')
    expect((await run).content).toBe('done')
    expect(run.events).toContainEqual(expect.objectContaining({ code: 'late_handler' }))
    await expect(given?.run.ask('What is this?')).rejects.toThrow('Await it in the handler')
    expect(model.requests).toHaveLength(3)
  })

  it('R27 changes nothing after its attempt timed out, while the next attempt counts', async () => {
    const given: ToolContext[] = []
    const slow = anyTool(
      'slow',
      (_args, ctx) => {
        given.push(ctx)
        if (given.length === 1) return new Promise(() => undefined)
        given[0]?.run.state.set({ by: 'first' } as object)
        ctx.run.state.set({ ...ctx.run.state.get(), now: 'second' } as object)
        return ctx.run.state.get()
      },
      { run: { timeout: '1s', retry: 2 } },
    )
    const { agent, clock } = agentUnderTest([], { tools: [slow] })
    const warnings: unknown[] = []
    agent.on('agent:warning', ({ code }) => warnings.push(code))
    const run = agent.runTool('slow')
    await flush()
    await clock.advance(1000)
    expect(await run).toEqual({ now: 'second' })
    expect(warnings).toEqual(['late_handler'])
  })

  it.each([
    ['returned', (gate: PromiseWithResolvers<unknown>) => gate.resolve('done')],
    ['threw', (gate: PromiseWithResolvers<unknown>) => gate.reject(new Error('No such order.'))],
  ] as const)('R67 is shown by its call as one that %s late', async (late, end) => {
    for (const how of ['stop', 'timeout']) {
      const gate = Promise.withResolvers<unknown>()
      const run = { timeout: '1s' } as const
      const slow = anyTool('slow', () => gate.promise, how === 'timeout' ? { run } : {})
      const { agent, clock } = agentUnderTest([calls({ name: 'slow' }), 'ok'], { tools: [slow] })
      const chat = agent.chat('go')
      await flush()
      if (how === 'stop') chat.cancel(user)
      else await clock.advance(1000)
      await chat.catch(() => undefined)
      const call = () => agent.calls.getState().get('call_1')
      const status = how === 'stop' ? 'interrupted' : 'timeout'
      expect(call()).toMatchObject({ answer: { status } })
      expect(call()?.late).toBeUndefined()
      end(gate)
      await flush()
      expect(call()).toMatchObject({ late, answer: { status } })
    }
  })

  it('R27 asks nobody when its handler did not wait for the question', async () => {
    let given: ToolContext | undefined
    const hasty = anyTool('hasty', (_args, ctx) => void (given = ctx))
    const { agent } = agentUnderTest([], { tools: [hasty] })
    agent.pending.attach('question')
    await agent.runTool('hasty')
    const asked = given?.ask('Really?')
    await expect(asked).rejects.toThrow(AgentError)
    await expect(asked).rejects.toThrow('Await `ctx.ask`')
  })
})
