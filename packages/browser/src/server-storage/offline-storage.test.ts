// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { memoryStorage } from '@ambit/core/storage'
import { storageConformance } from '@ambit/testing/storage'
import { describe, expect, it } from 'vitest'
import { ServerUnderTest } from '../../test/server-under-test.ts'
import { indexedDbStorage } from '../storage/indexed-db-storage.ts'
import { offlineStorage } from './offline-storage.ts'
import { serverStorage } from './server-storage.ts'

describe.each([
  ['with its server', true],
  ['without its server', false],
])('offlineStorage %s', (_name, isOn) => {
  describe('in memory', () => {
    const without = ['pages', 'notes', 'leases', 'push'] as const
    const cases = storageConformance(
      () => {
        const { server } = new ServerUnderTest().connect(isOn)
        return offlineStorage({ server, local: memoryStorage() })
      },
      { without, timeoutMs: 8_000, steps: 200 },
    )
    it.each(cases)('$name', ({ run }) => run())
  })

  describe('in two pages of a device', () => {
    const servers = new Map<string, ServerUnderTest>()
    const cases = storageConformance(
      ({ store }) => {
        const under = servers.get(store) ?? new ServerUnderTest()
        servers.set(store, under)
        const { server } = under.connect(isOn)
        return offlineStorage({ server, local: indexedDbStorage({ name: store, user: 'ada' }) })
      },
      { without: ['leases', 'push'] },
    )
    it.each(cases)('$name', ({ run }) => run(), 25_000)
  })
})

describe('offlineStorage', () => {
  it('refuses options without one of its storages, by its name', () => {
    expect(() => offlineStorage({ server: memoryStorage() } as never)).toThrow('local')
    expect(() => offlineStorage({ local: memoryStorage() } as never)).toThrow('server')
  })

  it('refuses a copy that the next user on the device would share', () => {
    const { server } = new ServerUnderTest().connect()
    const local = indexedDbStorage({ name: 'a:b' })
    expect(() => offlineStorage({ server, local })).toThrow('has no user')
    const own = indexedDbStorage({ name: 'a:b', user: 'ada' })
    expect(offlineStorage({ server, local: own }).id).toBe(own.id)
  })

  it('refuses its storages in the wrong places, and the same one twice', () => {
    const server = serverStorage({ baseURL: '/api' })
    const local = indexedDbStorage({ name: 'copy', user: 'ada' })
    const again = indexedDbStorage({ name: 'copy', user: 'ada' })
    const memory = memoryStorage()
    for (const options of [
      { server: local, local: server },
      { server: memory, local: memory },
      { server: again, local },
      { server, local: server },
      { server: memory, local: server },
    ]) {
      expect(() => offlineStorage(options)).toThrow('in the wrong places, or are the same')
    }
    expect(offlineStorage({ server, local }).id).toBe(local.id)
  })

  it('is as far from the device as its server', () => {
    const server = { ...memoryStorage(), isLocal: false }
    const local = { ...memoryStorage(), isLocal: true }
    expect(offlineStorage({ server, local }).isLocal).toBe(false)
  })
})
