import { call, calls, drivenModel, flush, promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { ToolValidationError, createAgent } from '../index.ts'
import { memoryStorage } from '../features/keeping/index.ts'

const deepText = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** Makes objects in objects, so many levels deep. */
function deep(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 1; level < levels; level++) value = { a: value }
  return value
}

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

const hostile = Object.defineProperty({}, 'a', {
  enumerable: true,
  get: () => {
    throw new Error('getter')
  },
})

describe('data that is nested deeper than 100 levels', () => {
  it.each([101, 5_000, 20_000, 200_000])(
    'R13 R14 in the arguments of a model is refused at %i levels, and the thread goes on',
    async (levels) => {
      const ran: unknown[] = []
      const { agent, model } = agentUnderTest(
        [calls(call('x', deepText(levels))), 'sorry', 'fine'],
        { tools: [anyTool('x', (args) => ran.push(args))], storage: memoryStorage() },
      )
      const { messages } = await agent.chat('go')
      expect(ran).toEqual([])
      expect(answersIn(messages)).toMatchObject([
        { status: 'invalid', content: expect.stringContaining('deeper than 100 levels') },
      ])
      expect((await agent.chat('and now?')).content).toBe('fine')
      for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    },
  )

  it('R13 of exactly 100 levels is passed on', async () => {
    const ran: unknown[] = []
    const { agent } = agentUnderTest([calls(call('x', deepText(100))), 'done'], {
      tools: [anyTool('x', (args) => ran.push(args))],
    })
    await agent.chat('go')
    expect(ran).toHaveLength(1)
  })

  it.each([
    ['deep', deep(5_000)],
    ['a cycle', cycle],
    ['with a getter that throws', hostile],
    ['with a bigint', { n: 1n }],
  ])(
    'R13 R14 arguments that are %s, from a plug-in or the page, are refused',
    async (_what, args) => {
      const { agent } = agentUnderTest(
        [calls(call('x')), 'done', calls(call('x')), 'done', 'fine'],
        {
          tools: [anyTool('x')],
        },
      )
      const stopChanging = agent.use({ name: 'changing', call: (_at, next) => next({ args }) })
      expect(answersIn((await agent.chat('one')).messages)).toMatchObject([{ status: 'invalid' }])
      stopChanging()
      const stopAnswering = agent.use({
        name: 'answering',
        request: async (_at, next) => {
          const response = await next()
          return { calls: response.calls.map((asked) => ({ ...asked, arguments: args })) }
        },
      })
      expect(answersIn((await agent.chat('two')).messages)).toMatchObject([{ status: 'invalid' }])
      stopAnswering()
      expect(await failureOf(agent.runTool('x', args))).toBeInstanceOf(ToolValidationError)
      expect((await agent.chat('three')).content).toBe('fine')
    },
  )

  it.each([
    ['a getter that throws', hostile],
    ['a cycle', cycle],
    ['5,000 levels', deep(5_000)],
  ])(
    'R14 metadata of a provider with %s is left out, and the thread goes on',
    async (_what, bad) => {
      const model = drivenModel()
      const agent = createAgent({ model, storage: memoryStorage() })
      const run = agent.chat('go')
      await flush()
      const metadata = { acme: bad } as never
      model.live[0]?.push(
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'hello' },
        { type: 'text-end', id: 't', providerMetadata: metadata },
        { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
      )
      model.live[0]?.close()
      expect((await run).content).toBe('hello')
      expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
        { code: 'response_not_json' },
      ])
      const next = agent.chat('and now?')
      await flush()
      expect(model.calls).toHaveLength(2)
      next.cancel()
      await next.catch(() => undefined)
    },
  )
})

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}
