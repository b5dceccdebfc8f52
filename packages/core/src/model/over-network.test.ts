import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import type { Lifecycle } from '../index.ts'

function page(): Lifecycle & { goOnline(): void; wake(): void; isOn: boolean } {
  const online = new Set<() => void>()
  const wake = new Set<() => void>()
  const listen = (to: Set<() => void>) => (listener: () => void) => {
    to.add(listener)
    return () => to.delete(listener)
  }
  const lifecycle = {
    isOn: true,
    isOnline: () => lifecycle.isOn,
    onOnline: listen(online),
    onWake: listen(wake),
    goOnline: () => {
      lifecycle.isOn = true
      for (const listener of online) listener()
    },
    wake: () => {
      for (const listener of wake) listener()
    },
  }
  return lifecycle
}

describe('lifecycle', () => {
  it('waits for the network, and then asks once', async () => {
    const lifecycle = page()
    lifecycle.isOn = false
    const { agent, model } = agentUnderTest(['Hello'], { lifecycle })
    const run = agent.chat('Hi')
    await vi.waitFor(() =>
      expect(run.events.map(({ type }) => type)).toContain('agent:waiting_online'),
    )
    expect(agent.activity.getState().status).toBe('waiting')
    expect(model.requests).toHaveLength(0)
    lifecycle.goOnline()
    expect((await run).content).toBe('Hello')
    expect(model.requests).toHaveLength(1)
  })

  it('waits when the network goes while it asks', async () => {
    const lifecycle = page()
    const { agent, model } = agentUnderTest(
      [
        () => {
          lifecycle.isOn = false
          return { refuse: new TypeError('Failed to fetch') }
        },
        'Hello',
      ],
      { lifecycle },
    )
    const run = agent.chat('Hi')
    await vi.waitFor(() =>
      expect(run.events.map(({ type }) => type)).toContain('agent:waiting_online'),
    )
    lifecycle.goOnline()
    expect((await run).content).toBe('Hello')
    expect(model.requests).toHaveLength(2)
    expect(run.events.map(({ type }) => type)).not.toContain('agent:request_retrying')
  })

  it('can be cancelled while it waits', async () => {
    const lifecycle = page()
    lifecycle.isOn = false
    const { agent } = agentUnderTest([], { lifecycle })
    const run = agent.chat('Hi')
    await vi.waitFor(() => expect(agent.activity.getState().status).toBe('waiting'))
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    expect(run.status).toBe('cancelled')
  })

  it('gives up a stream that a sleep has cut, and asks again', async () => {
    const lifecycle = page()
    const { agent, model, clock } = agentUnderTest([{ hang: true }, 'Hello'], { lifecycle })
    const run = agent.chat('Hi')
    await model.requested(1)
    await vi.waitFor(() => expect(model.open).toBe(1))
    lifecycle.wake()
    await vi.waitFor(() =>
      expect(run.events.map(({ type }) => type)).toContain('agent:request_retrying'),
    )
    await clock.advance(500)
    expect((await run).content).toBe('Hello')
    expect(model.open).toBe(0)
  })
})
