import { calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { type Fate, lossyStorage } from '../../../test/lossy-storage.ts'
import { type AgentStorage, memoryStorage } from './index.ts'

/** Returns the roles of the messages of the only session, as a server has them. */
async function rolesIn(storage: AgentStorage): Promise<string[]> {
  const [session] = await storage.list()
  const rows = await storage.readMessages(session?.id ?? '', { from: 0 })
  const ids = rows.map(({ message }) => message.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(rows.map(({ message }) => message.parentId)).toEqual([null, ...ids.slice(0, -1)])
  return rows.map(({ message }) => message.role)
}

const whole = ['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant']

/** Runs a chat with two calls over a storage of which each write has its fate. */
async function chatWith(fateOf: (nth: number) => Fate): Promise<{
  readonly storage: AgentStorage
  readonly done: unknown
  readonly ran: number
  readonly writes: number
}> {
  const storage = memoryStorage()
  let nth = 0
  let ran = 0
  const { agent } = agentUnderTest([calls({ name: 'pay' }), calls({ name: 'pay' }), 'Paid'], {
    storage: lossyStorage(storage, () => fateOf(++nth)),
    tools: [anyTool('pay', () => ++ran)],
  })
  const done = await agent.chat('Pay').then(
    ({ status }) => status,
    (error: unknown) => error,
  )
  return { storage, done, ran, writes: nth }
}

describe('a storage that has stored a write and could not tell', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'keeps each message once when answer %i is lost',
    async (lost) => {
      const { storage, done, ran } = await chatWith((nth) => (nth === lost ? 'lost' : 'stored'))
      expect(done).toBe('completed')
      expect(ran).toBe(2)
      expect(await rolesIn(storage)).toEqual(whole)
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('sends write %i again that never came', async (lost) => {
    const { storage, done, ran } = await chatWith((nth) => (nth === lost ? 'refused' : 'stored'))
    expect(done).toBe('completed')
    expect(ran).toBe(2)
    expect(await rolesIn(storage)).toEqual(whole)
  })

  it.each(['lost', 'refused'] as const)(
    'sends a message again with the next one, if both its answers were %s',
    async (fate) => {
      const { storage, done, ran } = await chatWith((nth) => (nth <= 2 ? fate : 'stored'))
      expect(done).toBe('completed')
      expect(ran).toBe(2)
      expect(await rolesIn(storage)).toEqual(whole)
    },
  )

  it('ends the run of a tool whose answer cannot be stored, and tells of the call once', async () => {
    // The writes: the message, the call's message, its start, and its answer twice.
    const { storage, done, ran } = await chatWith((nth) =>
      nth === 4 || nth === 5 ? 'lost' : 'stored',
    )
    expect(done).toMatchObject({ code: 'storage', details: { kind: 'unavailable' } })
    expect(ran).toBe(1)
    expect(await rolesIn(storage)).toEqual(['user', 'assistant', 'tool'])
  })

  it('counts the usage of each run once', async () => {
    const storage = memoryStorage()
    let nth = 0
    const { agent } = agentUnderTest(['One', 'Two'], {
      storage: lossyStorage(storage, () => (++nth % 2 ? 'lost' : 'stored')),
    })
    await agent.chat('1')
    await agent.chat('2')
    const [session] = await storage.list()
    expect(session?.usage).toEqual(agent.sessions.getState().usage.session.usage)
  })
})

describe('a storage that throws what is no `storageError`', () => {
  const broken = (
    method: keyof AgentStorage,
    error: () => unknown,
    isSync: boolean,
  ): AgentStorage => ({
    ...memoryStorage(),
    [method]: isSync
      ? () => {
          throw error()
        }
      : async () => {
          throw error()
        },
  })
  const errors = [
    ['a TypeError', () => new TypeError('Failed to fetch')],
    ['a DOMException', () => new DOMException('The connection was lost', 'NetworkError')],
    ['an abort of its own', () => new DOMException('Timed out', 'AbortError')],
    ['text', () => 'offline'],
  ] as const

  describe.each(errors)('%s', (_, error) => {
    it.each([true, false])('lets a chat go on without the claim (sync: %s)', async (isSync) => {
      const storage = broken('claim', error, isSync)
      const { agent } = agentUnderTest(['Hello'], { storage })
      expect((await agent.chat('hi')).status).toBe('completed')
      expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'unavailable' })
    })

    it.each(['list', 'read', 'delete'] as const)(
      'is the cause of the error of `%s`',
      async (method) => {
        const { agent } = agentUnderTest([], { storage: broken(method, error, false) })
        const act = {
          list: () => agent.sessions.list(),
          read: () => agent.sessions.open('id'),
          delete: () => agent.sessions.delete('id'),
        }[method]
        const failure = await failureOf(act())
        expect(failure).toMatchObject({ code: 'storage', details: { kind: 'unavailable' } })
        expect(failure.cause).toEqual(error())
      },
    )
  })

  it('leaves an abort by the run what it is', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest(['Hello'], { storage })
    await agent.sessions.opening
    const claim = await storage.claim(agent.sessions.current, { at: 0 })
    const run = agent.chat('hi', { onBusy: 'queue' })
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ name: 'CancellationError' })
    expect(agent.sessions.getState().degraded).toBeUndefined()
    await claim?.release()
  })
})
