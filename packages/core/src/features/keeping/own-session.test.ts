import { calls, flush, promptFaults } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  type AgentUnderTest,
  agentUnderTest,
  answersIn,
  anyTool,
  failureOf,
} from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import type { Agent, AnyTool, UserMessage } from '../../index.ts'
import { loadEngine } from '../../load-engine.ts'
import { type AgentStorage, memoryStorage } from './index.ts'

/** Creates a tool that ends when `end` is called. */
const slow = (name = 'load_salary'): { tool: AnyTool; end: (result: unknown) => void } => {
  const gate = Promise.withResolvers<unknown>()
  return { tool: anyTool(name, () => gate.promise), end: gate.resolve }
}

/** Creates an agent, of which `storage` says if its sessions are stored. */
const begin = (tools: AnyTool[], storage?: AgentStorage): AgentUnderTest =>
  agentUnderTest(['Hello', 'Bye', 'Again', 'Once more'], { tools, storage })

/** Returns the roles of the messages that a new page reads from the storage. */
async function rolesStored(storage: AgentStorage, id: string): Promise<string[]> {
  const { agent } = agentUnderTest([], { storage, session: id })
  await agent.sessions.opening
  return agent.history.messages.map(({ role }) => role)
}

const prompts = ({ model }: AgentUnderTest): string =>
  JSON.stringify(model.requests.map(({ prompt }) => prompt))

const storages = [
  ['without a storage', () => undefined],
  ['with a storage', () => memoryStorage()],
] as const

describe.each(storages)('a call of the page, %s', (_, createStorage) => {
  it.each([
    ['at once', async () => undefined],
    ['once it runs', () => flush()],
  ])('R68 stays in its session when another one is opened %s', async (_when, wait) => {
    const storage = createStorage()
    const { tool, end } = slow()
    const under = begin([tool], storage)
    const { agent } = under
    await agent.chat('first')
    const run = agent.runTool('load_salary')
    await wait()
    await agent.sessions.create()
    await flush()
    end('4000 euros')
    expect(await run).toBe('4000 euros')
    expect(agent.history.messages).toEqual([])
    await agent.chat('hello')
    expect(agent.history.messages).toHaveLength(2)
    expect(prompts(under)).not.toContain('4000')
  })

  it('R68 stays in its session while the code of the loop is still loading', async () => {
    const { tool, end } = slow()
    const storage = createStorage()
    const under = begin([tool], storage)
    const { agent } = under
    await agent.sessions.opening
    const { current } = agent.sessions
    delete loadEngine.loaded
    const run = agent.runTool('load_salary')
    await agent.sessions.create()
    end('4000 euros')
    expect(await run).toBe('4000 euros')
    expect(agent.history.messages).toEqual([])
    if (storage) expect(await rolesStored(storage, current)).toEqual(['assistant', 'tool'])
  })

  it('R68 gives the opened session no artifact, state, usage or note', async () => {
    const { tool, end } = slow('wait')
    const all = anyTool('all', async (args, ctx) => {
      await tool.handler(args as never, ctx)
      ctx.artifact({ id: 'a', type: 'chart', data: 1 })
      ctx.run.state.set({ salary: 4000 } as object)
      await ctx.execute('Sum up', { agent })
    })
    const read = anyTool('read', (_args, ctx) => ctx.run.state.get())
    const { agent } = begin([all, read], createStorage())
    const run = agent.runTool('all')
    await flush()
    await agent.sessions.create()
    end('done')
    await run
    expect(agent.sessions.getState().artifacts).toEqual([])
    expect(agent.sessions.getState().usage.session.usage.totalTokens).toBe(0)
    expect(await agent.runTool('read')).toEqual({})
  })

  it('R68 is cancelled with its question, which no other session shows', async () => {
    const ask = anyTool('ask', (_args, ctx) => ctx.ask('How much?'))
    const { agent } = begin([ask], createStorage())
    agent.pending.attach('question')
    const run = agent.runTool('ask')
    await flush()
    expect(agent.pending.list('question')).toHaveLength(1)
    await agent.sessions.create()
    await flush()
    expect(agent.pending.list('question')).toEqual([])
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user', tag: 'session' } })
    expect(agent.history.messages).toEqual([])
  })

  it('R68 asks nobody in another session', async () => {
    const { tool, end } = slow()
    const ask = anyTool('ask', async (args, ctx) => {
      await tool.handler(args as never, ctx)
      return ctx.ask('How much?')
    })
    const { agent } = begin([ask], createStorage())
    agent.pending.attach('question')
    const shown = vi.fn<() => void>()
    agent.pending.subscribe(shown)
    const run = agent.runTool('ask')
    await flush()
    await agent.sessions.create()
    end('now')
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user', tag: 'session' } })
    expect(shown).not.toHaveBeenCalled()
  })

  it('R68 is cancelled with its approval, which lets nothing run in another session', async () => {
    const handler = vi.fn<() => string>(() => 'wiped')
    const wipe = anyTool('wipe', handler, { effect: 'destructive' })
    const { agent } = begin([wipe], createStorage())
    agent.pending.attach('approval')
    const run = agent.runTool('wipe')
    await flush()
    const [request] = agent.pending.list('approval')
    await agent.sessions.create()
    await flush()
    expect(agent.pending.list('approval')).toEqual([])
    expect(agent.pending.approve(request?.id ?? '')).toBe(false)
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user', tag: 'session' } })
    expect(handler).not.toHaveBeenCalled()
    expect(agent.history.messages).toEqual([])
  })

  it('R68 joins no chat of another session', async () => {
    const { tool, end } = slow()
    const other = slow('other')
    const under = agentUnderTest([calls({ name: 'other' }), 'Done'], {
      tools: [tool, other.tool],
      storage: createStorage(),
    })
    const { agent } = under
    const run = agent.runTool('load_salary')
    await flush()
    await agent.sessions.create()
    const chat = agent.chat('Go on')
    await flush()
    end('4000 euros')
    await run
    other.end('ok')
    await chat
    expect(answersIn(agent.history.messages).map(({ name }) => name)).toEqual(['other'])
  })

  it('R68 of an undo tells its own session', async () => {
    const gate = Promise.withResolvers<unknown>()
    const add = anyTool('add', (_args, ctx) => ctx.undo(() => gate.promise))
    const { agent } = begin([add], createStorage())
    const added = agent.runTool('add')
    await added
    const undo = agent.undo(added.id)
    await flush()
    await agent.sessions.create()
    gate.resolve('undone')
    expect((await undo).undone).toHaveLength(1)
    expect(agent.history.messages).toEqual([])
  })

  it('R68 is no call that another session can undo by its id', async () => {
    const undo = vi.fn<() => void>()
    const add = anyTool('add', (_args, ctx) => ctx.undo(undo))
    const { agent } = agentUnderTest([calls({ name: 'add', id: 'call_1' }), 'Added'], {
      tools: [add],
      storage: createStorage(),
    })
    const first = await agent.chat('Add')
    expect(agent.calls.canUndo('call_1')).toBe(true)
    await agent.sessions.create()
    expect([...agent.calls.getState().keys()]).toEqual([])
    expect(agent.calls.canUndo('call_1')).toBe(false)
    expect(await agent.undo('call_1')).toEqual({
      undone: [],
      failed: [],
      left: [{ callId: 'call_1', tool: 'add', reason: 'other_session' }],
    })
    expect((await agent.undo(first.report.runId)).undone).toHaveLength(1)
    expect(agent.history.messages).toEqual([])
  })
})

