// isolated: a lock that another file leaves held would hold back its claims
import { offlineStorage, serverStorage } from '@ambit/browser/server-storage'
import { createAgent } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { storageConformance } from '@ambit/testing/storage'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'
import { baseURL, type Fetch, lossy, SessionServer, signedIn } from './session-servers.ts'

const server = new SessionServer(sqliteSessions(':memory:'))
beforeAll(() => server.start())
afterAll(() => server.kill())

const serverOf = (user: string, fetch: Fetch = signedIn(user, [server])) =>
  serverStorage({ baseURL, fetch, retryMs: 1, pollMs: 20 })

describe('offlineStorage over serverStorage', () => {
  const cases = storageConformance(
    ({ store }) => {
      const fetch = lossy(signedIn(store, [server]))
      return offlineStorage({ server: serverOf(store, fetch), local: memoryStorage() })
    },
    { without: ['pages', 'notes', 'leases', 'push'], steps: 60 },
  )
  it.each(cases)('$name', ({ run }) => run(), 25_000)

  it('keeps what two devices have said without a network, and shows it on both', async () => {
    let isOn = true
    const deviceOf = () => {
      const reached = signedIn('ada', [server])
      const fetch: Fetch = async (input, init) => {
        if (!isOn) throw new TypeError('There is no network.')
        return reached(input, init)
      }
      const local = memoryStorage()
      const storage = offlineStorage({ server: serverOf('ada', fetch), local })
      return createAgent({ model: scriptedModel(['Yes.', 'No.']), storage })
    }
    const one = deviceOf()
    await one.chat('Hi')
    const other = deviceOf()
    await other.sessions.opening
    expect(other.history.messages).toHaveLength(2)
    isOn = false
    await Promise.all([one.chat('I am one'), other.chat('I am the other')])
    isOn = true
    await vi.waitFor(
      () => {
        for (const agent of [one, other]) {
          expect(agent.history.all).toHaveLength(6)
          expect(agent.sessions.getState().degraded?.reason).toBe('branched')
        }
      },
      { timeout: 20_000 },
    )
    one.sessions.close()
    other.sessions.close()
  }, 30_000)
})
