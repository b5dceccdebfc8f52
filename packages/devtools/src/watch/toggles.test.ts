import { type Agent, type AgentEvent, type ModelError, Tool } from '@ambit/core'
import { call, calls, createFakeClock, scriptedModel, testAgent } from '@ambit/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { offeredModels } from './offered-models.ts'
import { Shown } from './shown.ts'
import { switchedOff, Toggles } from './toggles.ts'

const stored = new Map<string, string>()

const setUp = (replies: Parameters<typeof scriptedModel>[0]) => {
  const ran = vi.fn(() => 'refunded')
  const refund = new Tool({ name: 'refund', description: 'Refund.', handler: ran })
  const model = scriptedModel(replies)
  const clock = createFakeClock()
  const agent = testAgent({ clock, name: 'helper', model, tools: [refund], request: { retry: 0 } })
  return { agent, model, ran, toggles: new Toggles(agent) }
}

const answerOf = async (agent: Agent): Promise<AgentEvent | undefined> => {
  const run = agent.chat('go')
  await run.then(undefined, () => undefined)
  return run.events.at(-1)
}

describe('Toggles', () => {
  beforeEach(() => {
    stored.clear()
    offeredModels.offer({})
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  })

  it('8 a tool that is off is told in the next request, and its calls are refused', async () => {
    const { agent, model, ran, toggles } = setUp([calls(call('refund')), 'done', 'again'])
    toggles.switchTool('refund', true)
    expect(toggles.isAnyOn).toBe(true)
    const { messages } = await agent.chat('go')
    expect(JSON.stringify(model.requests[0]?.prompt.at(-1))).toContain(`refund: ${switchedOff}`)
    expect(messages).toContainEqual(expect.objectContaining({ role: 'tool', status: 'disabled' }))
    expect(ran).not.toHaveBeenCalled()
    toggles.switchTool('refund', false)
    await agent.chat('again')
    expect(JSON.stringify(model.requests[2])).not.toContain(`refund: ${switchedOff}`)
  })

  it('9 do not survive a reload unless they are pinned, and can be unpinned', () => {
    const first = setUp([])
    first.toggles.switchTool('refund', true)
    first.toggles.setLatency(500)
    first.toggles.pin('latency', true)
    first.toggles.stop()
    const second = new Toggles(first.agent)
    expect(second.getState()).toMatchObject({ off: [], latencyMs: 500, pinned: ['latency'] })
    second.switchTool('refund', true)
    second.pin('tool refund', true)
    second.pin('latency', false)
    second.stop()
    const third = new Toggles(first.agent)
    expect(third.getState()).toMatchObject({ off: ['refund'], latencyMs: 0 })
    third.clear()
    expect(new Toggles(first.agent).isAnyOn).toBe(false)
    expect(stored.size).toBe(0)
  })

  it.each(['is blocked', 'is full'])('9 say that a pin could not be kept: storage %s', (how) => {
    const refuse = (): never => {
      throw new Error(how)
    }
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: refuse,
      removeItem: how === 'is blocked' ? refuse : () => undefined,
    })
    const { toggles } = setUp([])
    toggles.switchTool('refund', true)
    expect(toggles.getState().isPinRefused).toBe(false)
    toggles.pin('tool refund', true)
    expect(toggles.getState()).toMatchObject({ off: ['refund'], pinned: [], isPinRefused: true })
    toggles.switchTool('refund', false)
    expect(toggles.getState().isPinRefused).toBe(false)
  })

  it('9 end when nothing watches the agent any more, and do not come back', async () => {
    const { agent, toggles: unwatched } = setUp([])
    unwatched.stop()
    const shown = new Shown()
    const isOn = (): boolean => {
      const registered = agent.scopes.find('refund')
      return registered !== undefined && agent.scopes.isToolOn(registered).enabled
    }
    const remove = shown.add(agent)
    const [watched] = shown.getState()
    watched?.toggles.switchTool('refund', true)
    const removeOther = shown.add(agent)
    remove()
    await new Promise((done) => setTimeout(done))
    expect(isOn()).toBe(false)
    removeOther()
    await expect.poll(isOn).toBe(true)
    expect(watched?.toggles.isAnyOn).toBe(false)
    // A panel that is about to go changes nothing any more.
    watched?.toggles.switchTool('refund', true)
    expect(isOn()).toBe(true)
    const removeAgain = shown.add(agent)
    expect(isOn()).toBe(true)
    expect(shown.getState()[0]?.toggles.isAnyOn).toBe(false)
    removeAgain()
  })

  it('9 ignore a stored text that they cannot read', () => {
    const { agent } = setUp([])
    for (const text of ['{', '{"off":1}', '{"pinned":[1]}', 'null']) {
      stored.set('ambit-devtools toggles helper', text)
      expect(new Toggles(agent).isAnyOn).toBe(false)
    }
  })

  it('give the next requests to an offered model', async () => {
    const { agent, model, toggles } = setUp(['mine'])
    const other = scriptedModel(['other'], { modelId: 'other' })
    offeredModels.offer({ Other: other })
    toggles.setModel('Other')
    expect(await answerOf(agent)).toMatchObject({ content: 'other' })
    expect(model.requests).toHaveLength(0)
    toggles.setModel(undefined)
    expect(await answerOf(agent)).toMatchObject({ content: 'mine' })
  })

  it('ask the agent’s model if the chosen one is not offered', async () => {
    const { agent, toggles } = setUp(['mine'])
    toggles.setModel('Gone')
    expect(await answerOf(agent)).toMatchObject({ content: 'mine' })
  })

  it.each([
    ['network', 'network'],
    ['rate-limit', 'rate_limited'],
    ['cut', 'stream_cut'],
  ] as const)('make the next request fail once: %s', async (fault, kind) => {
    const { agent, toggles } = setUp(['A long answer', 'Fine', 'Fine'])
    toggles.setFault(fault)
    const failed = (await answerOf(agent)) as AgentEvent & { error: ModelError }
    expect(failed.type).toBe('agent:failed')
    expect(failed.error).toMatchObject({ kind, isRetryable: true })
    expect(toggles.isAnyOn).toBe(false)
    expect((await answerOf(agent))?.type).toBe('agent:completed')
  })

  it('make each request wait, which a cancel ends', async () => {
    const { agent, model, toggles } = setUp(['mine'])
    toggles.setLatency(60_000)
    const run = agent.chat('go')
    await expect.poll(() => run.events.map(({ type }) => type)).toContain('agent:request_started')
    run.cancel()
    await expect(run).rejects.toThrow()
    expect(model.requests).toHaveLength(0)
    toggles.setLatency(1)
    expect(await answerOf(agent)).toMatchObject({ content: 'mine' })
  })

  it('are not there in a production build', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { agent, toggles } = setUp([])
    toggles.switchTool('refund', true)
    vi.unstubAllEnvs()
    expect(toggles.isAllowed).toBe(false)
    const registered = agent.scopes.find('refund')
    expect(registered && agent.scopes.isToolOn(registered)).toEqual({ enabled: true })
  })
})
