import { call, calls, flush, scriptedModel, text } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../test/agent-under-test.ts'
import { runAgent } from './features/code/index.ts'
import { type HookContext, type HookName, Scope } from './index.ts'

const story = () => [text('Look', calls(call('x', { n: 1 }))), 'done']

describe('hooks', () => {
  it('R43 run in the order of the loop, and of their registration', async () => {
    const { agent } = agentUnderTest(story(), { tools: [anyTool('x')] })
    const seen: string[] = []
    const names = [
      'onRunStart',
      'preRequest',
      'onResponse',
      'onMessage',
      'preToolCall',
      'onToolCallResult',
      'onToolCallError',
      'onIterationEnd',
      'onRunDone',
      'onRunCancelled',
      'onRunError',
    ] as const
    for (const name of names) {
      agent.addHook(name, async () => {
        await flush()
        seen.push(`${name} 1`)
      })
      agent.addHook(name, () => void seen.push(`${name} 2`))
    }
    await agent.chat('go')
    const order = [
      'onRunStart',
      'onMessage',
      'preRequest',
      'onResponse',
      'onMessage',
      'preToolCall',
      'onToolCallResult',
      'onMessage',
      'onIterationEnd',
      'preRequest',
      'onResponse',
      'onMessage',
      'onIterationEnd',
      'onRunDone',
    ]
    expect(seen).toEqual(order.flatMap((name) => [`${name} 1`, `${name} 2`]))
  })

  it('R43 a `preRequest` hook gives a request to another model', async () => {
    const { agent, model } = agentUnderTest([])
    const other = scriptedModel(['other'], { modelId: 'other' })
    const seen: unknown[] = []
    agent.addHook('preRequest', () => ({ model: other }))
    agent.addHook('preRequest', ({ model }) => void seen.push(model))
    agent.on('agent:request_started', ({ modelId }) => seen.push(modelId))
    const { content } = await agent.chat('go')
    expect(content).toBe('other')
    expect(seen).toEqual([other, 'other'])
    expect(model.requests).toHaveLength(0)
  })

  it('R43 share one `run.state` in a run, and have another in each other run', async () => {
    const { agent } = agentUnderTest([...story(), ...story()], {
      tools: [anyTool('x', (_args, ctx) => runAgent(() => 1, { parent: ctx }))],
    })
    const seen: Record<string, unknown>[] = []
    agent.addHook('onRunStart', ({ run }) => void (run.state['asked'] = run.runId))
    const note = ({ run }: { run: HookContext }): void =>
      void seen.push({ ...run.state, at: run.runId })
    for (const name of ['preRequest', 'onMessage', 'preToolCall', 'onRunDone'] as const) {
      agent.addHook(name, note)
    }
    await agent.chat('go')
    await agent.chat('again')
    expect(new Set(seen.map(({ asked }) => asked)).size).toBe(4)
    for (const { asked, at } of seen) expect(asked).toBe(at)
  })

  it('R43 preRequest changes what is sent, each from what the one before made', async () => {
    const { agent, model } = agentUnderTest(['done'])
    agent.addHook('preRequest', ({ request }) => ({ request: { ...request, temperature: 0.5 } }))
    agent.addHook('preRequest', ({ request }) => ({
      request: { ...request, maxOutputTokens: (request.temperature ?? 0) * 100 },
    }))
    await agent.chat('go')
    expect(model.requests[0]).toMatchObject({ temperature: 0.5, maxOutputTokens: 50 })
  })

  it('R43 preRequest can answer in place of the model, and ends the chain', async () => {
    const { agent, model } = agentUnderTest([])
    let later = 0
    agent.addHook('preRequest', () => ({ response: { content: 'from the cache' } }))
    agent.addHook('preRequest', () => void later++)
    const result = await agent.chat('go')
    expect(result).toMatchObject({ content: 'from the cache', usage: { totalTokens: 0 } })
    expect(model.requests).toHaveLength(0)
    expect(later).toBe(0)
    expect(agent.history.messages[1]).toMatchObject({
      role: 'assistant',
      content: 'from the cache',
    })
  })

  it('R43 preRequest can ask for calls in place of the model', async () => {
    const { agent, model } = agentUnderTest(['done'], { tools: [anyTool('x', () => 7)] })
    let first = true
    agent.addHook('preRequest', () => {
      if (!first) return undefined
      first = false
      const asked = [{ id: 'c1', name: 'x', arguments: {} }]
      return { response: { calls: asked, finishReason: 'tool_calls' as const } }
    })
    expect((await agent.chat('go')).content).toBe('done')
    expect(model.requests[0]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  it('R43 onResponse changes what is committed', async () => {
    const { agent } = agentUnderTest(['the secret is 42'])
    agent.addHook('onResponse', ({ response }) => ({
      response: { content: response.content.replace('42', '**') },
    }))
    expect((await agent.chat('go')).content).toBe('the secret is **')
    expect(JSON.stringify(agent.history.messages)).not.toContain('is 42')
  })

  it('R44 onIterationEnd can stop the run: status `stopped`, latest content, all usage', async () => {
    const { agent, model } = agentUnderTest(
      [text('one', calls(call('x'))), text('two', calls(call('x'))), 'never'],
      { tools: [anyTool('x')] },
    )
    agent.addHook('onIterationEnd', ({ iteration }) =>
      iteration === 1 ? { stop: true } : undefined,
    )
    const run = agent.chat('go')
    expect(await run).toMatchObject({
      status: 'stopped',
      content: 'two',
      usage: { promptTokens: 20, completionTokens: 10 },
    })
    expect(model.requests).toHaveLength(2)
    expect(run.events.at(-1)).toMatchObject({ type: 'agent:completed', status: 'stopped' })
    expect(answersIn(agent.history.messages)).toHaveLength(2)
  })

  it.each<HookName>([
    'onRunStart',
    'preRequest',
    'onResponse',
    'onMessage',
    'preToolCall',
    'onToolCallResult',
    'onIterationEnd',
    'onRunDone',
  ])('R43 %s that throws ends the run through onRunError', async (name) => {
    for (const cause of [
      new Error('broken hook'),
      'text',
      undefined,
      Object.create(null) as object,
    ]) {
      const { agent } = agentUnderTest(story(), { tools: [anyTool('x')] })
      const told: unknown[] = []
      agent.addHook('onRunError', ({ error }) => void told.push(error))
      agent.addHook(name, () => {
        throw cause
      })
      const run = agent.chat('go')
      const outcome: unknown = await run.then(
        () => 'It resolved.',
        (error: unknown) => error,
      )
      expect(outcome).toBeInstanceOf(Error)
      expect(cause instanceof Error ? outcome : (outcome as Error).cause).toBe(cause)
      expect(told).toEqual([outcome])
      expect(run.status).toBe('failed')
      expect(run.events.at(-1)?.type).toBe('agent:failed')
      const asked = agent.history.messages.flatMap((m) =>
        m.role === 'assistant' ? (m.calls ?? []) : [],
      )
      expect(answersIn(agent.history.messages)).toHaveLength(asked.length)
    }
  })

  it('R43 one that removes itself makes no other be skipped', async () => {
    const { agent } = agentUnderTest(story(), { tools: [anyTool('x')] })
    const seen: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const remove = agent.addHook('preRequest', () => {
        seen.push(name)
        if (name !== 'c') remove()
      })
    }
    await agent.chat('go')
    expect(seen).toEqual(['a', 'b', 'c', 'c'])
  })

  it('can be the same function twice, each removed for itself', async () => {
    const { agent } = agentUnderTest(['1', '2'])
    let ran = 0
    const hook = (): void => void ran++
    const remove = agent.addHook('preRequest', hook)
    agent.addHook('preRequest', hook)
    remove()
    remove()
    await agent.chat('go')
    expect(ran).toBe(1)
  })

  it('R43 a hook cannot change a call, a message or a result by changing what it is shown', async () => {
    const { agent } = agentUnderTest([calls(call('x', { list: [1] })), 'done'], {
      tools: [anyTool('x', ({ list }) => list)],
    })
    agent.addHook('preToolCall', ({ call: asked }) => {
      Reflect.set(asked.arguments, 'list', 'changed')
    })
    agent.addHook('onMessage', ({ message }) => {
      Reflect.set(message, 'content', 'changed')
    })
    await agent.chat('go')
    expect(JSON.stringify(agent.history.messages)).not.toContain('changed')
  })

  it('R43 one of a scope that throws ends the run that goes on, and is told where none does', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const cause = new Error('no')
    const { agent } = agentUnderTest([calls(call('open')), 'never'], {
      tools: [anyTool('open', () => void agent.scopes.register(new Scope({ name: 'page' })))],
    })
    const errors: unknown[] = []
    agent.addHook('onRunError', ({ error }) => errors.push(error))
    agent.addHook('onScopeRegister', () => {
      throw cause
    })
    const off = agent.scopes.register(new Scope({ name: 'page' }))
    await flush()
    expect(told).toHaveBeenCalledExactlyOnceWith('[ambit] A hook threw.', cause)
    off()
    const run = agent.chat('go')
    expect(await run.catch((error: unknown) => error)).toBe(cause)
    expect(run.status).toBe('failed')
    expect(errors).toEqual([cause])
    expect(told).toHaveBeenCalledTimes(1)
    told.mockRestore()
  })

  it('R44 a run that is stopped has the latest content and all of its usage', async () => {
    const { agent } = agentUnderTest([text('Look', calls(call('x'))), calls(call('x')), 'never'], {
      tools: [anyTool('x')],
    })
    agent.addHook('onIterationEnd', ({ iteration }) => ({ stop: iteration === 1 }))
    const run = agent.chat('go')
    expect(await run).toMatchObject({
      status: 'stopped',
      content: 'Look',
      usage: { promptTokens: 20, completionTokens: 10, totalTokens: 30 },
    })
    expect(run.events.at(-1)).toMatchObject({ status: 'stopped', content: 'Look' })
  })
})
