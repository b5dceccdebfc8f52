// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { createAgent } from '@ambit/core'
import { type StorageDegradation } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IndexedDbStorage, indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => vi.unstubAllGlobals())

/** Simulates a browser that has so many bytes left. */
function withSpace(left: number): void {
  const { locks } = globalThis.navigator as Partial<Navigator>
  const storage = { estimate: async () => ({ quota: 100_000_000, usage: 100_000_000 - left }) }
  vi.stubGlobal('navigator', { ...(locks && { locks }), storage })
}

/** Says something in a session of its own, and resolves with the reasons reported by then. */
async function converse(storage: IndexedDbStorage, session: string): Promise<string[]> {
  const told: StorageDegradation[] = []
  const stop = storage.onDegraded((what) => told.push(what))
  const agent = createAgent({ model: scriptedModel(['Hello']), storage, session })
  await agent.chat('Hi')
  agent.sessions.close()
  stop()
  return told.map(({ reason }) => reason)
}

const idsIn = async (storage: IndexedDbStorage): Promise<string[]> =>
  (await storage.list()).map(({ id }) => id)

describe('indexedDbStorage, where space is running out', () => {
  it('tells so before anything is refused, and deletes nothing of itself', async () => {
    const storage = indexedDbStorage()
    withSpace(50_000_000)
    expect(await converse(storage, 'a')).toEqual([])
    withSpace(9_000_000)
    await converse(storage, 'b')
    expect(await converse(storage, 'b')).toEqual(['low_space'])
    expect((await idsIn(storage)).sort()).toEqual(['a', 'b'])
  })

  it('deletes with `evict` what was used longest ago, never what runs or stands open', async () => {
    const storage = indexedDbStorage({ evict: true })
    withSpace(50_000_000)
    for (const id of ['a', 'b', 'c']) {
      await converse(storage, id)
      await expect.poll(() => Date.now()).toBeGreaterThan((await storage.read(id))?.updatedAt ?? 0)
    }
    const gone = vi.fn()
    const close = storage.watch('a', gone)
    const elsewhere = indexedDbStorage({ evict: true })
    withSpace(9_000_000)
    await converse(elsewhere, 'c')
    await expect.poll(async () => (await idsIn(storage)).sort()).toEqual(['a', 'c'])
    expect(gone).not.toHaveBeenCalled()
    close()
    await converse(elsewhere, 'c')
    await expect.poll(() => idsIn(storage)).toEqual(['c'])
    await converse(elsewhere, 'c')
    expect(await idsIn(storage)).toEqual(['c'])
  })

  it('R104 advises to delete others only if there are any, and takes it back', async () => {
    const storage = indexedDbStorage()
    const agent = createAgent({ model: scriptedModel([], { otherwise: 'ok' }), storage })
    const message = (): string | undefined => agent.sessions.getState().degraded?.message
    withSpace(9_000_000)
    await agent.chat('Hi')
    await expect.poll(message).toBe('The browser has little space left for this site.')
    withSpace(50_000_000)
    await agent.chat('Hi')
    await expect.poll(message).toBeUndefined()
    await agent.sessions.create()
    await agent.chat('Hi')
    withSpace(9_000_000)
    await agent.chat('Hi')
    await expect.poll(message).toContain('Delete old conversations.')
    agent.sessions.close()
  })

  it('asks for nothing where the browser does not tell', async () => {
    vi.stubGlobal('navigator', {})
    expect(await converse(indexedDbStorage(), 'a')).toEqual([])
  })
})
