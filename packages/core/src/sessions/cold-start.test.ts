import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../test/agent-under-test.ts'
import { loadEngine } from '../load-engine.ts'
import { createAgent } from '../index.ts'

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
