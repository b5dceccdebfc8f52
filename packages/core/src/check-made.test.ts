import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { AgentError, createAgent, type AgentOptions, Scope, Tool } from './index.ts'
import { ScopeRegistry } from './tools/registry.ts'

const make = (options: object): unknown => createAgent({ model: scriptedModel([]), ...options })

const tool = { name: 'x', description: 'x', handler: () => 1 }

describe('an option that is no object of the right kind', () => {
  it.each<[keyof AgentOptions, unknown, string]>([
    ['tools', [tool], '`tools[0]` is a plain object. Give new Tool({ … }).'],
    ['tools', tool, '`tools` of an agent is a plain object. Give an array.'],
    ['scopes', [{ name: 's' }], '`scopes[0]` is a plain object. Give new Scope({ … }).'],
    ['scopes', [new Tool(tool)], '`scopes[0]` is a Tool. Give new Scope({ … }).'],
    ['approval', () => true, '`approval` of an agent is a function. Give an object.'],
    ['use', {}, '`use` of an agent is a plain object. Give an array.'],
    ['use', [() => true], 'Give an object with a `name`'],
    ['storage', 'indexeddb', '`storage` is a string. Give indexedDbStorage()'],
  ])('`%s` (%j) is refused with what to give', (option, value, words) => {
    expect(() => make({ [option]: value })).toThrow(AgentError)
    expect(() => make({ [option]: value })).toThrow(words)
  })

  it('is refused in a call too', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    expect(() => agent.chat('Hi', { tools: [tool as never] })).toThrow('Give new Tool({ … }).')
    expect(() => agent.with({ scopes: [{ name: 's' } as never] }).chat('Hi')).toThrow('new Scope(')
  })

  it('is refused in a scope and in the registry', () => {
    expect(() => new Scope({ name: 's', tools: [tool as never] })).toThrow(
      '`tools[0]` of scope "s" is a plain object. Give new Tool({ … }).',
    )
    const registry = new ScopeRegistry()
    expect(() => registry.register({ name: 's', tools: [] } as never)).toThrow(
      'Give new Scope({ … }).',
    )
    registry.register(new Scope({ name: 's' }))
    expect(() => registry.addTool('s', tool as never)).toThrow('Give new Tool({ … }).')
  })
})
