import { inEnvironment } from '../../environment.ts'
import * as fc from 'fast-check'
import { calls, createFakeClock, type FakeClock, flush, type Reply } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import {
  agentUnderTest,
  type AgentUnderTest,
  answersIn,
  anyTool,
} from '../../../test/agent-under-test.ts'
import { lateStorage } from '../../../test/late-storage.ts'
import { type Fate, lossyStorage } from '../../../test/lossy-storage.ts'
import { withWrite } from '../../../test/with-write.ts'
import type { AgentOptions } from '../../index.ts'
import { type AgentStorage, memoryStorage, storageError } from './index.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const names = ['claim', 'read', 'readMessages', 'readIntents', 'list', 'update'] as const

/** Returns a storage that notes each of its methods that is called, in `trips`. */
function counted(storage: AgentStorage, trips: string[]): AgentStorage {
  const noted =
    <Args extends unknown[], T>(name: string, work: (...args: Args) => T) =>
    (...args: Args): T => {
      trips.push(name)
      return work(...args)
    }
  const methods = names.map((name) => [name, noted<never[], unknown>(name, storage[name])])
  const { claim } = storage
  return {
    ...storage,
    ...(Object.fromEntries(methods) as AgentStorage),
    claim: noted('claim', async (id, options) => {
      const granted = await claim(id, options)
      if (!granted) return undefined
      const { write, release } = granted
      return { ...granted, write: noted('write', write), release: noted('release', release) }
    }),
  }
}

/** Lets time pass until some work has ended. */
async function until<T>(clock: FakeClock, work: PromiseLike<T>): Promise<T> {
  let isDone = false
  const end = (): void => void (isDone = true)
  work.then(end, end)
  await flush()
  for (let nth = 0; !isDone && nth < 10_000; nth++) await clock.advance(clock.nextInMs ?? 1)
  return work
}

/** Creates an agent over a storage of which every answer takes `ms`. Its session is open. */
async function agentFarFrom(
  storage: AgentStorage,
  replies: Iterable<Reply>,
  options: Partial<AgentOptions> = {},
  ms = 80,
): Promise<AgentUnderTest & { readonly clock: FakeClock }> {
  const clock = createFakeClock()
  const far = lateStorage(storage, clock, () => ms)
  const under = agentUnderTest(replies, inEnvironment({ clock }, { storage: far, ...options }))
  await until(clock, Promise.resolve(under.agent.sessions.opening))
  return { ...under, clock }
}

const pay = (count = 1): Reply => calls(...Array.from({ length: count }, () => ({ name: 'pay' })))

const cases = [
  ['five answers of the model with a call each', [pay(), pay(), pay(), pay(), pay(), 'Paid']],
  ['one answer of the model with five calls', [pay(5), 'Paid']],
] as const satisfies readonly (readonly [string, readonly Reply[]])[]

describe('a slow storage that is local', () => {
  it('has each result stored before the next request', async () => {
    const memory = memoryStorage()
    const local = { ...memory, isLocal: true }
    const { agent, clock } = await agentFarFrom(local, [pay(), pay(), 'Paid'], {
      tools: [anyTool('pay')],
    })
    const stored: number[] = []
    agent.use({
      name: 'looking',
      request: async (_at, next) => {
        const rows = await memory.readMessages(agent.sessions.current, { from: 0 })
        stored.push(rows.length)
        return next()
      },
    })
    await until(clock, agent.chat('Pay'))
    expect(stored).toEqual([1, 3, 5])
  })
})

