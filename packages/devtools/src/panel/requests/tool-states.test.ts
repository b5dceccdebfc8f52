import { type AgentOptions, createAgent, Scope, Tool, unavailable } from '@ambit/core'
import { digest, steadyTools } from '@ambit/core/tool-list'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { RequestLog } from '../../watch/request-log.ts'
import { findToolHistories } from './requests-tab.tsx'
import { countOff, toToolStates, type ToolState } from './tool-states.ts'

const tool = (name: string, options: object = {}): Tool =>
  new Tool({ name, description: `Does ${name}.`, handler: () => 'ok', ...options }) as Tool

function watch(options: Omit<AgentOptions, 'model'>) {
  const model = scriptedModel([], { otherwise: 'ok' })
  const agent = createAgent({ model, ...options })
  const log = new RequestLog(agent)
  const states = (at = -1): ToolState[] => {
    const request = log.getState().requests.at(at)
    if (!request) return []
    const found = toToolStates(request, log.leftOutOf(request))
    // The list of requests counts as the detail does.
    expect(countOff(request)).toBe(found.filter(({ state }) => state === 'off').length)
    return found
  }
  return { agent, log, model, states }
}

describe('toToolStates', () => {
  it('3 says the reason that the request said, and evaluates no `enabled` again', async () => {
    const enabled = vi.fn(() => unavailable('Your role may not refund'))
    const { agent, model, states } = watch({ tools: [tool('pay'), tool('refund', { enabled })] })
    await agent.chat('go')
    const count = enabled.mock.calls.length
    const [off, on] = states()
    expect(off).toMatchObject({ name: 'refund', state: 'off', reason: 'Your role may not refund' })
    expect(on).toMatchObject({ name: 'pay', state: 'on', why: '' })
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain(`refund: ${off?.reason}`)
    expect(on?.bytes).toBe(JSON.stringify(model.requests[0]?.tools?.[0]).length)
    expect(enabled).toHaveBeenCalledTimes(count)
  })

  it('3 names a scope that is off, and its reason', async () => {
    const enabled = () => unavailable('Closed on Sundays')
    const { agent, states } = watch({
      scopes: [new Scope({ name: 'shop', enabled, tools: [tool('buy')] })],
    })
    await agent.chat('go')
    expect(states()).toMatchObject([
      { state: 'off', why: 'Its scope "shop" is off.', reason: 'Closed on Sundays' },
    ])
  })

  it('3 names tools that the call left out, that nobody may know, and that have left', async () => {
    const { agent, states } = watch({
      use: [steadyTools()],
      scopes: [
        new Scope({
          name: 'page',
          tools: [tool('a'), tool('b'), tool('c', { visible: { model: false } })],
        }),
      ],
    })
    const remove = agent.scopes.addTool('page', tool('d'))
    await agent.chat('go', { tools: ['a'] })
    expect(states().map(({ name, state, why }) => [name, state, why.slice(0, 8)])).toEqual([
      ['b', 'absent', 'Left out'],
      ['c', 'absent', 'No model'],
      ['d', 'absent', 'Left out'],
      ['a', 'on', ''],
    ])
    await agent.chat('go')
    remove()
    await agent.chat('go')
    const gone = states().find(({ name }) => name === 'd')
    expect(gone).toMatchObject({ state: 'off', why: expect.stringContaining('no longer') })
  })

  it('3 names tools that the tool list or a plug-in holds back', async () => {
    const tools = Array.from({ length: 12 }, (_, at) => tool(`t${at}`))
    const { agent, states } = watch({
      tools,
      use: [digest({ above: 3 })],
    })
    await agent.chat('go')
    const byName = new Map(states().map((state) => [state.name, state]))
    expect(byName.get('t0')).toMatchObject({ state: 'held', bytes: 0 })
    expect(byName.get('t0')?.why).toContain('find_tools')
    expect(byName.get('use_tool')).toMatchObject({ state: 'on' })

    const bare = watch({
      tools: [tool('a')],
      use: [{ name: 'bare', request: (_, next) => next({ tools: [] }) }],
    })
    await bare.agent.chat('go')
    expect(bare.states()).toMatchObject([
      { state: 'held', why: expect.stringContaining('plug-in') },
    ])
  })

  it('4 has what an `enabled` of a tool or a scope threw', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const thrown = new Error('no store')
    const enabled = () => {
      throw thrown
    }
    const { agent, states } = watch({
      tools: [tool('a', { enabled })],
      scopes: [new Scope({ name: 'shop', enabled, tools: [tool('buy')] })],
    })
    await agent.chat('go')
    expect(states()).toMatchObject([
      { name: 'a', why: 'The `enabled` of the tool threw.', thrown: [thrown] },
      { name: 'buy', why: 'The `enabled` of its scope "shop" threw.', thrown: [thrown] },
    ])
    vi.restoreAllMocks()
  })
})

describe('findToolHistories', () => {
  it('has the state of a tool over all requests, and where it changes', async () => {
    let isOn = false
    const { agent, log } = watch({
      scopes: [new Scope({ name: 'page' })],
    })
    await agent.chat('1')
    agent.scopes.addTool(
      'page',
      tool('refund', { enabled: () => isOn || unavailable('Sign in first') }),
    )
    await agent.chat('2')
    await agent.chat('3')
    isOn = true
    await agent.chat('4')
    const [found] = findToolHistories('REF', log.getState().requests, log)
    expect(found?.states.map(({ state }) => state)).toEqual(['absent', 'off', 'off', 'on'])
    expect(found?.changes).toEqual([0, 1, 3])
    expect(found?.states[1]?.reason).toBe('Sign in first')
    expect(findToolHistories('none', log.getState().requests, log)).toEqual([])
  })
})
