// isolated: a module is mocked.
import type * as values from './lazily.ts'
import { scriptedModel } from '@ambit/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../test/agent-under-test.ts'
import { createPages } from '../test/pages-under-test.ts'
import { AgentError, createAgent, createProxyModel } from './index.ts'
import { loadClient } from './features/proxy/proxy-model.ts'
import { memoryStorage } from './features/keeping/index.ts'
import { loadEngine, loadKeeper } from './load-engine.ts'

const network = vi.hoisted(() => ({
  isOnline: true,
  tries: 0,
  gate: undefined as Promise<void> | undefined,
}))

// The network between the page and the chunk.
vi.mock('./lazily.ts', async (original) => {
  const { lazily } = await original<typeof values>()
  const overNetwork = <T>(load: () => Promise<T>) =>
    lazily(async () => {
      network.tries += 1
      await network.gate
      if (network.isOnline) return load()
      throw new TypeError('Failed to fetch dynamically imported module')
    })
  return { lazily: overNetwork }
})

beforeEach(() => {
  network.isOnline = true
  network.tries = 0
  network.gate = undefined
})

describe('R104 a message that waits for the engine', () => {
  async function say() {
    await loadKeeper()
    delete loadEngine.loaded
    const { promise, resolve } = Promise.withResolvers<void>()
    network.gate = promise
    const { storage, open } = createPages()
    const page = open()
    const agent = createAgent({ model: scriptedModel(['Hello']), storage: page.storage })
    await agent.sessions.opening
    const run = agent.chat('Hi')
    const waiting = async () => (await storage.read(agent.sessions.current))?.waiting
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ content: 'Hi' }]))
    return { storage, page, agent, run, waiting, resolve }
  }

  it('is there after a reload', async () => {
    const { storage, page, resolve } = await say()
    await page.die()
    resolve()
    const { sessions } = createAgent({ model: scriptedModel([]), storage })
    await vi.waitFor(() => expect(sessions.getState().unsent).toMatchObject([{ content: 'Hi' }]))
  })

  it('does not come back after the user has removed it', async () => {
    const { agent, run, waiting, resolve } = await say()
    run.catch(() => undefined)
    agent.getState().queue[0]?.cancel()
    await vi.waitFor(async () => expect((await waiting()) ?? []).toEqual([]))
    resolve()
  })

  it.each([false, true])(
    'is sent by the page alone that has taken it; another message waits: %s',
    async (isFollowed) => {
      const { storage, agent, run, waiting, resolve } = await say()
      run.catch(() => undefined)
      const other = createAgent({ model: scriptedModel([]), storage })
      await vi.waitFor(() => expect(other.sessions.getState().unsent).toHaveLength(1))
      expect(await other.sessions.takeUnsent()).toHaveLength(1)
      // The first page hears of that.
      await new Promise((done) => setTimeout(done, 50))
      const next = isFollowed ? agent.chat('And', { onBusy: 'queue' }) : undefined
      if (next)
        await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ content: 'And' }]))
      resolve()
      await expect(run).rejects.toThrow()
      await next
      const texts = agent.history.messages.flatMap(({ role, content }) =>
        role === 'user' ? [content] : [],
      )
      expect(texts).toEqual(isFollowed ? ['And'] : [])
    },
  )

  it('is sent once', async () => {
    const { storage, agent, run, waiting, resolve } = await say()
    resolve()
    expect(await run).toMatchObject({ content: 'Hello' })
    expect(agent.history.messages).toHaveLength(2)
    await vi.waitFor(async () => expect((await waiting()) ?? []).toEqual([]))
    expect((await storage.readMessages(agent.sessions.current, { from: 0 })).length).toBe(2)
    expect(agent.sessions.getState().unsent).toEqual([])
  })
})

describe('a run that is to be resumed while the engine is on its way', () => {
  it('R14 is resumed, whatever the page stores meanwhile', async () => {
    await loadKeeper()
    await loadEngine()
    const { storage, open } = createPages()
    const page = open()
    const first = createAgent({ model: scriptedModel([{ hang: true }]), storage: page.storage })
    void first.chat('Hi').catch(() => undefined)
    const { current } = first.sessions
    await vi.waitFor(async () => expect((await storage.read(current))?.run).toBeDefined())
    await vi.waitFor(() => expect(first.history.messages).toHaveLength(1))
    await page.die()
    delete loadEngine.loaded
    const { promise, resolve } = Promise.withResolvers<void>()
    network.gate = promise
    const next = open()
    const agent = createAgent({
      model: scriptedModel(['Hello']),
      storage: next.storage,
      session: { autoResume: true },
    })
    await vi.waitFor(() => expect(agent.sessions.getState().isResuming).toBe(true))
    agent.sessions.state.set({ seen: true })
    await new Promise((done) => setTimeout(done, 50))
    resolve()
    await vi.waitFor(() =>
      expect(agent.history.messages.at(-1)).toMatchObject({ content: 'Hello' }),
    )
  })
})

