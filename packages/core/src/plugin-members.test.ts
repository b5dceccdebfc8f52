import { call, calls, flush, scriptedModel, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../test/agent-under-test.ts'
import { runAgent } from './features/code/index.ts'
import type { AgentPlugin, RunContext } from './index.ts'

const story = () => [text('Look', calls(call('x', { n: 1 }))), 'done']

type Members = Omit<AgentPlugin, 'name'>
type AnyNext = () => Promise<never>

describe('the members of plug-ins', () => {
  it('R43 are called in the order of the loop, each awaited before the next step', async () => {
    const seen: string[] = []
    const noting = (name: string): AgentPlugin => {
      const note = async (what: string): Promise<void> => {
        await flush()
        seen.push(`${what} ${name}`)
      }
      const around = (member: string) => async (_at: unknown, next: AnyNext) => {
        await note(`before ${member}`)
        const result = await next()
        await note(`after ${member}`)
        return result
      }
      return {
        name,
        run: around('run'),
        request: around('request'),
        call: around('call'),
        execute: around('execute'),
        approve: () => note('approve'),
        message: ({ message }) => note(message.role),
      }
    }
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x')],
      use: [noting('1'), noting('2')],
    })
    await agent.chat('go')
    const of = (...names: string[]): string[] =>
      names.flatMap((name) => {
        const nested = name.startsWith('after') ? ['2', '1'] : ['1', '2']
        return nested.map((nth) => `${name} ${nth}`)
      })
    const request = ['before request', 'after request', 'assistant']
    const oneCall = ['before call', 'approve', 'before execute', 'after execute', 'after call']
    expect(seen).toEqual(
      of('before run', 'user', ...request, ...oneCall, 'tool', ...request, 'after run'),
    )
  })

  it('R43 `request` gives a request to another model', async () => {
    const other = scriptedModel(['other'], { modelId: 'other' })
    const seen: unknown[] = []
    const { agent, model } = agentUnderTest([], {
      use: [
        { name: 'routing', request: (_at, next) => next({ model: other }) },
        {
          name: 'noting',
          request: ({ model: chosen }, next) => {
            seen.push(chosen)
            return next()
          },
        },
      ],
    })
    agent.on('agent:request_started', ({ modelId }) => seen.push(modelId))
    const { content } = await agent.chat('go')
    expect(content).toBe('other')
    expect(seen).toEqual([other, 'other'])
    expect(model.requests).toHaveLength(0)
  })

  it('R43 get one object for a run, and another for each other run', async () => {
    const { agent } = agentUnderTest([...story(), ...story()], {
      tools: [anyTool('x', (_args, ctx) => runAgent(() => 1, { parent: ctx }))],
    })
    const seen = new Map<RunContext, string[]>()
    const note = ({ run }: { run: RunContext }): void =>
      void seen.set(run, [...(seen.get(run) ?? []), run.id])
    const around = (at: { run: RunContext }, next: AnyNext): Promise<never> => {
      note(at)
      return next()
    }
    agent.use({ name: 'noting', run: around, request: around, call: around, message: note })
    await agent.chat('go')
    await agent.chat('again')
    expect(seen.size).toBe(4)
    for (const [{ id }, told] of seen) expect(new Set(told)).toEqual(new Set([id]))
    const counts = [...seen.values()].map(({ length }) => length)
    // The run, two requests, a call and four messages; and a run of `runAgent` each time.
    expect(counts).toEqual([8, 1, 8, 1])
  })

  it('R43 `request` changes what is sent, each from what the one before made', async () => {
    const { agent, model } = agentUnderTest(['done'], {
      use: [
        { name: 'warm', request: (_at, next) => next({ temperature: 0.5 }) },
        {
          name: 'short',
          request: ({ request }, next) =>
            next({ maxOutputTokens: (request.temperature ?? 0) * 100 }),
        },
      ],
    })
    await agent.chat('go')
    expect(model.requests[0]).toMatchObject({ temperature: 0.5, maxOutputTokens: 50 })
  })

  it('R43 `request` can answer in place of the model, and of those further in', async () => {
    let later = 0
    const { agent, model } = agentUnderTest([], {
      use: [
        { name: 'cache', request: () => ({ content: 'from the cache' }) },
        {
          name: 'later',
          request: (_at, next) => {
            later++
            return next()
          },
        },
      ],
    })
    const result = await agent.chat('go')
    expect(result).toMatchObject({ content: 'from the cache', usage: { totalTokens: 0 } })
    expect(model.requests).toHaveLength(0)
    expect(later).toBe(0)
    expect(agent.history.messages[1]).toMatchObject({
      role: 'assistant',
      content: 'from the cache',
    })
  })

  it('R43 `request` can ask for calls in place of the model', async () => {
    const { agent, model } = agentUnderTest(['done'], { tools: [anyTool('x', () => 7)] })
    agent.use({
      name: 'asking',
      request: ({ run }, next) => {
        if (run.iteration > 0) return next()
        return { calls: [{ id: 'c1', name: 'x', arguments: {} }], finishReason: 'tool_calls' }
      },
    })
    expect((await agent.chat('go')).content).toBe('done')
    expect(model.requests[0]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  it('R43 `request` changes what is committed', async () => {
    const { agent } = agentUnderTest(['the secret is 42'])
    agent.use({
      name: 'hiding',
      request: async (_at, next) => ({ content: (await next()).content.replace('42', '**') }),
    })
    expect((await agent.chat('go')).content).toBe('the secret is **')
    expect(JSON.stringify(agent.history.messages)).not.toContain('is 42')
  })

  it.each<[string, Members]>([
    ['request', { request: stopIn }],
    ['call', { call: stopIn }],
    ['message', { message: ({ run }) => run.iteration === 1 && run.stop() }],
  ])(
    'R44 `%s` can stop the run: status `stopped`, latest content, all usage',
    async (_name, members) => {
      const { agent, model } = agentUnderTest(
        [text('one', calls(call('x'))), text('two', calls(call('x'))), 'never'],
        { tools: [anyTool('x')], use: [{ name: 'stopping', ...members }] },
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
    },
  )

  /** Stops the run in its second iteration. */
  function stopIn<T>({ run }: { run: RunContext }, next: () => Promise<T>): Promise<T> {
    if (run.iteration === 1) run.stop()
    return next()
  }

  const after = (fail: () => never) => async (_at: unknown, next: AnyNext) => {
    await next()
    return fail()
  }

  it.each<[string, (fail: () => never) => Members]>([
    ['`run` before the work', (fail) => ({ run: fail })],
    ['`run` after the work', (fail) => ({ run: after(fail) })],
    ['`request` before the model', (fail) => ({ request: fail })],
    ['`request` after the model', (fail) => ({ request: after(fail) })],
    ['`message`', (fail) => ({ message: fail })],
    ['`call` before the call', (fail) => ({ call: fail })],
    ['`call` after the call', (fail) => ({ call: after(fail) })],
    ['`approve`', (fail) => ({ approve: fail })],
    ['`execute` before the handler', (fail) => ({ execute: fail })],
    ['`execute` after the handler', (fail) => ({ execute: after(fail) })],
  ])(
    'R43 a %s that throws ends the run, and the `run` around it hears of it',
    async (_at, make) => {
      for (const cause of [
        new Error('broken plug-in'),
        'text',
        undefined,
        Object.create(null) as object,
      ]) {
        const told: unknown[] = []
        const fail = (): never => {
          throw cause
        }
        const { agent } = agentUnderTest(story(), {
          tools: [anyTool('x')],
          use: [
            {
              name: 'around',
              run: async (_given, next) => {
                try {
                  return await next()
                } catch (error) {
                  told.push(error)
                  throw error
                }
              },
            },
            { name: 'wrong', ...make(fail) },
          ],
        })
        const run = agent.chat('go')
        const outcome: unknown = await run.then(
          () => 'It resolved.',
          (error: unknown) => error,
        )
        expect(outcome).toMatchObject({ code: 'plugin', details: { plugin: 'wrong' } })
        expect((outcome as Error).cause).toBe(cause)
        expect(told).toEqual([outcome])
        expect(told[0]).toBe(outcome)
        expect(run.status).toBe('failed')
        expect(run.events.at(-1)?.type).toBe('agent:failed')
        const asked = agent.history.messages.flatMap((m) =>
          m.role === 'assistant' ? (m.calls ?? []) : [],
        )
        expect(answersIn(agent.history.messages)).toHaveLength(asked.length)
      }
    },
  )

  it('R43 one that removes itself makes no other be skipped, and leaves with the next run', async () => {
    const { agent } = agentUnderTest([...story(), 'more'], { tools: [anyTool('x')] })
    const seen: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const remove = agent.use({
        name,
        request: (_at, next) => {
          seen.push(name)
          if (name !== 'c') remove()
          return next()
        },
      })
    }
    await agent.chat('go')
    expect(seen).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    seen.length = 0
    await agent.chat('again')
    expect(seen).toEqual(['c'])
  })

  it('can be the same plug-in twice, each removed for itself', async () => {
    const { agent } = agentUnderTest(['1', '2'])
    let ran = 0
    const plugin: AgentPlugin = {
      name: 'counting',
      request: (_at, next) => {
        ran++
        return next()
      },
    }
    const remove = agent.use(plugin)
    agent.use(plugin)
    remove()
    remove()
    await agent.chat('go')
    expect(ran).toBe(1)
  })

  it('R43 cannot change a call, a message or a result by changing what they are shown', async () => {
    const { agent } = agentUnderTest([calls(call('x', { list: [1] })), 'done'], {
      tools: [anyTool('x', ({ list }) => list)],
    })
    const change = ({ call: asked }: { call: { arguments: object } }, next: AnyNext) => {
      Reflect.set(asked.arguments, 'list', 'changed')
      return next()
    }
    agent.use({
      name: 'changing',
      call: change,
      execute: change,
      approve: ({ call: asked }) => void Reflect.set(asked.arguments, 'list', 'changed'),
      message: ({ message }) => void Reflect.set(message, 'content', 'changed'),
    })
    await agent.chat('go')
    expect(answersIn(agent.history.messages)[0]?.content).toBe('[1]')
    expect(JSON.stringify(agent.history.messages)).not.toContain('changed')
  })

  it('R44 a run that is stopped has the latest content and all of its usage', async () => {
    const { agent } = agentUnderTest([text('Look', calls(call('x'))), calls(call('x')), 'never'], {
      tools: [anyTool('x')],
      use: [{ name: 'stopping', call: stopIn }],
    })
    const run = agent.chat('go')
    expect(await run).toMatchObject({
      status: 'stopped',
      content: 'Look',
      usage: { promptTokens: 20, completionTokens: 10, totalTokens: 30 },
    })
    expect(run.events.at(-1)).toMatchObject({ status: 'stopped', content: 'Look' })
  })
})