describe('a storage that is 80 ms away', () => {
  it.each(cases)('needs at most ten round trips for %s', async (_, replies) => {
    const trips: string[] = []
    const memory = memoryStorage()
    const { agent, clock } = await agentFarFrom(counted(memory, trips), replies, {
      tools: [anyTool('pay')],
    })
    trips.length = 0
    const startedAt = clock.now()
    const { status } = await until(clock, agent.chat('Pay'))
    expect(status).toBe('completed')
    expect(clock.now() - startedAt).toBeLessThanOrEqual(10 * 80)
    await clock.advance(1_000)
    expect(trips).toEqual(['claim', ...Array<string>(7).fill('write'), 'release'])
    expect(answersIn(agent.history.messages)).toHaveLength(5)
  })

  it('needs as few for calls that run at once', async () => {
    const trips: string[] = []
    const { agent, clock } = await agentFarFrom(counted(memoryStorage(), trips), cases[1][1], {
      tools: [anyTool('pay')],
      calls: { order: 'parallel' },
    })
    trips.length = 0
    await until(clock, agent.chat('Pay'))
    expect(trips.length).toBeLessThanOrEqual(7)
  })

  it('has what the user said before the model is asked, and each call before it runs', async () => {
    const memory = memoryStorage()
    const seen: string[][] = []
    const look = async (): Promise<void> => {
      const id = under.agent.sessions.current
      const rows = await memory.readMessages(id, { from: 0 })
      const intents = await memory.readIntents(id)
      seen.push([
        ...rows.map(({ message }) => message.role),
        ...intents.map(({ call }) => call.name),
      ])
    }
    const under = await agentFarFrom(memory, [pay(), pay(), 'Paid'], {
      tools: [anyTool('pay', look)],
    })
    under.agent.use({
      name: 'looking',
      request: async (_at, next) => {
        await look()
        return next()
      },
    })
    await until(under.clock, under.agent.chat('Pay'))
    expect(seen).toEqual([
      ['user'],
      ['user', 'assistant', 'pay'],
      // The answer waits for what follows it: at most 10 ms, and longer than this model takes.
      ['user', 'assistant', 'pay'],
      ['user', 'assistant', 'tool', 'assistant', 'pay'],
      ['user', 'assistant', 'tool', 'assistant', 'pay'],
    ])
  })

  it('has no wait for the start of a call that only reads, and stores it with its answer', async () => {
    const trips: string[] = []
    const memory = memoryStorage()
    const seen: string[][] = []
    const look = async (): Promise<void> => {
      const rows = await memory.readMessages(under.agent.sessions.current, { from: 0 })
      seen.push(rows.map(({ message }) => message.role))
    }
    const under = await agentFarFrom(counted(memory, trips), cases[1][1], {
      tools: [anyTool('pay', look, { effect: 'read' })],
    })
    trips.length = 0
    const { agent, clock } = under
    const startedAt = clock.now()
    await until(clock, agent.chat('Pay'))
    expect(seen).toEqual(Array.from({ length: 5 }, () => ['user']))
    expect(clock.now() - startedAt).toBeLessThanOrEqual(3 * 80)
    await clock.advance(1_000)
    expect(trips).toEqual(['claim', 'write', 'write', 'release'])
    const rows = await memory.readMessages(agent.sessions.current, { from: 0 })
    expect(rows.map(({ message }) => message.id)).toEqual(
      agent.history.messages.map(({ id }) => id),
    )
    expect(await memory.readIntents(agent.sessions.current)).toEqual([])
  })

  it.each([
    ['writes', { effect: 'write' }],
    ['reads, but must not run twice', { effect: 'read', resume: { how: 'never' } }],
  ] as const)('waits for the start of a call that %s', async (_, options) => {
    const memory = memoryStorage()
    const seen: number[] = []
    const look = async (): Promise<void> => {
      seen.push((await memory.readIntents(under.agent.sessions.current)).length)
    }
    const under = await agentFarFrom(memory, [pay(), 'Paid'], {
      tools: [anyTool('pay', look, options)],
    })
    await until(under.clock, under.agent.chat('Pay'))
    expect(seen).toEqual([1])
  })

  it.each(['quota', 'duplicate'] as const)(
    'ends the run before a call with an effect, if the start of a reading cannot be stored (%s)',
    async (kind) => {
      const memory = memoryStorage()
      const ran: string[] = []
      const full = withWrite(memory, async (write, store) => {
        if (write.intents?.some(({ call }) => call.name === 'look')) throw storageError(kind, 'no')
        return store(write)
      })
      const { agent, clock } = await agentFarFrom(
        full,
        [calls({ name: 'look' }, { name: 'pay' }), 'Paid'],
        {
          tools: ['look', 'pay'].map((name) =>
            anyTool(name, () => ran.push(name), { effect: name === 'look' ? 'read' : 'write' }),
          ),
        },
      )
      const run = agent.chat('Pay').then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(await until(clock, run)).toMatchObject({ code: 'storage', details: { kind } })
      expect(ran).toEqual(['look'])
    },
  )

  it('stores an answer while the model is asked', async () => {
    const memory = memoryStorage()
    const { agent, clock, model } = await agentFarFrom(memory, [pay(), 'Paid'], {
      tools: [anyTool('pay')],
    })
    const asked = Promise.withResolvers<void>()
    agent.use({
      name: 'waiting',
      request: async (_at, next) => {
        if (model.requests.length === 1) await asked.promise
        return next()
      },
    })
    const run = agent.chat('Pay')
    await clock.advance(400)
    expect(run.status).toBe('running')
    const rows = await memory.readMessages(agent.sessions.current, { from: 0 })
    expect(rows.map(({ message }) => message.role)).toEqual(['user', 'assistant', 'tool'])
    asked.resolve()
    await until(clock, run)
  })

  it.each(['quota', 'unavailable'] as const)(
    'ends the run before another call runs, if an answer cannot be stored (%s)',
    async (kind) => {
      const memory = memoryStorage()
      let ran = 0
      const full = withWrite(memory, async (write, store) => {
        if (ran > 0) throw storageError(kind, 'no')
        return store(write)
      })
      const { agent, clock } = await agentFarFrom(full, cases[1][1], {
        tools: [anyTool('pay', () => ++ran)],
      })
      const failed = await until(
        clock,
        agent.chat('Pay').then(
          () => undefined,
          (error: unknown) => error,
        ),
      )
      expect(failed).toMatchObject({ code: 'storage', details: { kind } })
      expect(ran).toBe(1)
    },
  )

  it('ends the run if the last answer cannot be stored', async () => {
    const memory = memoryStorage()
    const full = withWrite(memory, async (write, store) => {
      if (write.messages?.some(({ role }) => role === 'tool')) throw storageError('quota', 'full')
      return store(write)
    })
    const { agent, clock } = await agentFarFrom(full, [pay(), 'Paid'], { tools: [anyTool('pay')] })
    const run = agent.chat('Pay').catch((error: unknown) => error)
    expect(await until(clock, run)).toMatchObject({ code: 'storage', details: { kind: 'quota' } })
  })

  it('waits for nothing where the clock stands still', async () => {
    const clock = createFakeClock()
    const memory = memoryStorage()
    const slow = withWrite(memory, (write, store) => {
      clock.setNow(clock.now() + 80)
      return store(write)
    })
    const { agent } = agentUnderTest(
      cases[0][1],
      inEnvironment({ clock }, { storage: slow, tools: [anyTool('pay')] }),
    )
    expect((await agent.chat('Pay')).status).toBe('completed')
    const rows = await memory.readMessages(agent.sessions.current, { from: 0 })
    expect(rows).toHaveLength(12)
  })
})

