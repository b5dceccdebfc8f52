import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { storageConformance } from '@ambit/testing/storage'
import { describe, expect, it, vi } from 'vitest'
import { ServerUnderTest } from '../../test/server-under-test.ts'
import { indexedDbStorage } from '../storage/indexed-db-storage.ts'
import { offlineStorage } from './offline-storage.ts'

describe('offlineStorage over IndexedDB', () => {
  it('opens without a network what another page has stored, and sends it later', async () => {
    const under = new ServerUnderTest()
    const name = `offline-${crypto.randomUUID()}`
    const open = (isOn: boolean) => {
      const { server, network } = under.connect(isOn)
      const local = indexedDbStorage({ name, user: 'ada' })
      const storage = offlineStorage({ server, local })
      const agent = createAgent({ model: scriptedModel(['Hello.', 'Still here.']), storage })
      return { agent, network, local, storage }
    }
    const first = open(true)
    await first.agent.chat('Hi')
    first.agent.sessions.close()
    const { agent, network, local, storage } = open(false)
    await agent.sessions.opening
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    await agent.chat('Are you there?')
    const { current } = agent.sessions.getState()
    const stored = () => under.storage.readMessages(current, { from: 0 })
    expect(await stored()).toHaveLength(2)
    // Somebody else on this device sees nothing of it, and sends nothing of it.
    const eve = new ServerUnderTest()
    const hers = indexedDbStorage({ name, user: 'eve' })
    const other = offlineStorage({ server: eve.connect().server, local: hers })
    expect(other.id).not.toBe(storage.id)
    expect(await other.list()).toEqual([])
    expect(await other.read(current)).toBeUndefined()
    network.connect()
    await vi.waitFor(async () => expect(await stored()).toHaveLength(4))
    expect(await eve.storage.list()).toEqual([])
    agent.sessions.close()
    await local.wipe()
    await hers.wipe()
  })

  const servers = new Map<string, ServerUnderTest>()
  const cases = storageConformance(
    ({ store, onClose }) => {
      const under = servers.get(store) ?? new ServerUnderTest()
      servers.set(store, under)
      const local = indexedDbStorage({ name: store, user: 'ada' })
      onClose(() => local.wipe())
      return offlineStorage({ server: under.connect().server, local })
    },
    { without: ['leases', 'push'] },
  )
  it.each(cases)('$name', ({ run }) => run())
})
