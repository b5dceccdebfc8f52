import {
  type AgentStorage,
  listSessions,
  memoryStorage,
  type SessionClaim,
  type SessionWrite,
  storageError,
} from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { type ConformanceOptions, storageConformance } from './index.ts'
import { intentOf } from './samples.ts'

type Change = (storage: AgentStorage, claim: SessionClaim) => Partial<SessionClaim>

/** Changes a storage in memory. */
const memory = (change: (storage: AgentStorage) => Partial<AgentStorage>) => (): AgentStorage => {
  const storage = memoryStorage()
  return { ...storage, ...change(storage) }
}

/** Changes the claims of a storage in memory. */
const claims = (change: Change) =>
  memory((storage) => ({
    claim: async (id, options) => {
      const claim = await storage.claim(id, options)
      return claim && { ...claim, ...change(storage, claim) }
    },
  }))

/** Changes the writes of a storage in memory. */
const writes = (change: (write: SessionWrite) => SessionWrite) =>
  claims((_storage, claim) => ({ write: (write) => claim.write(change(write)) }))

const lost = async (): Promise<never> => {
  throw storageError('lost', 'Lost.')
}

/** Storages with one fault each, and the beginning of the rule that it breaks. */
const broken: readonly [fault: string, create: () => AgentStorage, rule: string][] = [
  ['answers null for what is not there', memory(() => ({ read: lost })), 'knows nothing'],
  [
    'replaces lone surrogates',
    memory((storage) => ({
      readMessages: async (...args) =>
        JSON.parse(
          JSON.stringify(await storage.readMessages(...args)).replaceAll('\\ud800', '?'),
        ) as Awaited<ReturnType<AgentStorage['readMessages']>>,
    })),
    'gives messages back',
  ],
  [
    'loses keys named __proto__',
    memory((storage) => ({
      readMessages: async (...args) => {
        const rows = await storage.readMessages(...args)
        return JSON.parse(JSON.stringify(rows), (key, value: unknown) =>
          key === '__proto__' ? undefined : value,
        ) as typeof rows
      },
    })),
    'gives messages back',
  ],
  [
    'cuts long text',
    memory((storage) => ({
      readMessages: async (...args) =>
        (await storage.readMessages(...args)).map((row) =>
          'content' in row.message && typeof row.message.content === 'string'
            ? { ...row, message: { ...row.message, content: row.message.content.slice(0, 65_536) } }
            : row,
        ) as Awaited<ReturnType<AgentStorage['readMessages']>>,
    })),
    'gives messages back',
  ],
  [
    'keeps known fields of a message alone',
    writes((write) => ({
      ...write,
      messages: write.messages?.map((message) => {
        const { aFieldOfLater: _field, ...rest } = message as typeof message & {
          aFieldOfLater?: unknown
        }
        return rest
      }),
    })),
    'keeps parts and fields',
  ],
  [
    'loses the order',
    writes((write) => ({ ...write, messages: write.messages?.toReversed() })),
    'numbers messages',
  ],
  [
    'leaves holes in the numbers',
    memory((storage) => ({
      readMessages: async (...args) =>
        (await storage.readMessages(...args)).map((row) => ({ ...row, seq: row.seq * 2 })),
    })),
    'numbers messages',
  ],
  [
    'never ends a run',
    writes(({ session: { run, ...session } = {}, ...write }) => ({
      ...write,
      session: { ...session, run: run ?? undefined },
    })),
    'keeps title, head, state',
  ],
  [
    'does not keep waiting messages',
    writes((write) => ({ ...write, session: { ...write.session, waiting: undefined } })),
    'keeps title, head, state',
  ],
  [
    'reads one message too many',
    memory((storage) => ({
      readMessages: (id, range) =>
        storage.readMessages(id, 'last' in range ? { ...range, last: range.last + 1 } : range),
    })),
    'reads the messages of a range',
  ],
  [
    'reads up to a number and the number too',
    memory((storage) => ({
      readMessages: (id, range) =>
        storage.readMessages(
          id,
          'last' in range && range.before !== undefined
            ? { ...range, before: range.before + 1 }
            : range,
        ),
    })),
    'reads the messages of a range',
  ],
  [
    'stores the first part of a refused write',
    claims((_storage, claim) => ({
      write: async ({ messages, ...write }) => {
        if (messages) await claim.write({ at: write.at, messages })
        return claim.write(write)
      },
    })),
    'stores everything of a write, or nothing',
  ],
  [
    'throws the error of JSON.stringify',
    claims((_storage, claim) => ({
      write: async (write) => {
        JSON.stringify(write)
        return claim.write(write)
      },
    })),
    'refuses a value that is not JSON',
  ],
  [
    'ignores the expected next number',
    writes(({ next: _next, ...write }) => write),
    'refuses a write whose `next`',
  ],
  [
    'stores a write twice',
    writes(({ id: _id, ...write }) => write),
    'stores a write that is sent again once',
  ],
  [
    'notes the id of a write before it is stored',
    claims((_storage, claim) => {
      const noted = new Set<string>()
      return {
        write: async (write) => {
          if (write.id !== undefined && noted.has(write.id)) return claim.row
          if (write.id !== undefined) noted.add(write.id)
          return claim.write(write)
        },
      }
    }),
    'refuses a refused write again',
  ],
  [
    'takes the same attempt again',
    writes((write) => ({
      ...write,
      intents: write.intents?.map((intent, nth) => ({
        ...intent,
        attempt: 100 + performance.now() + nth,
      })),
    })),
    'takes an attempt',
  ],
  [
    'stores one intent of several',
    writes((write) => ({ ...write, intents: write.intents?.slice(0, 1) })),
    'takes several intents',
  ],
  [
    'closes no intent that is answered in the same write',
    claims((_storage, claim) => ({
      write: async ({ intents, ...write }) => {
        await claim.write(write)
        return claim.write({ at: write.at, intents })
      },
    })),
    'closes the intent of a call',
  ],
  ['forgets open intents', memory(() => ({ readIntents: async () => [] })), 'keeps open intents'],
  [
    'gives other intents with the claim',
    claims((_storage, claim) => ({ intents: claim.row.next ? [] : undefined })),
    'keeps open intents',
  ],
  [
    'has the same epoch always',
    claims((_storage, claim) => ({ row: { ...claim.row, epoch: 1 } })),
    'creates a session with its first claim',
  ],
  [
    'grants a claim to everybody',
    memory((storage) => ({
      claim: async (id, options) =>
        (await storage.claim(id, { ...options, isWaiting: false })) ??
        ({
          row: await storage.read(id),
          lost: new AbortController().signal,
          write: lost,
          holds: async () => true,
          release: async () => undefined,
        } as SessionClaim),
    })),
    'gives a session to one page at a time',
  ],
  [
    'waits without a signal',
    memory((storage) => ({
      claim: (id, { signal: _signal, ...options }) => storage.claim(id, options),
    })),
    'ends a wait for a claim',
  ],
  [
    'forgets the epoch',
    memory((storage) => {
      let last: SessionClaim | undefined
      return {
        claim: async (id, options) => {
          const claim = await storage.claim(id, options)
          if (claim) last = claim
          return claim && { ...claim, write: (write) => (last ?? claim).write(write) }
        },
      }
    }),
    'refuses the writes of an earlier claim',
  ],
  [
    'says that a claim holds for ever',
    claims(() => ({ holds: async () => true })),
    'refuses the writes of an earlier claim',
  ],
  [
    'brings a deleted session back',
    memory((storage) => ({
      claim: async (id, options) => {
        const claim = await storage.claim(id, options)
        return (
          claim && {
            ...claim,
            write: async (write) => {
              if (await storage.read(id)) return claim.write(write)
              const again = await storage.claim(id, { at: 1, isWaiting: false })
              return again ? again.write(write) : lost()
            },
          }
        )
      },
    })),
    'refuses the writes of a claim whose session was deleted',
  ],
  ['has leases of which nothing was said', claims(() => ({ leaseMs: 1_000 })), 'has no leases'],
  [
    'changes the head alone with an update',
    memory((storage) => ({
      update: (id, { head }, options) => storage.update(id, { head }, options),
    })),
    'changes title and head',
  ],
  [
    'writes over an update',
    claims((_storage, claim) => {
      let { head } = claim.row
      return {
        write: async (write) => {
          const row = await claim.write({ ...write, session: { head, ...write.session } })
          head = row.head
          return row
        },
      }
    }),
    'keeps an update',
  ],
  [
    'ignores ifHead',
    memory((storage) => ({ update: (id, change) => storage.update(id, change) })),
    'changes nothing with `ifHead`',
  ],
  [
    'creates a session with an update',
    memory((storage) => ({
      update: async (id, change, options) => {
        if (!(await storage.read(id))) await (await storage.claim(id, { at: 1 }))?.release()
        return storage.update(id, change, options)
      },
    })),
    'creates no session',
  ],
  [
    'deletes nothing',
    memory(() => ({ delete: async () => undefined })),
    'deletes all of a session',
  ],
  [
    'deletes every session whose id begins the same',
    memory((storage) => ({
      delete: async (id) => {
        for (const info of await storage.list())
          if (info.id.startsWith(id)) await storage.delete(info.id)
      },
    })),
    'deletes all of a session',
  ],
  [
    'cuts ids',
    memory((storage) => ({
      claim: (id, options) => storage.claim(id.slice(0, 255), options),
    })),
    'takes any text for an id',
  ],
  [
    'lists the oldest first',
    memory((storage) => ({ list: async () => (await storage.list()).toReversed() })),
    'lists sessions, the most recently',
  ],
  [
    'lists sessions with their state',
    memory((storage) => ({
      list: async () => {
        const infos = await storage.list()
        return Promise.all(
          infos.map(async (info) => ({ ...(await storage.read(info.id)), ...info })),
        )
      },
    })),
    'lists sessions, the most recently',
  ],
  [
    'lists sessions that were claimed alone',
    () => {
      const storage = memoryStorage()
      const claimed = new Set<string>()
      return {
        ...storage,
        claim: (id, options) => {
          claimed.add(id)
          return storage.claim(id, options)
        },
        list: async (query) => {
          const rows = await Promise.all(Array.from(claimed, (id) => storage.read(id)))
          const { readMessages } = storage
          return listSessions(
            rows.filter((row) => row !== undefined),
            query ?? {},
            { toRow: (row) => row, readMessages, readIntents: async () => [intentOf('c')] },
          )
        },
      }
    },
    'leaves empty sessions out',
  ],
  [
    'leaves out a session with an intent alone',
    memory((storage) => ({
      list: async (query) =>
        (await storage.list(query)).filter(({ id, messages }) => id !== 'e' || messages > 0),
    })),
    'leaves empty sessions out',
  ],
  [
    'lists all sessions on every page',
    memory((storage) => ({ list: ({ before: _before, ...query } = {}) => storage.list(query) })),
    'lists as many sessions',
  ],
  [
    'leaves out sessions of the same time',
    memory((storage) => ({
      list: ({ before, ...query } = {}) =>
        storage.list({ ...query, before: typeof before === 'object' ? before.updatedAt : before }),
    })),
    'lists as many sessions',
  ],
  [
    'finds nothing in titles',
    memory((storage) => ({
      list: async (query) =>
        (await storage.list(query)).filter(({ id }) => !query?.query || id !== 'b'),
    })),
    'finds sessions',
  ],
  [
    'reads on after its signal',
    memory((storage) => ({ readMessages: (id, range) => storage.readMessages(id, range) })),
    'ends a reading',
  ],
  [
    'has files of which nothing was said',
    memory(() => ({ putBlob: async () => undefined })),
    'keeps no files',
  ],
]

