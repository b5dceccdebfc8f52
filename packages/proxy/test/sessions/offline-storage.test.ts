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

  it('tells that nobody is signed in, and sends to nobody but the user of the copy', async () => {
    let user: string | undefined = 'cleo'
    const fetch: Fetch = (input, init) => signedIn(user, [server])(input, init)
    const local = memoryStorage()
    const problems: string[] = []
    // Each call is another page: what it knows is in the copy.
    const say = async (id: string): Promise<void> => {
      const storage = offlineStorage({ server: serverOf('cleo', fetch), local })
      storage.onDegraded(({ reason, message }) => problems.push(`${reason}: ${message}`))
      storage.watch('s1', () => undefined)
      const claim = await storage.claim('s1', { at: 1 })
      const { head } = claim?.row ?? { head: null }
      const message = { id, parentId: head, role: 'user', content: id, createdAt: 1 } as const
      await claim?.write({ at: 2, messages: [message], session: { head: id } })
      await claim?.release()
    }
    const has = async (name: string): Promise<string[]> =>
      (await serverOf(name, signedIn(name, [server])).readMessages('s1', { from: 0 })).map(
        ({ message }) => message.id,
      )
    await say('a')
    user = undefined
    await say('b')
    user = 'dora'
    await say('c')
    const kept = 'unavailable: What you add is kept on this device, and is not sent.'
    expect(problems).toContain(`${kept} The server keeps no conversation: nobody is signed in.`)
    expect(problems).toContain(`${kept} Another user is signed in. Load the page again.`)
    expect(await has('dora')).toEqual([])
    expect(await has('cleo')).toEqual(['a'])
    user = 'cleo'
    await say('d')
    await vi.waitFor(async () => expect(await has('cleo')).toEqual(['a', 'b', 'c', 'd']))
    expect(await has('dora')).toEqual([])
  }, 30_000)
})