describe('a call of a stored session that was left', () => {
  /** Begins a call in one session, and opens another one. */
  async function leave(agent: Agent): Promise<{ id: string; run: PromiseLike<unknown> }> {
    await agent.chat('first')
    const id = agent.sessions.current
    const run = agent.runTool('load_salary')
    await flush()
    await agent.sessions.create()
    await agent.chat('other')
    return { id, run }
  }

  it('R68 is stored there, and every session is whole after a reload', async () => {
    const storage = memoryStorage()
    const { tool, end } = slow()
    const { agent } = begin([tool], storage)
    const { id, run } = await leave(agent)
    end('4000 euros')
    await run
    expect(await rolesStored(storage, id)).toEqual(['user', 'assistant', 'assistant', 'tool'])
    expect(await rolesStored(storage, agent.sessions.current)).toEqual(['user', 'assistant'])
  })

  it('R68 is shown again with its session, before and after it has ended', async () => {
    const storage = memoryStorage()
    const { tool, end } = slow()
    const { agent } = begin([tool], storage)
    const { id, run } = await leave(agent)
    await agent.sessions.open(id)
    expect(agent.sessions.getState()).toMatchObject({ current: id, running: 'here' })
    expect(agent.history.messages).toHaveLength(2)
    await agent.chat('again')
    end('4000 euros')
    await run
    const roles = ['user', 'assistant', 'user', 'assistant', 'assistant', 'tool']
    expect(agent.history.messages.map(({ role }) => role)).toEqual(roles)
    expect(agent.sessions.getState().running).toBeUndefined()
    expect(await rolesStored(storage, id)).toEqual(roles)
  })

  it('R68 is cancelled when its session is deleted, which it does not store again', async () => {
    const storage = memoryStorage()
    const { tool } = slow()
    const { agent } = begin([tool], storage)
    const { id, run } = await leave(agent)
    await agent.sessions.delete(id)
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user', tag: 'session' } })
    expect((await agent.sessions.list()).map((session) => session.id)).toEqual([
      agent.sessions.current,
    ])
  })

  it('R68 is undone in its session, which the model is told there', async () => {
    const storage = memoryStorage()
    const undo = vi.fn<() => void>()
    const add = anyTool('add', (_args, ctx) => ctx.undo(undo))
    const { agent } = begin([add], storage)
    await agent.chat('first')
    const id = agent.sessions.current
    const added = agent.runTool('add')
    await added
    await agent.sessions.create()
    await agent.chat('other')
    await agent.undo(added.id)
    expect(undo).toHaveBeenCalledOnce()
    expect(agent.history.messages).toHaveLength(2)
    await agent.sessions.open(id)
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'user', source: 'app' })
    expect(agent.history.messages).toHaveLength(5)
  })

  it('R68 is undone, and its session not stored again, once another page has deleted it', async () => {
    const storage = memoryStorage()
    const undo = vi.fn<() => void>()
    const add = anyTool('add', (_args, ctx) => ctx.undo(undo))
    const { agent } = begin([add], storage)
    const id = agent.sessions.current
    const added = agent.runTool('add')
    await added
    await agent.sessions.create()
    await storage.delete(id)
    await agent.undo(added.id)
    expect(undo).toHaveBeenCalledOnce()
    expect(await storage.read(id)).toBeUndefined()
  })
})