/** Returns a storage that stores with a claim what was said, as one on a server does. */
const claimsWithWords = (storage: AgentStorage): AgentStorage => ({
  ...storage,
  claim: async (id, options) => {
    const claim = await storage.claim(id, options)
    if (!claim || !options.waiting?.length) return claim
    const { at, waiting } = options
    return { ...claim, row: await claim.write({ at, session: { waiting } }) }
  },
})

describe('a model that is as far away, and answers at once', () => {
  /** Returns the time of a run of five calls, in round trips. */
  async function countTrips(
    storage: AgentStorage,
    options: Parameters<typeof anyTool>[2],
    ms: number,
  ): Promise<number> {
    const under = await agentFarFrom(
      storage,
      cases[0][1],
      { tools: [anyTool('pay', () => 'ok', options)] },
      ms,
    )
    const { agent, clock } = under
    agent.use({
      name: 'far',
      request: async (_at, next) => {
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, 80))
        return next()
      },
    })
    const startedAt = clock.now()
    await until(clock, agent.chat('Pay'))
    return (clock.now() - startedAt) / 80
  }

  it.each([
    // The claim, six answers of the model, and the end.
    ['reads', { effect: 'read' }, 8],
    // The start of each call, which nothing may come before.
    ['writes', { effect: 'write' }, 13],
  ] as const)('takes few round trips for a run that %s', async (_, options, trips) => {
    expect(await countTrips(memoryStorage(), options, 0)).toBe(6)
    const far = await countTrips(claimsWithWords(memoryStorage()), options, 80)
    // What is stored while the model is asked begins up to an eighth of a trip later.
    expect(far).toBeGreaterThanOrEqual(trips)
    expect(far).toBeLessThan(trips + 5 / 8 + 0.1)
  })

  it('has what the user said before the model is asked, with those that wait', async () => {
    const memory = memoryStorage()
    const { agent, clock } = await agentFarFrom(claimsWithWords(memory), ['Paid'])
    const seen: unknown[] = []
    agent.use({
      name: 'looking',
      request: async (_at, next) => {
        const { waiting, next: count } = (await memory.read(agent.sessions.current)) ?? {}
        seen.push([count, waiting?.map(({ content }) => content)])
        return next()
      },
    })
    await until(clock, agent.chat('Pay'))
    expect(seen).toEqual([[0, ['Pay']]])
    const row = await memory.read(agent.sessions.current)
    expect(row).toMatchObject({ next: 2 })
    expect(row?.waiting).toBeUndefined()
  })
})

