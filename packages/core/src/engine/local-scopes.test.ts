import { call, calls, type Reply, type ScriptedModel, scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { type Agent, createAgent } from '../agent.ts'
import { summarize } from '../features/compaction/compaction.ts'
import { memoryStorage } from '../features/keeping/memory-storage.ts'
import { memory, type MemoryEntry, type MemoryStore } from '../features/memory/memory.ts'
import { createProxyModel } from '../features/proxy/proxy-model.ts'
import type { AgentStorage } from '../storage.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'
import { agentTool } from '../index.ts'

const secret = 'blood pressure 182'

/** A scope whose content must not leave the device. */
const notes = (): Scope =>
  new Scope({
    name: 'notes',
    local: true,
    context: () => secret,
    tools: [new Tool({ name: 'read_notes', description: 'Reads.', handler: () => secret })],
  })

/** The client of a proxy, and all that it was to send. */
function proxy(): { sent: string[]; model: ReturnType<typeof createProxyModel> } {
  const sent: string[] = []
  const fetch = vi.fn(async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.stringify([...new Headers(init?.headers)]) + String(init?.body))
    return new Response('{}', { status: 500 })
  })
  return { sent, model: createProxyModel({ baseURL: 'https://a.test', modelId: 'm', fetch }) }
}

const local = (...replies: readonly Reply[]): ScriptedModel =>
  Object.assign(scriptedModel(replies), { isLocal: true })

/** A store of memories, with what it has. */
function recordingStore(): { store: MemoryStore; entries: unknown[] } {
  const entries: MemoryEntry[] = []
  const store: MemoryStore = {
    list: async () => [...entries],
    put: async (entry) => void entries.push(entry),
    delete: async () => undefined,
  }
  return { store, entries }
}

const decideYes = { decide: () => true } as const

const refused = { kind: 'local_only', isRetryable: false }

const failure = (agent: Agent, text = 'hi'): Promise<unknown> =>
  Promise.resolve(agent.chat(text)).catch((error: unknown) => error)