describe('a call of the page beside a chat that is cut short', () => {
  it('R14 R68 keeps its answer though the chat it might have joined never begins', async () => {
    const storage = memoryStorage()
    const { tool, end } = slow()
    const { agent } = begin([tool], storage)
    const id = agent.sessions.current
    const run = agent.runTool('load_salary')
    await flush()
    const chat = agent.chat('stopped at once')
    end('4000 euros')
    chat.cancel()
    await run
    await chat.catch(() => undefined)
    expect(await rolesStored(storage, id)).toEqual(['assistant', 'tool', 'user'])
  })

  it('R14 comes after the answers of calls that a reload left open, as does what joins them', async () => {
    const pages = createPages()
    const first = pages.open()
    const hang = anyTool('hang', () => new Promise(() => undefined))
    const cut = agentUnderTest([calls({ name: 'hang' })], { storage: first.storage, tools: [hang] })
    void cut.agent.chat('Begin')
    await flush()
    await first.die()
    const { agent } = agentUnderTest([], { storage: pages.storage, tools: [anyTool('quick')] })
    await agent.runTool('quick')
    const roles = agent.history.messages.map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool'])
    expect(answersIn(agent.history.messages)[0]?.status).toBe('interrupted')
  })

  it('R14 R68 lets a message that joins a resumed run wait for the answers of its open calls', async () => {
    const pages = createPages()
    const first = pages.open()
    const ask = anyTool('ask', () => 'asked', { approval: true })
    const cut = agentUnderTest([calls({ name: 'ask' })], { storage: first.storage, tools: [ask] })
    cut.agent.pending.attach('approval')
    void cut.agent.chat('Begin')
    await flush()
    await first.die()
    const { agent, model } = agentUnderTest(['Done', 'Done'], {
      storage: pages.storage,
      tools: [ask],
    })
    agent.pending.attach('approval')
    await agent.sessions.opening
    const run = agent.resume()
    void agent.chat('And this', { onBusy: 'steer' })
    await flush()
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    await run
    expect(model.requests.flatMap(({ prompt }) => promptFaults(prompt))).toEqual([])
    expect(agent.history.messages.map(({ role }) => role).slice(0, 4)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
  })

  it('R68 leaves a stored session readable whose head is a message that no run stored', async () => {
    const storage = memoryStorage()
    const { agent } = begin([], storage)
    await agent.chat('first')
    const id = agent.sessions.current
    agent.history.append<UserMessage>({
      id: 'note',
      role: 'user',
      source: 'app',
      createdAt: 1,
      content: 'note',
    })
    expect(await rolesStored(storage, id)).toEqual(['user', 'assistant'])
    await agent.chat('second')
    expect(await rolesStored(storage, id)).toHaveLength(5)
  })
})
