// isolated: a module is mocked.
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../../test/agent-under-test.ts'
import { storeSaid } from '../../../test/said-sessions.ts'
import { loadEngine, loadKeeper } from '../../load-engine.ts'
import { memoryStorage } from './index.ts'
import { loadSearch } from './list-sessions.ts'
import { AgentError, createAgent } from '../../index.ts'

describe('an agent whose loop is still on its way', () => {
  it('cancels what was said in a session that is left', async () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    const run = agent.chat('for the first session')
    await agent.sessions.create()
    expect(await failureOf(run)).toMatchObject({ name: 'CancellationError' })
    expect(agent.history.messages).toEqual([])
  })
  it('lets a history be loaded while something apart from it runs', () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    void agent.execute('apart')
    expect(() => agent.history.load([])).not.toThrow()
  })
})

describe('the sessions of an agent without a storage', () => {
  it('begins a new one without loading a chunk', async () => {
    delete loadKeeper.loaded
    const agent = createAgent({ model: scriptedModel([]) })
    const { current } = agent.sessions
    const id = await agent.sessions.create()
    expect(id).not.toBe(current)
    expect(agent.sessions.current).toBe(id)
    expect(loadKeeper.loaded).toBeUndefined()
  })

  it.each([
    ['list', []],
    ['open', ['id']],
    ['rename', ['id', 'title']],
    ['delete', ['id']],
    ['export', ['id']],
    ['import', [{}]],
    ['loadOlder', []],
  ] as const)('rejects `%s`, naming it and the option to give', async (name, args) => {
    const { sessions } = createAgent({ model: scriptedModel([]) })
    const act: (...args: never[]) => Promise<unknown> = sessions[name]
    const failure = await failureOf(Reflect.apply(act, sessions, args) as Promise<unknown>)
    expect(AgentError.is(failure)).toBe(true)
    expect(failure.message).toMatch(new RegExp(`sessions\\.${name}.*storage: indexedDbStorage`))
  })
})

describe('a search whose code cannot be fetched', () => {
  it('rejects with the code `load`, searches the next time, and lists without it', async () => {
    const storage = memoryStorage()
    await storeSaid(storage, { id: 'a', said: ['Two lamps'] })
    const { sessions } = createAgent({ model: scriptedModel([]), storage })
    delete loadSearch.loaded
    vi.doMock('./search-sessions.ts', () => {
      throw new Error('Offline.')
    })
    expect(await failureOf(sessions.list({ query: 'lamps' }))).toMatchObject({ code: 'load' })
    expect(await sessions.list({ query: '' })).toHaveLength(1)
    vi.doUnmock('./search-sessions.ts')
    expect(await sessions.list({ query: 'lamps' })).toMatchObject([
      { match: { text: 'Two lamps' } },
    ])
  })
})