describe('a scope with `local`', () => {
  it('keeps requests from a proxy, also those of plug-ins', async () => {
    const { sent, model } = proxy()
    const agent = createAgent({
      model,
      scopes: [notes()],
      use: [summarize({ maxContextTokens: 10, reserveTokens: 1 })],
    })
    expect(await failure(agent)).toMatchObject(refused)
    expect(await failure(agent, secret)).toMatchObject(refused)
    expect(sent).toEqual([])
  })

  it('lets a model on the device answer, and says so in the request', async () => {
    const model = local('Fine.')
    const agent = createAgent({ model, scopes: [notes()] })
    expect((await agent.chat('hi')).content).toBe('Fine.')
    expect(model.requests[0]?.providerOptions).toEqual({ ambit: { local: true } })
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain(secret)
  })

  it('lets nothing of it be remembered, which any model would get later', async () => {
    const { store, entries } = recordingStore()
    const agent = createAgent({
      model: local({ calls: [{ name: 'remember', arguments: { text: secret } }] }, 'I may not.'),
      scopes: [notes()],
      use: [memory({ store })],
      approval: { decide: () => true },
    })
    const { messages } = await agent.chat('remember it')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'error' })
    expect(entries).toEqual([])
  })

  it('keeps what was said meanwhile on the device, after the scope has left and a reload', async () => {
    const { sent, model } = proxy()
    const storage = memoryStorage()
    const agent = createAgent({
      model: local({ calls: [{ name: 'read_notes' }] }, `It is ${secret}.`),
      storage,
    })
    const leave = agent.scopes.register(notes())
    await agent.chat('hi')
    leave()
    expect(agent.history.messages.map((message) => message.local)).toEqual([true, true, true, true])
    expect(await failure(agent.with({ model }) as Agent)).toMatchObject(refused)
    const next = createAgent({ model, storage })
    await next.sessions.opening
    expect(next.history.messages).toHaveLength(5)
    expect(await failure(next)).toMatchObject(refused)
    expect(sent).toEqual([])
  })

  it('keeps what is imported, and what a run starts from', async () => {
    const { sent, model } = proxy()
    const first = createAgent({
      model: local('Fine.'),
      storage: memoryStorage(),
      scopes: [notes()],
    })
    await first.chat('hi')
    const file: unknown = JSON.parse(
      JSON.stringify(await first.sessions.export(first.sessions.current ?? '')),
    )
    const agent = createAgent({ model, storage: memoryStorage() })
    await agent.sessions.open(await agent.sessions.import(file))
    expect(await failure(agent)).toMatchObject(refused)
    const history = first.history.messages.map((message) => ({ ...message }))
    const { error } = await createAgent({ model }).execute('and now?', { history })
    expect(error).toMatchObject(refused)
    expect(sent).toEqual([])
  })

  it('keeps what a call of the page made', async () => {
    const { sent, model } = proxy()
    const agent = createAgent({ model })
    let leave = (): void => undefined
    const scope = new Scope({
      name: 'notes',
      local: true,
      tools: [
        new Tool({
          name: 'read_notes',
          description: 'Reads.',
          handler: () => {
            leave()
            return secret
          },
        }),
      ],
    })
    leave = agent.scopes.register(scope)
    await agent.runTool('read_notes', {})
    expect(JSON.stringify(agent.history.messages)).toContain(secret)
    expect(await failure(agent)).toMatchObject(refused)
    expect(sent).toEqual([])
  })

  it('keeps what an agent inside a call is given, and what it gives back', async () => {
    const { sent, model } = proxy()
    const inner = createAgent({ model, name: 'inner' })
    const outer = createAgent({
      model: local({ calls: [{ name: 'ask', arguments: { task: secret } }] }, 'Done.'),
      scopes: [notes()],
      tools: [agentTool({ agent: inner, name: 'ask', description: 'Asks.' })],
    })
    await outer.chat('hi')
    expect(sent).toEqual([])
  })

  it('holds back no conversation without one', async () => {
    const model = scriptedModel(['Hello.'])
    const agent = createAgent({ model, scopes: [new Scope({ name: 'a', context: () => 1 })] })
    await agent.chat('hi')
    expect(model.requests[0]?.providerOptions).toBeUndefined()
    expect(agent.history.messages.every((message) => message.local === undefined)).toBe(true)
  })

  it('is in no storage but that of the device, and the chat goes on without', async () => {
    const stored: string[] = []
    const device = memoryStorage()
    const watched = (of: object): object =>
      Object.fromEntries(
        Object.entries(of).map(([name, value]: [string, unknown]) => [
          name,
          typeof value !== 'function'
            ? value
            : (...given: unknown[]) => {
                stored.push(JSON.stringify([name, given]))
                const answer: unknown = value(...given)
                return name !== 'claim'
                  ? answer
                  : Promise.resolve(answer).then((it) => watched(it as object))
              },
        ]),
      )
    const storage = { ...watched(device), isLocal: false } as AgentStorage
    const agent = createAgent({
      model: local('Before.', calls(call('read_notes')), `It is ${secret}.`, 'Again.', 'After.'),
      storage,
      session: 'new',
    })
    await agent.chat('hello')
    const remove = agent.scopes.register(notes())
    expect(await agent.chat(`mine is ${secret}`)).toMatchObject({ content: `It is ${secret}.` })
    expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'local' })
    remove()
    await agent.chat('and now?')
    const renamed = agent.sessions.rename(agent.sessions.current, secret)
    await expect(renamed).rejects.toMatchObject({ details: { kind: 'local' } })
    expect(stored.join()).toContain('hello')
    expect(stored.join()).not.toContain(secret)
    await agent.sessions.create()
    await agent.chat('something else')
    await vi.waitFor(() => expect(stored.join()).toContain('something else'))
    const own = createAgent({
      model: local('Yes.'),
      scopes: [notes()],
      storage: memoryStorage(),
      session: 'new',
    })
    await own.chat(secret)
    const exported = await own.sessions.export(own.sessions.current)
    expect(JSON.stringify(exported)).toContain(secret)
    await expect(agent.sessions.import(exported)).rejects.toMatchObject({ code: 'storage' })
    expect(stored.join()).not.toContain(secret)
  })

  it.each(['webmcp', 'mcp', 'mcp-app', 'my-relay'])(
    'R103 is unknown to callers from outside: %s',
    async (source) => {
      const agent = createAgent({ model: local(), scopes: [notes()], approval: decideYes })
      const failed: unknown = await Promise.resolve(
        agent.runTool('read_notes', {}, { source }),
      ).catch((error: unknown) => error)
      expect(failed).toMatchObject({ name: 'UnknownToolError' })
      expect(await agent.runTool('read_notes')).toBe(secret)
    },
  )

  it('R103 marks the events that must not leave the device', async () => {
    const agent = createAgent({
      model: local('Hello.', calls(call('read_notes')), 'Fine.', 'Bye.'),
    })
    const marked: Record<string, unknown>[] = []
    agent.on('*', ({ runId, type, local }) => void marked.push({ runId, type, local }))
    const before = agent.chat('hi')
    await before
    const leave = agent.scopes.register(notes())
    const during = agent.chat('read')
    await during
    leave()
    const after = agent.chat('bye')
    await after
    const of = ({ id }: { id: string }): unknown[] =>
      marked.flatMap(({ runId, local }) => (runId === id ? [local] : []))
    expect(new Set(of(before))).toEqual(new Set([undefined]))
    expect(new Set(of(during))).toEqual(new Set([true]))
    expect(new Set(of(after))).toEqual(new Set([true]))
  })

  it('ends a run that reads it under a claim, before a call', async () => {
    const device = memoryStorage()
    let leave: (() => void) | undefined
    const agent = createAgent({
      model: local(calls(call('show')), calls(call('read_notes')), 'Done.'),
      storage: { ...device, isLocal: false },
      session: 'new',
      tools: [
        new Tool({
          name: 'show',
          description: 'Shows.',
          handler: () => {
            leave = agent.scopes.register(notes())
            return 'shown'
          },
        }),
      ],
    })
    const failed = await failure(agent)
    leave?.()
    expect(failed).toMatchObject({ code: 'storage' })
    const rows = await device.readMessages(agent.sessions.current, { from: 0 })
    expect(rows.some(({ message }) => message.local)).toBe(false)
  })
})