describe('a storage that is near', () => {
  it('has each answer before the model is asked again', async () => {
    const memory = memoryStorage()
    const seen: number[] = []
    const under = await agentFarFrom(memory, cases[0][1], { tools: [anyTool('pay')] }, 15)
    under.agent.use({
      name: 'looking',
      request: async (_at, next) => {
        const row = await memory.read(under.agent.sessions.current)
        seen.push(row?.next ?? 0)
        return next()
      },
    })
    await until(under.clock, under.agent.chat('Pay'))
    expect(seen).toEqual([1, 3, 5, 7, 9, 11])
  })

  it('reads nothing after a run that nobody else has followed', async () => {
    const trips: string[] = []
    const { agent } = agentUnderTest([pay(), 'Paid'], {
      storage: counted(memoryStorage(), trips),
      tools: [anyTool('pay')],
    })
    await agent.sessions.opening
    trips.length = 0
    await agent.chat('Pay')
    await flush()
    expect(trips.filter((name) => name.startsWith('read'))).toEqual([])
  })
})

describe('a storage that loses writes and answers at random', () => {
  it(
    'R14 has every message once and in order, and no call runs twice',
    async () => {
      const anyFate = fc.constantFrom<Fate[]>('stored', 'stored', 'stored', 'lost', 'refused')
      const anyCalls = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyFate, { maxLength: 40 }),
          fc.array(anyCalls, { minLength: 1, maxLength: 3 }),
          fc.constantFrom(0, 80),
          fc.record({
            isParallel: fc.boolean(),
            hasAside: fc.boolean(),
            isRead: fc.boolean(),
            hasWords: fc.boolean(),
          }),
          async (fates, chats, ms, { isParallel, hasAside, isRead, hasWords }) => {
            const memory = memoryStorage()
            const starts = new Map<string, number>()
            const tool = anyTool(
              'pay',
              (_args, ctx) => {
                starts.set(ctx.callId, (starts.get(ctx.callId) ?? 0) + 1)
              },
              { effect: isRead ? 'read' : 'write' },
            )
            const replies = chats.flatMap((counts) => [
              ...counts.map((count) => pay(count + 1)),
              'Paid',
            ])
            const lossy = lossyStorage(
              hasWords ? claimsWithWords(memory) : memory,
              () => fates.shift() ?? 'stored',
            )
            const under = await agentFarFrom(
              lossy,
              [...replies, ...Array<Reply>(9).fill('Again')],
              { tools: [tool], calls: { order: isParallel ? 'parallel' : 'serial' } },
              ms,
            )
            const { agent, clock } = under
            for (const counts of chats) {
              const aside = hasAside && agent.runTool('pay', {}).catch(() => undefined)
              await until(
                clock,
                agent.chat(`Pay ${counts.length}`).catch(() => undefined),
              )
              if (aside) await until(clock, aside)
            }
            // The network works again.
            fates.length = 0
            await until(
              clock,
              agent.chat('Thanks').catch(() => undefined),
            )
            const { current } = agent.sessions
            const rows = await memory.readMessages(current, { from: 0 })
            const stored = rows.map(({ message }) => message)
            const ids = new Set(stored.map(({ id }) => id))
            expect(ids.size).toBe(stored.length)
            const seen = new Set<string>()
            for (const { id, parentId } of stored) {
              expect(parentId === null || seen.has(parentId)).toBe(true)
              seen.add(id)
            }
            expect(agent.history.messages.filter(({ id }) => !ids.has(id))).toEqual([])
            for (const count of starts.values()) expect(count).toBe(1)
            const answered = new Set(answersIn(stored).map(({ id }) => id))
            for (const id of starts.keys()) expect(answered).toContain(id)
            expect(await memory.readIntents(current)).toEqual([])
            const row = await memory.read(current)
            expect(row?.run).toBeUndefined()
            expect(row?.waiting).toBeUndefined()
            expect(row?.head).toBe(agent.history.head)
          },
        ),
        { numRuns: isLong ? 10_000 : 100, seed: 17 },
      )
    },
    isLong ? 3_600_000 : 60_000,
  )
})
