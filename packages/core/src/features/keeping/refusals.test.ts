import { call, calls, type FakeClock } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { inEnvironment } from '../../environment.ts'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { type AgentStorage, memoryStorage, storageError, type StorageErrorKind } from './index.ts'

const hourMs = 3_600_000

/** Creates a storage that counts what it is asked. `refuses` returns the kind of a refusal. */
function refusing(
  storage: AgentStorage,
  refuses: (what: 'claim' | 'write') => StorageErrorKind | undefined,
) {
  const asked = { count: 0 }
  const ask = <T>(what: string, work: () => Promise<T>): Promise<T> => {
    // A storm must not freeze the tests.
    if (++asked.count > 5_000) return new Promise(() => undefined)
    const kind = what === 'claim' || what === 'write' ? refuses(what) : undefined
    return kind ? Promise.reject(storageError(kind, 'Refused.')) : work()
  }
  const counted: AgentStorage = {
    ...storage,
    read: (id) => ask('read', () => storage.read(id)),
    readMessages: (id, range) => ask('readMessages', () => storage.readMessages(id, range)),
    readIntents: (id) => ask('readIntents', () => storage.readIntents(id)),
    update: (id, change, options) => ask('update', () => storage.update(id, change, options)),
    claim: async (id, options) => {
      const claim = await ask('claim', () => storage.claim(id, options))
      return claim && { ...claim, write: (write) => ask('write', () => claim.write(write)) }
    },
  }
  return { asked, storage: counted }
}

/** A lifecycle of a page whose network a test brings back. */
function createLifecycle() {
  const listeners = new Set<() => void>()
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const comeBack = (): void => new Set(listeners).forEach((listener) => listener())
  return { comeBack, lifecycle: { isOnline: () => true, onOnline: listen, onWake: listen } }
}

async function agentOver(
  refuses: (what: 'claim' | 'write', nth: number) => StorageErrorKind | undefined,
  options: { readonly autoResume?: boolean } = {},
) {
  const memory = memoryStorage()
  const of = { writes: 0, isRefusing: true, memory }
  const { asked, storage } = refusing(memory, (what) =>
    of.isRefusing ? refuses(what, what === 'write' ? of.writes++ : of.writes) : undefined,
  )
  const { lifecycle, comeBack } = createLifecycle()
  const { agent, clock, model } = agentUnderTest(
    [calls(call('look')), 'done', 'next', 'more'],
    inEnvironment(
      { lifecycle },
      { storage, tools: [anyTool('look')], session: { open: 'one', ...options } },
    ),
  )
  await agent.sessions.opening
  const stored = async (): Promise<unknown[]> =>
    (await memory.readMessages('one', { from: 0 })).map(({ message }) => message)
  return { agent, asked, clock, comeBack, model, of, stored }
}

/** Returns the number of times that a storage is asked within some time. */
async function askedIn(asked: { count: number }, clock: FakeClock, ms: number): Promise<number> {
  const { count } = asked
  await clock.advance(ms)
  return asked.count - count
}

const kinds = ['quota', 'unavailable', 'not_json', 'duplicate', 'local', 'lost'] as const
const cases = kinds.flatMap((kind) => [0, 1, 2, 3, 4, 5].map((first) => ({ kind, first })))

describe('a storage that refuses each write from some write on', () => {
  it.each(cases)('R104 rests, and gets the rest later ($kind from write $first on)', async (at) => {
    const { kind, first } = at
    const under = await agentOver((what, nth) =>
      what === 'write' && nth >= first ? kind : undefined,
    )
    const { agent, asked, clock, of, stored } = under
    await agent.chat('Hi').catch(() => undefined)
    // The first minute has what the end of the run asks for.
    expect(await askedIn(asked, clock, 59_000)).toBeLessThan(30)
    expect(await askedIn(asked, clock, hourMs)).toBeLessThan(150)
    expect(await askedIn(asked, clock, hourMs)).toBeLessThan(100)
    of.isRefusing = false
    await clock.advance(hourMs / 4)
    expect(await stored()).toEqual(agent.history.messages)
    expect(agent.sessions.getState().degraded).toBeUndefined()
    expect(await askedIn(asked, clock, hourMs)).toBe(0)
  })
})

describe('a page whose run has ended, with a storage that could not store the end', () => {
  it.each([false, true])(
    'R104 does not take it for one that was cut short (%s)',
    async (autoResume) => {
      const { agent, asked, clock, model, of } = await agentOver(
        (what, nth) => (what === 'write' && nth >= 1 ? 'quota' : undefined),
        { autoResume },
      )
      await agent.chat('Hi').catch(() => undefined)
      const { length } = model.requests
      await clock.advance(60_000)
      expect(await askedIn(asked, clock, hourMs)).toBeLessThan(150)
      expect(model.requests).toHaveLength(length)
      expect(agent.sessions.getState()).toMatchObject({ isInterrupted: false })
      of.isRefusing = false
      await clock.advance(hourMs / 4)
      const later = agentUnderTest([], { storage: of.memory, session: 'one' }).agent
      await later.sessions.opening
      expect(later.sessions.getState()).toMatchObject({ isInterrupted: false })
      expect(later.history.messages).toEqual(agent.history.messages)
      expect(later.sessions.getState().usage.session).toEqual(
        agent.sessions.getState().usage.session,
      )
    },
  )
})

describe('what waits for its turn while a run goes on, and was refused', () => {
  it('R84 is stored once the storage works again', async () => {
    const memory = memoryStorage()
    let isRefusing = false
    const { storage } = refusing(memory, (what) =>
      isRefusing && what === 'write' ? 'quota' : undefined,
    )
    const { lifecycle, comeBack } = createLifecycle()
    const { agent, clock } = agentUnderTest(
      [() => new Promise<never>(() => undefined)],
      inEnvironment({ lifecycle }, { storage, session: 'one' }),
    )
    void agent.chat('first')
    await vi.waitFor(() => expect(agent.history.messages).toHaveLength(1))
    await clock.advance(1_000)
    isRefusing = true
    void agent.chat('second', { onBusy: 'queue' })
    await vi.waitFor(() => expect(agent.sessions.getState().degraded).toBeDefined())
    isRefusing = false
    comeBack()
    const waiting = async (): Promise<unknown> => (await memory.read('one'))?.waiting
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ content: 'second' }]))
    expect(agent.sessions.getState().degraded).toBeUndefined()
  })
})

describe('a file that does not fit', () => {
  it('R104 holds up nothing that is said after it, and is told', async () => {
    const memory = memoryStorage()
    const storage: AgentStorage = {
      ...memory,
      putBlob: () => Promise.reject(storageError('quota', 'Full.')),
    }
    const { agent } = agentUnderTest(['hi', 'fine', 'more'], { storage, session: 'one' })
    await agent.chat('hello')
    const data = 'A'.repeat(20_000)
    await agent.chat([{ type: 'file', mediaType: 'text/plain', data, filename: 'r.txt' }])
    await agent.chat('next')
    expect(agent.sessions.getState().degraded?.message).toContain('file')
    const later = agentUnderTest([], { storage, session: 'one' }).agent
    await later.sessions.opening
    const said = ({ history }: typeof later): unknown[] => history.messages.map(({ id }) => id)
    expect(said(later)).toEqual(said(agent))
    expect(JSON.stringify(later.history.messages)).toContain('\\"r.txt\\" (text/plain) was here')
  })
})
