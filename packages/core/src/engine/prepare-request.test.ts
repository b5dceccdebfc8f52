import { scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
})
