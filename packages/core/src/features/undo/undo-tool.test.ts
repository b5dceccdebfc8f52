import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { type Agent, Scope, unavailable } from '../../index.ts'
import { undoTool } from './undo-tool.ts'

function withList(replies: Parameters<typeof agentUnderTest>[0], isOn = () => true) {
  const list: string[] = []
  const add = anyTool(
    'add',
    (args, ctx) => {
      const { title } = args as { title: string }
      list.push(title)
      ctx.undo(() => void list.splice(list.indexOf(title), 1))
    },
    { enabled: () => isOn() || unavailable('You may only look') },
  )
  const { agent, model } = agentUnderTest(replies, { tools: [add] })
  agent.scopes.register(new Scope({ name: 'undo', tools: [undoTool(agent)] }))
  return { agent, model, list }
}

const isOffered = (agent: Agent): boolean => {
  const registered = agent.scopes.find('undo_last')
  return registered !== undefined && agent.scopes.isToolOn(registered).enabled
}

const whyNot = (agent: Agent): string | undefined => {
  const registered = agent.scopes.find('undo_last')
  const found = registered && agent.scopes.isToolOn(registered)
  return found?.enabled === false ? found.reason : undefined
}

const addition = (title: string) => call('add', { title })

describe('undoTool', () => {
  it('undoes the last run, and is on only while there is something to undo', async () => {
    const { agent, model, list } = withList([
      calls(addition('tea'), addition('milk')),
      'Added.',
      calls(call('undo_last')),
      'Undone.',
    ])
    expect(isOffered(agent)).toBe(false)
    expect(whyNot(agent)).toBe('There is nothing left to undo')
    await agent.chat('Add both')
    expect(list).toEqual(['tea', 'milk'])
    expect(isOffered(agent)).toBe(true)
    await agent.chat('Undo that')
    expect(list).toEqual([])
    expect(isOffered(agent)).toBe(false)
    expect(JSON.stringify(model.requests[3]?.prompt)).toContain('[\\"add\\",\\"add\\"]')
    // One message tells it all.
    const notes = agent.history.messages.filter(
      (message) => message.role === 'user' && message.undo,
    )
    expect(notes).toMatchObject([{ undo: { undone: ['call_2', 'call_1'] } }])
    // It cannot be undone itself.
    const undone = [...agent.calls.getState().values()].filter(({ undo }) => undo)
    expect(undone).toHaveLength(2)
  })

  it('undoes only the last call if it is told so, and not its own run', async () => {
    const { agent, list } = withList([
      calls(addition('tea'), addition('milk')),
      'Added.',
      calls(addition('rum')),
      calls(call('undo_last', { which: 'last_call' })),
      'Undone.',
    ])
    await agent.chat('Add both')
    await agent.chat('Add rum, and undo milk')
    expect(list).toEqual(['tea', 'rum'])
  })

  it('tells which calls of the run stay, because their tools are off', async () => {
    const off = new Set<string>()
    const add = (name: string) =>
      anyTool(name, (_, ctx) => ctx.undo(() => void off.add(`${name} is undone`)), {
        enabled: () => !off.has(name),
      })
    const { agent, model } = agentUnderTest(
      [calls(call('add_tea'), call('add_milk')), 'Added.', calls(call('undo_last')), 'Half of it.'],
      { tools: [add('add_tea'), add('add_milk')] },
    )
    agent.scopes.register(new Scope({ name: 'undo', tools: [undoTool(agent)] }))
    await agent.chat('Add both')
    off.add('add_tea')
    await agent.chat('Undo that')
    expect([...off]).toEqual(['add_tea', 'add_milk is undone'])
    const told = JSON.stringify(model.requests[3]?.prompt)
    expect(told).toContain('\\"stillInEffect\\":[\\"add_tea\\"]')
    expect(told).toContain('These tools are off now')
  })

  it('does not undo an earlier run in place of one whose tools are off', async () => {
    let isOn = true
    const undone: string[] = []
    const add = (name: string, enabled: () => boolean) =>
      anyTool(name, (_, ctx) => ctx.undo(() => void undone.push(name)), { enabled })
    const { agent } = agentUnderTest(
      [calls(call('add_tea')), 'Added.', calls(call('add_milk')), 'Added too.'],
      { tools: [add('add_tea', () => true), add('add_milk', () => isOn)] },
    )
    agent.scopes.register(new Scope({ name: 'undo', tools: [undoTool(agent)] }))
    await agent.chat('Add tea')
    await agent.chat('Add milk')
    expect(isOffered(agent)).toBe(true)
    isOn = false
    expect(isOffered(agent)).toBe(false)
    expect(whyNot(agent)).toContain('Undo button')
    expect(undone).toEqual([])
  })

  it('leaves what the page called, and calls of tools that are off', async () => {
    let isOn = true
    const { agent, list } = withList([calls(addition('tea')), 'Added.'], () => isOn)
    await agent.runTool('add', { title: 'by hand' })
    expect(isOffered(agent)).toBe(false)
    await agent.chat('Add tea')
    expect(isOffered(agent)).toBe(true)
    isOn = false
    expect(isOffered(agent)).toBe(false)
    expect(whyNot(agent)).toContain('Undo button')
    expect(list).toEqual(['by hand', 'tea'])
  })
})
