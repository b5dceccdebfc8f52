import { scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, failureOf } from '../../test/agent-under-test.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'
import { createAgent } from '../agent.ts'

afterEach(() => vi.restoreAllMocks())

describe('prepareRequest', () => {
  it('says in the console, once, what of the app threw and what follows', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const thrown = new Error('oops')
    const fail = (): never => {
      throw thrown
    }
    const save = new Tool({ name: 'save', description: 'Save.', enabled: fail, handler: () => 1 })
    const notes = new Scope({ name: 'notes', tools: [save], context: fail })
    const warned: string[] = []
    const agent = createAgent({ model: scriptedModel(['One', 'Two']), scopes: [notes] })
    agent.on('agent:warning', ({ message }) => warned.push(message))

    await agent.chat('a')
    await agent.chat('b')

    expect(said.mock.calls).toEqual([
      ['[ambit] `enabled` of tool "save" threw, so the model is not given it.', thrown],
      ['[ambit] `context` of scope "notes" threw, so the model is not given it.', thrown],
    ])
    expect(warned).toHaveLength(4)
  })

  it.each<[string, () => unknown, RegExp | undefined]>([
    ['async', async () => Promise.reject(new Error('offline')), /is async.*told null/],
    [
      'a promise in it',
      () => ({ user: Promise.resolve(1) }),
      /promise in `user`.*told \{"user":null\}/,
    ],
    ['a function', () => () => 1, /returned a function.*told null/],
    ['a symbol', () => Symbol('x'), /returned a symbol.*told null/],
    ['a Response', () => new Response('{}'), /returned a Response.*told \{\}/],
    ['a Map', () => new Map(), undefined],
    ['a Date', () => new Date(0), undefined],
    ['an empty object', () => ({}), undefined],
    ['a store with actions', () => ({ items: [], add: () => undefined }), undefined],
  ])(
    'R69 says once what the model was told for a context that is %s',
    async (_what, context, words) => {
      const said = vi.spyOn(console, 'warn').mockReturnValue()
      const warned: string[] = []
      const agent = createAgent({
        model: scriptedModel(['One', 'Two']),
        scopes: [new Scope({ name: 'notes', context })],
      })
      agent.on('agent:warning', ({ message }) => warned.push(message))
      await agent.chat('a')
      await agent.chat('b')
      expect(said).toHaveBeenCalledTimes(words ? 1 : 0)
      expect(warned).toHaveLength(words ? 2 : 0)
      if (words) expect(warned[0]).toMatch(words)
    },
  )

  it.each(['resolves', 'rejects'])(
    'waits for code that registers something: it %s',
    async (end) => {
      const code = Promise.withResolvers<void>()
      const model = scriptedModel(['Done.'])
      const agent = createAgent({ model })
      agent.scopes.load(Promise.resolve())
      agent.scopes.load(code.promise)
      const run = agent.chat('go')
      await new Promise((later) => setTimeout(later))
      expect(model.requests).toEqual([])
      const save = new Tool({ name: 'save', description: 'Save.', handler: () => 1 })
      agent.scopes.register(new Scope({ name: 'late', tools: [save] }))
      if (end === 'resolves') code.resolve()
      else code.reject(new Error('offline'))
      await run
      expect(model.requests[0]?.tools).toMatchObject([{ name: 'save' }])
      expect(agent.scopes.loading).toBeUndefined()
    },
  )

  it('waits for such code no longer than five seconds, and not after a cancel', async () => {
    const { agent, model, clock } = agentUnderTest(['Done.'])
    agent.scopes.load(new Promise(() => undefined))
    const run = agent.chat('go')
    await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(0))
    await clock.advance(5_000)
    expect((await run).content).toBe('Done.')
    const cancelled = agent.chat('and now?')
    agent.cancel()
    expect(await failureOf(cancelled)).toMatchObject({ code: 'cancelled' })
    expect(model.requests).toHaveLength(1)
  })
})