const options: ConformanceOptions = {
  without: ['pages', 'notes', 'leases', 'push', 'blobs'],
  timeoutMs: 1_000,
}

describe('storageConformance', () => {
  it.each(broken)('finds a storage that %s', async (_fault, create, begin) => {
    const rules = storageConformance(create, options).filter(({ name }) => name.startsWith(begin))
    expect(rules).toHaveLength(1)
    await expect(rules[0]?.run()).rejects.toThrow(`The storage breaks the rule "${begin}`)
  })

  it('finds with random operations what stores twice, forgets or mixes up', async () => {
    const random = (create: () => AgentStorage) =>
      storageConformance(create, options).find(({ name }) => name.includes('random'))
    const faults = [
      'stores a write twice',
      'loses the order',
      'ignores the expected next number',
      'ignores ifHead',
      'deletes nothing',
    ]
    for (const [fault, create] of broken) {
      if (!faults.includes(fault)) continue
      await expect(random(create)?.run()).rejects.toThrow('The storage breaks the rule')
    }
  })

  it('leaves out the cases of abilities that a storage lacks, and no others', () => {
    const names = (without: ConformanceOptions['without']): string[] =>
      storageConformance(() => memoryStorage(), { without }).map(({ name }) => name)
    const all = names([])
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((name) => !names(['leases']).includes(name))).toHaveLength(4)
    expect(all.filter((name) => !names(['push']).includes(name))).toHaveLength(1)
    expect(all.filter((name) => !names(['notes']).includes(name))).toHaveLength(3)
    expect(names(['leases'])).toContain('has no leases, as it was said')
  })

  it('says which rule is broken, what was seen, and what to do', async () => {
    const [first] = storageConformance(
      memory(() => ({ list: async () => [{} as never] })),
      options,
    )
    await expect(first?.run()).rejects.toThrow(
      'The storage breaks the rule "knows nothing at first". list(): saw `[{}]`, expected `[]`. Resolve with an empty list',
    )
  })

  it('fails a storage that never answers', async () => {
    const create = memory(() => ({ list: () => new Promise<never>(() => undefined) }))
    const [first] = storageConformance(create, { ...options, timeoutMs: 20 })
    await expect(first?.run()).rejects.toThrow('an operation does not end')
  })
})
