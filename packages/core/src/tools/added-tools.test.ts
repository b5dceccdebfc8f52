import { describe, expect, it } from 'vitest'
import { call, calls } from '@ambit/testing'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { Scope, Tool } from '../index.ts'

const names = (tools: Iterable<{ readonly tool: { readonly name: string } }>): string[] =>
  Array.from(tools, ({ tool }) => tool.name)

function registryWithPage() {
  const { agent } = agentUnderTest([])
  const page = new Scope({ name: 'page', tools: [anyTool('first')] })
  return { scopes: agent.scopes, page, unregister: agent.scopes.register(page) }
}

/** Makes an agent whose model calls a tool that runs until it is told to end. */
function agentInCall() {
  const ended = Promise.withResolvers<string>()
  const started = Promise.withResolvers<void>()
  const { agent } = agentUnderTest([calls(call('go')), 'Done'], {
    scopes: [new Scope({ name: 'page' })],
  })
  const handler = () => {
    started.resolve()
    return ended.promise
  }
  const tool = new Tool({ name: 'go', description: 'Goes.', handler })
  return { agent, tool, started: started.promise, end: ended.resolve }
}

describe('ScopeRegistry.addTool', () => {
  it('adds a tool to a scope until it is removed, and more than once does no harm', () => {
    const { scopes, page } = registryWithPage()
    const remove = scopes.addTool('page', anyTool('second'))
    expect(scopes.find('second')?.scope).toBe(page)
    expect(names(scopes.toolsOf(page))).toEqual(['first', 'second'])
    remove()
    expect(scopes.find('second')).toBeUndefined()
    expect(names(scopes.toolsOf(page))).toEqual(['first'])
    scopes.addTool('page', anyTool('second'))
    remove()
    expect(scopes.find('second')).toBeDefined()
  })

  it('keeps the order in which names were first seen', () => {
    const { scopes } = registryWithPage()
    const remove = scopes.addTool('page', anyTool('second'))
    scopes.addTool('page', anyTool('third'))
    remove()
    scopes.addTool('page', anyTool('second'))
    expect(names(scopes.tools)).toEqual(['first', 'second', 'third'])
  })

  it('lets its tools go with the scope', () => {
    const { scopes, page, unregister } = registryWithPage()
    const remove = scopes.addTool('page', anyTool('second'))
    unregister()
    expect(scopes.tools).toEqual([])
    scopes.register(page)
    scopes.addTool('page', anyTool('second'))
    remove()
    unregister()
    expect(names(scopes.tools)).toEqual(['first', 'second'])
  })

  it('R2 refuses a taken name, naming both scopes, and a scope that is not there', () => {
    const { scopes } = registryWithPage()
    scopes.register(new Scope({ name: 'other' }))
    const { version } = scopes.getState()
    expect(() => scopes.addTool('other', anyTool('first'))).toThrow('scopes "page" and "other"')
    expect(() => scopes.addTool('gone', anyTool('second'))).toThrow('"gone" is not registered')
    expect(names(scopes.tools)).toEqual(['first'])
    expect(scopes.getState().version).toBe(version)
  })

  it('R10 cancels the running call of a tool that is removed', async () => {
    const { agent, tool, started } = agentInCall()
    const remove = agent.scopes.addTool('page', tool)
    const run = agent.chat('Go')
    await started
    remove()
    expect(await run).toMatchObject({ content: 'Done' })
    expect(agent.history.messages[2]).toMatchObject({
      status: 'interrupted',
      content: expect.stringContaining('no longer on the page'),
    })
  })
})

describe('ScopeRegistry.replaceTool', () => {
  it('puts a tool in the place of another, whose owner removes it', () => {
    const { scopes, page } = registryWithPage()
    const remove = scopes.addTool('page', anyTool('second'))
    const place = scopes.find('second')
    const next = anyTool('second')
    scopes.replaceTool(next)
    expect(scopes.find('second')).toBe(place)
    expect(place).toMatchObject({ tool: next, scope: page })
    remove()
    expect(scopes.find('second')).toBeUndefined()
    expect(() => scopes.replaceTool(next)).toThrow('No tool "second" is registered')
  })

  it('watches the `enabled` of the new tool, and the old one’s no more', () => {
    const { scopes } = registryWithPage()
    const listeners = new Set<() => void>()
    const enabled = {
      get: () => true,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const watched = () =>
      new Tool({ name: 'first', description: 'First.', enabled, handler: () => 1 })
    scopes.replaceTool(watched())
    scopes.replaceTool(watched())
    expect(listeners.size).toBe(1)
    const { version } = scopes.getState()
    listeners.forEach((announce) => announce())
    expect(scopes.getState().version).toBe(version + 1)
  })

  it('lets running calls go on', async () => {
    const { agent, tool, started, end } = agentInCall()
    agent.scopes.addTool('page', tool)
    const run = agent.chat('Go')
    await started
    agent.scopes.replaceTool(anyTool('go'))
    end('there')
    await run
    expect(agent.history.messages[2]).toMatchObject({ status: 'ok', content: '"there"' })
  })
})
