import { inEnvironment } from '../environment.ts'
import { flush, type Reply, type ScriptedReply } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import type { Lifecycle } from './over-network.ts'

interface TestedPage extends Lifecycle {
  isOn: boolean
  goOnline(): void
  wake(): void
  leave(stays: Promise<void>): void
  /** The number of listeners to the page's leaving. */
  readonly watched: number
}

function page(): TestedPage {
  const online = new Set<() => void>()
  const wake = new Set<() => void>()
  const leave = new Set<(stays: Promise<void>) => void>()
  const listen =
    <Listener>(to: Set<Listener>) =>
    (listener: Listener) => {
      to.add(listener)
      return () => to.delete(listener)
    }
  const lifecycle = {
    isOn: true,
    isOnline: () => lifecycle.isOn,
    onOnline: listen(online),
    onWake: listen(wake),
    onLeave: listen(leave),
    goOnline: () => {
      lifecycle.isOn = true
      for (const listener of online) listener()
    },
    wake: () => {
      for (const listener of wake) listener()
    },
    leave: (stays: Promise<void>) => {
      for (const listener of leave) listener(stays)
    },
    get watched() {
      return leave.size
    },
  }
  return lifecycle
}

const unreached: ScriptedReply = { refuse: new TypeError('Failed to fetch') }

describe('lifecycle', () => {
  it('asks once without a network, waits for it, and then asks once', async () => {
    const lifecycle = page()
    lifecycle.isOn = false
    const { agent, model } = agentUnderTest([unreached, 'Hello'], inEnvironment({ lifecycle }, {}))
    const run = agent.chat('Hi')
    await vi.waitFor(() => expect(run.events.map(({ type }) => type)).toContain('agent:waiting'))
    expect(agent.getState().status).toBe('waiting')
    expect(model.requests).toHaveLength(1)
    lifecycle.goOnline()
    expect((await run).content).toBe('Hello')
    expect(model.requests).toHaveLength(2)
    expect(run.events.map(({ type }) => type)).not.toContain('agent:request_retrying')
  })

  it('gets the answer of a server on this machine without a network', async () => {
    const lifecycle = page()
    lifecycle.isOn = false
    const { agent } = agentUnderTest(['Hello'], inEnvironment({ lifecycle }, {}))
    const run = agent.chat('Hi')
    expect((await run).content).toBe('Hello')
    expect(run.events.map(({ type }) => type)).not.toContain('agent:waiting')
  })

  it.each([
    ['a server on this machine', Object.assign(new Error(), { statusCode: 401 }), 'unauthorized'],
    [
      'the package of the provider',
      Object.assign(new Error(), { name: 'AI_UnsupportedFunctionalityError' }),
      'invalid_request',
    ],
  ])('does not wait for a network after a refusal of %s', async (_, refuse, kind) => {
    const lifecycle = page()
    lifecycle.isOn = false
    const { agent } = agentUnderTest([{ refuse }], inEnvironment({ lifecycle }, {}))
    await expect(agent.chat('Hi')).rejects.toMatchObject({ kind })
  })

  it('waits when the network goes while it asks', async () => {
    const lifecycle = page()
    const { agent, model } = agentUnderTest(
      [
        () => {
          lifecycle.isOn = false
          return unreached
        },
        'Hello',
      ],
      inEnvironment({ lifecycle }, {}),
    )
    const run = agent.chat('Hi')
    await vi.waitFor(() => expect(run.events.map(({ type }) => type)).toContain('agent:waiting'))
    lifecycle.goOnline()
    expect((await run).content).toBe('Hello')
    expect(model.requests).toHaveLength(2)
    expect(run.events.map(({ type }) => type)).not.toContain('agent:request_retrying')
  })

  it('can be cancelled while it waits', async () => {
    const lifecycle = page()
    lifecycle.isOn = false
    const { agent } = agentUnderTest([unreached], inEnvironment({ lifecycle }, {}))
    const run = agent.chat('Hi')
    await vi.waitFor(() => expect(agent.getState().status).toBe('waiting'))
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    expect(run.status).toBe('cancelled')
  })

  it('gives up a stream that a sleep has cut, and asks again', async () => {
    const lifecycle = page()
    const { agent, model, clock } = agentUnderTest(
      [{ hang: true }, 'Hello'],
      inEnvironment({ lifecycle }, {}),
    )
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

describe('a request that breaks while the page leaves', () => {
  const broken: [when: string, reply: ScriptedReply][] = [
    ['before the answer', { refuse: new TypeError('NetworkError') }],
    ['in mid answer', { text: 'One sheep', breakWith: new TypeError('Error in input stream') }],
    ['in mid answer, and looks like its end', { text: 'One sheep', finishReason: null }],
  ]

  /** Lets the request of a run break in a page that begins to leave. */
  async function leaveInAnswer(reply: ScriptedReply, stays: Promise<void>) {
    const pages = createPages()
    const { storage, die } = pages.open()
    const lifecycle = page()
    const leaving: Reply = () => {
      lifecycle.leave(stays)
      return reply
    }
    const retry = 0
    const { agent, model } = agentUnderTest(
      [leaving],
      inEnvironment({ lifecycle }, { storage, request: { retry } }),
    )
    const run = agent.chat('Count')
    await model.requested(1)
    await expect.poll(() => model.open).toBe(0)
    await flush()
    return { agent, run, lifecycle, die, next: () => pages.open().storage }
  }

  it.each(broken)('%s, does not end the run, and the next page goes on', async (_, reply) => {
    const { agent, run, die, next } = await leaveInAnswer(reply, new Promise(() => undefined))
    expect(run.status).toBe('running')
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user'])
    await die()

    const after = agentUnderTest(['One, two'], { storage: next() })
    await expect.poll(() => after.agent.sessions.getState().isInterrupted).toBe(true)
    expect((await after.agent.resume()).content).toBe('One, two')
  })

  it('fails if the page stays after all', async () => {
    const stays = Promise.withResolvers<void>()
    const cut = { text: 'One sheep', finishReason: null } as const
    const { run, lifecycle } = await leaveInAnswer(cut, stays.promise)
    stays.resolve()
    await expect(run).rejects.toMatchObject({ kind: 'stream_cut' })
    expect(run.status).toBe('failed')
    expect(lifecycle.watched).toBe(0)
  })

  it('can be cancelled meanwhile', async () => {
    const cut = { text: 'One sheep', finishReason: null } as const
    const { run, lifecycle } = await leaveInAnswer(cut, new Promise(() => undefined))
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    expect(run.status).toBe('cancelled')
    expect(lifecycle.watched).toBe(0)
  })
})