describe('an agent whose engine cannot be loaded', () => {
  it('rejects saying so, tells its end once, and works with the next message', async () => {
    network.isOnline = false
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    const run = agent.chat('Hi')
    const failure = await failureOf(run)
    expect(failure).toBeInstanceOf(AgentError)
    expect(AgentError.is(failure, 'load')).toBe(true)
    expect(failure.message).toContain('reload the page')
    expect(run.status).toBe('failed')
    expect(run.events.map(({ type }) => type)).toEqual(['agent:started', 'agent:failed'])
    expect(agent.getState()).toMatchObject({ status: 'idle', error: failure })
    expect(await agent.execute('Hi')).toMatchObject({
      status: 'failed',
      error: { code: 'load' },
    })
    await failureOf(agent.runTool('x'))
    network.isOnline = true
    expect(await agent.chat('Hi again')).toMatchObject({ content: 'Hello' })
  })

  it('tries once more by itself', async () => {
    network.isOnline = false
    delete loadEngine.loaded
    await failureOf(createAgent({ model: scriptedModel(['Hello']) }).chat('Hi'))
    expect(network.tries).toBe(2)
  })

  it('keeps what the user said, so that a retry goes on from it', async () => {
    network.isOnline = false
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    await failureOf(agent.chat('Hi'))
    expect(agent.history.messages).toMatchObject([{ role: 'user', content: 'Hi' }])
    network.isOnline = true
    expect(await agent.resume()).toMatchObject({ content: 'Hello' })
    expect(agent.history.messages).toHaveLength(2)
  })

  it.each([true, false])(
    'gives back as unsent what the history cannot take: files and edits; stored: %s',
    async (isStored) => {
      const storage = isStored ? memoryStorage() : undefined
      if (isStored) await loadKeeper()
      network.isOnline = false
      delete loadEngine.loaded
      const agent = createAgent({ model: scriptedModel([]), storage })
      await failureOf(agent.chat('Hi'))
      const { id: replaces = '' } = agent.history.messages[0] ?? {}
      await failureOf(agent.chat('Hello', { replaces }))
      const data = new Blob(['a'], { type: 'text/plain' })
      await failureOf(agent.chat([{ type: 'file', data }]))
      const file = [{ type: 'file', data: 'YQ==', mediaType: 'text/plain' }]
      await expect
        .poll(() => agent.sessions.getState().unsent)
        .toMatchObject([{ content: 'Hello' }, { content: file }])
      expect(agent.history.messages).toMatchObject([{ content: 'Hi' }])
      expect(await agent.sessions.takeUnsent()).toHaveLength(2)
      expect(agent.sessions.getState().unsent).toEqual([])
    },
  )

  it('tells handlers of the end of a run, and calls no plug-in', async () => {
    network.isOnline = false
    delete loadEngine.loaded
    const stands = vi.fn((_at, next) => next())
    const agent = createAgent({
      model: scriptedModel(['Hello']),
      user: { id: 'ada' },
      use: [{ name: 'around', run: stands }],
    })
    const heard: unknown[] = []
    agent.on('agent:failed', ({ error }) => heard.push(AgentError.is(error, 'load')))
    const run = agent.chat('Hi')
    await failureOf(run)
    expect(heard).toEqual([true])
    expect(run.report?.userId).toBe('ada')
    expect(stands).not.toHaveBeenCalled()
  })
})

describe('an agent whose session keeping cannot be loaded', () => {
  it('keeps what the user said, and stores it when it can be loaded', async () => {
    const storage = memoryStorage()
    const first = createAgent({ model: scriptedModel(['Hello']), storage })
    await first.chat('Before')
    network.isOnline = false
    delete loadKeeper.loaded
    const agent = createAgent({ model: scriptedModel(['Apart.', 'Hi again']), storage })
    expect(AgentError.is(await failureOf(agent.chat('Hi')), 'load')).toBe(true)
    expect(agent.sessions.getState().isOpening).toBe(false)
    expect(agent.history.messages).toMatchObject([{ content: 'Hi' }])
    await failureOf(agent.sessions.list())
    // A run apart from the session does not need the part, and leaves no rejection unhandled.
    expect(await agent.execute('Apart')).toMatchObject({ status: 'completed' })
    network.isOnline = true
    await agent.resume()
    const said = ['Before', 'Hello', 'Hi', 'Hi again']
    expect(
      agent.history.messages.map((message) => 'content' in message && message.content),
    ).toEqual(said)
    const { messages } = await agent.sessions.export(agent.sessions.current)
    expect(messages).toHaveLength(4)
  })
})

describe('an agent whose proxy client cannot be loaded', () => {
  it('fails with a network error that says to reload, and keeps what the user said', async () => {
    delete loadClient.loaded
    await loadEngine.ahead()
    const model = createProxyModel({ baseURL: 'https://proxy.example', modelId: 'a/b' })
    const agent = createAgent({ model, request: { retry: { max: 0 } } })
    network.isOnline = false
    const failure = await failureOf(agent.chat('Hi'))
    expect(failure).toMatchObject({ name: 'ModelError', kind: 'network', isRetryable: true })
    expect(failure.message).toContain('reload the page')
    expect(AgentError.is(failure.cause, 'load')).toBe(true)
    expect(agent.history.messages).toMatchObject([{ content: 'Hi' }])
  })
})

describe('an agent that is made', () => {
  it('fetches nothing until something is to run, or it is told to', async () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    await Promise.resolve()
    expect(network.tries).toBe(0)
    await agent.preload()
    expect(network.tries).toBe(1)
    await agent.chat('Hi')
    expect(network.tries).toBe(1)
  })

  it.each(['now', 'idle'] as const)(
    'fetches its engine ahead with `preload: %j`',
    async (preload) => {
      delete loadEngine.loaded
      createAgent({ model: scriptedModel(['Hello']), preload })
      await vi.waitFor(() => expect(network.tries).toBe(1))
    },
  )

  it('refuses a word that `preload` does not have', () => {
    const preload = 'soon' as 'now'
    expect(() => createAgent({ model: scriptedModel([]), preload })).toThrow('`preload`')
  })
})

describe('an agent whose engine is still on its way', () => {
  it('shows the message in the queue, from which it can be withdrawn', async () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['one', 'two']) })
    const run = agent.chat('Hi')
    const [waiting] = agent.queue.getState().waiting
    expect(waiting).toMatchObject({ runId: run.id, input: 'Hi' })
    expect(agent.queue.cancel(run.id)).toBe(true)
    await failureOf(run)
    expect(agent.history.messages).toEqual([])
    expect(agent.queue.getState().waiting).toEqual([])
    expect(await agent.chat('Hello')).toMatchObject({ content: 'one' })
    expect(agent.history.messages).toHaveLength(2)
  })

  it('shows and keeps nothing of a chat that is refused', async () => {
    network.isOnline = false
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel([]) })
    const runs = [agent.chat('Hi'), agent.chat('Refused', { onBusy: 'reject' })]
    expect(agent.queue.getState().waiting).toMatchObject([{ input: 'Hi' }])
    await Promise.all(runs.map(failureOf))
    expect(agent.history.messages).toMatchObject([{ content: 'Hi' }])
  })

  it('ends what is cancelled meanwhile when the engine is there, and keeps its words', async () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel([]) })
    const run = agent.chat('Hi')
    run.cancel({ kind: 'user' })
    expect([run.status, run.events]).toEqual(['running', []])
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(run.events.map(({ type }) => type)).toEqual(['agent:started', 'agent:cancelled'])
    expect(run.report).toMatchObject({ status: 'cancelled', iterations: [] })
    expect(agent.getState()).toMatchObject({
      status: 'idle',
      cancelled: { kind: 'user' },
    })
    expect(agent.history.messages).toMatchObject([{ content: 'Hi' }])
  })

  it('ends what is cancelled as failed if the engine cannot be had, and keeps its words', async () => {
    network.isOnline = false
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel([]) })
    const run = agent.chat('Hi')
    run.cancel({ kind: 'user' })
    expect(AgentError.is(await failureOf(run), 'load')).toBe(true)
    expect(run.events.map(({ type }) => type)).toEqual(['agent:started', 'agent:failed'])
    expect(agent.history.messages).toMatchObject([{ content: 'Hi' }])
  })

  it.each([true, false])('gives its events to who waits for them; it comes: %s', async (comes) => {
    network.isOnline = comes
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    const run = agent.chat('Hi')
    const types: string[] = []
    for await (const { type } of run) types.push(type)
    expect(types[0]).toBe('agent:started')
    expect(types.at(-1)).toBe(comes ? 'agent:completed' : 'agent:failed')
    await run.catch(() => undefined)
    // Who comes late gets the same.
    const again: string[] = []
    for await (const { type } of run) again.push(type)
    expect([again[0], again.at(-1)]).toEqual([types[0], types.at(-1)])
  })

  it('begins what it was asked for in the order in which it was', async () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['one', 'two', 'three']), onBusy: 'queue' })
    const runs = ['1', '2', '3'].map((text) => agent.chat(text))
    expect(agent.getState()).toMatchObject({ status: 'running', runId: runs[0]?.id })
    runs[1]?.cancel({ kind: 'user' })
    await Promise.allSettled(runs)
    expect(runs.map(({ status }) => status)).toEqual(['completed', 'cancelled', 'completed'])
    const said = agent.history.messages.map((message) => 'content' in message && message.content)
    expect(said).toEqual(['1', 'one', '3', 'two'])
  })

  it('R47 is the run that it joins, where it is asked to steer', async () => {
    delete loadEngine.loaded
    const agent = createAgent({ model: scriptedModel(['one', 'two']), onBusy: 'steer' })
    const [first, second] = [agent.chat('1'), agent.chat('2')]
    expect(await second).toBe(await first)
    expect(second.id).toBe(first.id)
    expect(second.events).toBe(first.events)
    expect(second.report).toEqual(first.report)
  })
})
