import { serverStorage } from '@ambit/browser/server-storage'
import { type Agent, createAgent, type Message, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { storageConformance } from '@ambit/testing/storage'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  deleteOlderThan,
  deleteSubject,
  type ExportedSession,
  exportSubject,
} from '../../src/sessions/people.ts'
import type { SessionStore } from '../../src/sessions/store.ts'
import { baseURL, type Fetch, lossy, SessionServer, signedIn } from './session-servers.ts'

const isLong = !!process.env['AMBIT_LONG']

const networks: [string, (fetch: Fetch) => Fetch][] = [
  ['a network that loses requests and answers', (fetch) => lossy(fetch)],
]
if (isLong) {
  networks.push(
    ['a good network', (fetch) => fetch],
    ['a network that loses, 80 ms away', (fetch) => lossy(fetch, 80)],
  )
}

/**
 * Holds a store against what each must do, over two proxies.
 *
 * @param open Opens the database, and returns the store of each proxy.
 */
export function describeStore(
  name: string,
  open: (now: () => number) => Promise<readonly [SessionStore, SessionStore]>,
): void {
  let now = 1_000_000
  let stores: readonly [SessionStore, SessionStore]
  let first: SessionServer
  let second: SessionServer

  beforeAll(async () => {
    stores = await open(() => now)
    first = new SessionServer(stores[0])
    second = new SessionServer(stores[1])
    await Promise.all([first.start(), second.start()])
  }, 180_000)
  afterAll(async () => {
    await Promise.all([first.kill(), second.kill()])
  })

  /** The clocks of the devices are that of the store, which corrects those of others. */
  const onTime =
    (fetch: Fetch): Fetch =>
    (url, init) =>
      fetch(String(url).replace(/&at=\d+/, `&at=${now}`), init)
  const storageOf = (user: string, network = (fetch: Fetch): Fetch => fetch) =>
    serverStorage({
      baseURL,
      fetch: network(onTime(signedIn(user, [first, second]))),
      retryMs: 1,
      pollMs: 20,
    })

  describe.each(networks)(`two proxies over ${name}, behind %s`, (_name, network) => {
    const cases = storageConformance(({ store }) => storageOf(store, network), {
      wait: (ms) => void (now += ms),
      timeoutMs: isLong ? 300_000 : 20_000,
      steps: 30,
    })
    it.each(cases)('$name', ({ run }) => run(), 330_000)
  })

  describe(`sessions over ${name}`, () => {
    it('complete a run of five calls while a server is killed in the middle of it', async () => {
      const ran: number[] = []
      let failed = 0
      let isDown = false
      const alone = new SessionServer(stores[0])
      await alone.start()
      const watching: Fetch = async (input, init) => {
        try {
          return await signedIn('runner', [alone])(input, init)
        } catch (error) {
          // The server comes back when the page has noticed that it is gone.
          if (isDown && !String(input).includes('/events') && ++failed === 3) {
            isDown = false
            await alone.start()
          }
          throw error
        }
      }
      const storage = serverStorage({ baseURL, fetch: lossy(watching), retryMs: 1 })
      const step = new Tool({
        name: 'step',
        description: 'Does a step.',
        effect: 'write',
        handler: async () => {
          ran.push(ran.length + 1)
          if (ran.length === 3) {
            await alone.kill()
            isDown = true
          }
          return `did ${ran.length}`
        },
      })
      const steps = [1, 2, 3, 4, 5].map((nth) => calls(call('step', {}, `call-${nth}`)))
      const agent = createAgent({
        model: scriptedModel([...steps, 'All done.']),
        tools: [step],
        storage,
        session: 'new',
      })
      const { content } = await agent.chat('Do five steps')
      expect(content).toBe('All done.')
      expect(ran).toEqual([1, 2, 3, 4, 5])
      expect(failed).toBeGreaterThanOrEqual(3)
      expect(agent.sessions.getState().degraded).toBeUndefined()
      const rows = await storage.readMessages(agent.sessions.current, { from: 0 })
      expect(rows.map(({ message }) => message.id)).toEqual(
        agent.history.messages.map(({ id }) => id),
      )
      expect(rows).toHaveLength(12)
      expect(await storage.readIntents(agent.sessions.current)).toEqual([])
      expect((await storage.read(agent.sessions.current))?.run).toBeUndefined()
      agent.sessions.close()
      await alone.kill()
    })

    it('are not written for another user who signs in under an open page', async () => {
      let user = 'ann'
      const network: Fetch = (input, init) => signedIn(user, [first, second])(input, init)
      const storage = serverStorage({ baseURL, fetch: network, retryMs: 1 })
      const model = scriptedModel(['Yes.', 'Still here.'])
      const agent = createAgent({ model, storage, session: 'new' })
      await agent.chat('I am Ann.')
      user = 'bob'
      await agent.chat('My secret is 4711.')
      expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'unavailable' })
      expect(await storageOf('bob').list()).toEqual([])
      expect(await storageOf('bob').read(agent.sessions.current)).toBeUndefined()
      agent.sessions.close()
    })

    it('find a text of a conversation with its place', async () => {
      const agent = createAgent({
        model: scriptedModel(['The café in Łódź has refund 4711.']),
        storage: storageOf('searcher'),
        session: 'new',
      })
      await agent.chat('What is 50%_off?')
      const found = (query: string) => agent.sessions.list({ query })
      expect(await found('CAFE 4711')).toMatchObject([
        { match: { text: 'The café in Łódź has refund 4711.' } },
      ])
      expect(await found('50%_off')).toMatchObject([{ title: 'What is 50%_off?' }])
      expect(await found('50__off')).toEqual([])
      expect(await found("' or 1=1 --")).toEqual([])
      agent.sessions.close()
    })

    it('tell a page of the other proxy what is new, however long it is', async () => {
      const [here, there] = [first, second].map((server) =>
        serverStorage({ baseURL, fetch: signedIn('teller', [server]), retryMs: 1 }),
      )
      const text = 'ein „langer“ Text "\\ 🎈'.repeat(2_000)
      const heard = Promise.withResolvers<unknown>()
      const claim = await here?.claim('s', { at: 1 })
      const stop = there?.watch('s', (note) => {
        if (note.type === 'approvals') heard.resolve(note)
      })
      const note = { type: 'approvals', pending: [{ text }] } as never
      const sending = setInterval(() => here?.send('s', note), 50)
      expect(await heard.promise).toEqual(note)
      clearInterval(sending)
      stop?.()
      await claim?.release()
    })

    const row = { id: 'bad', createdAt: 1, updatedAt: 1, epoch: 1, next: 2, head: null }
    const damaged = Object.keys(row).map((field) => JSON.stringify({ ...row, [field]: {} }))
    const bodies = ['', '{', 'null', '7', '"row"', '[]', '{}', ...damaged]

    it.each(bodies)(
      'leave out a row that nobody can read (%s), and the others work',
      async (body) => {
        const { transaction } = stores[0]
        const subject = `damaged-${bodies.indexOf(body)}`
        const say = async (session: string, text: string): Promise<void> => {
          const storage = storageOf(subject)
          const agent = createAgent({ model: scriptedModel(['Fine.']), storage, session })
          await agent.chat(text)
          // Nothing is written after the claim was released.
          await expect.poll(async () => claimsOf(session)).toEqual([{ claim: null }])
          agent.sessions.close()
        }
        const claimsOf = (id: string): Promise<unknown[]> =>
          transaction(subject, ({ sql }) =>
            sql('select claim from ambit_sessions where subject = $1 and id = $2', [subject, id]),
          )
        await say('good', 'An apple')
        now += 1_000
        await say('bad', 'Another apple')
        await transaction(subject, async ({ sql }) => {
          const where = `where subject = $2 and`
          await sql(`update ambit_sessions set body = $1 ${where} id = 'bad'`, [body, subject])
          const ofMessage = `${where} session_id = 'good' and seq = 0`
          await sql(`update ambit_messages set body = $1 ${ofMessage}`, [body, subject])
        })
        const storage = storageOf(subject)
        const ids = async (query: object): Promise<string[]> =>
          (await storage.list(query)).map(({ id }) => id)
        expect(await ids({})).toEqual(['good'])
        expect(await ids({ limit: 1 })).toEqual(['good'])
        expect(await ids({ query: 'apple' })).toEqual(['good'])
        // A message whose text is folded when it is searched.
        await transaction(subject, ({ sql }) =>
          sql(
            `update ambit_messages set said = null
             where subject = $1 and session_id = 'good' and seq = 0`,
            [subject],
          ),
        )
        expect(await ids({ query: 'fine' })).toEqual(['good'])
        expect(await storage.read('bad')).toBeUndefined()
        await expect(storage.update('bad', { title: 'New' })).rejects.toThrow('cannot read')
        await expect(storage.claim('bad', { at: now })).rejects.toThrow('cannot read')
        const exported: unknown[] = []
        for await (const { session } of exportSubject(stores[0], subject)) exported.push(session)
        expect(exported).toMatchObject([{ id: 'good' }])
        await say('good', 'More apples')
        await storage.delete('bad')
        expect(await deleteSubject(stores[0], subject)).toBe(1)
      },
    )

    const asked = { id: 'c1', name: 'pay', arguments: { invoice: 7 } }
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }

    /** Returns a page that opens a session whose call was started, and damages what tells so. */
    async function cutShort(subject: string, body: string, pay: Tool): Promise<Agent> {
      const storage = storageOf(subject)
      const claim = await storage.claim('s1', { at: 1 })
      const said = { id: 'u1', parentId: null, role: 'user', createdAt: 1, content: 'Pay' } as const
      const asking: Message = {
        id: 'a1',
        parentId: 'u1',
        role: 'assistant',
        createdAt: 1,
        calls: [asked],
        parts: [{ type: 'tool-call', id: 'c1', name: 'pay' }],
        finishReason: 'tool_calls',
        usage,
      }
      const run = { runId: 'r1', iterations: 1, usage, charged: {} }
      await claim?.write({ at: 1, messages: [said, asking], session: { head: 'a1', run } })
      const started = { effect: 'write', key: 's1:c1', runId: 'r1', startedAt: 1, attempt: 1 }
      // The page began another call too, of which no message tells.
      const intents = [asked, { ...asked, id: 'c2' }].map((call) => ({ call, ...started }))
      await claim?.write({ at: 1, intents })
      await claim?.release()
      await stores[0].transaction(subject, ({ sql }) =>
        sql('update ambit_intents set body = $1 where subject = $2', [body, subject]),
      )
      const model = scriptedModel(['I do not know.', 'Yes.'])
      const agent = createAgent({ model, storage, session: 's1', tools: [pay] })
      await expect.poll(() => agent.sessions.getState().isInterrupted).toBe(true)
      return agent
    }

    const torn = ['', '{ torn', 'null', '7', '"call"', '[]', '{}', '{"call":{"id":7}}']

    it.each(torn)(
      'take a call whose record nobody can read (%s) for one that was started, and go on',
      async (body) => {
        const pay = vi.fn(() => 'paid')
        const tool = new Tool({ name: 'pay', description: 'Pays.', handler: pay })
        const agent = await cutShort(`torn-${torn.indexOf(body)}`, body, tool)
        await agent.resume()
        expect(pay).not.toHaveBeenCalled()
        const answer = agent.history.messages.find(({ role }) => role === 'tool')
        expect(answer).toMatchObject({ name: 'pay', status: 'interrupted' })
        expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'rows_damaged' })
        expect((await agent.chat('Still there?')).content).toBe('Yes.')
        agent.sessions.close()
      },
    )

    it('let `reconcile` say what became of a call whose record nobody can read', async () => {
      const reconcile = vi.fn(async () => ({ result: 'paid' }))
      const resume = { reconcile }
      const tool = new Tool({ name: 'pay', description: 'Pays.', handler: () => 'again', resume })
      const agent = await cutShort('torn-reconciled', '{ torn', tool)
      await agent.resume()
      expect(reconcile.mock.calls).toEqual([[{ ...asked, idempotencyKey: 's1:c1' }]])
      const answer = agent.history.messages.find(({ role }) => role === 'tool')
      expect(answer).toMatchObject({ status: 'ok', content: '"paid"' })
      agent.sessions.close()
    })

    it('are exported and deleted for a user, and for nobody else', async () => {
      const said = async (user: string) => {
        const agent = createAgent({
          model: scriptedModel(['Yes.']),
          storage: storageOf(user),
          session: 'new',
        })
        const file = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgoA'.repeat(800) }
        await agent.chat([{ type: 'text', text: `I am ${user}.` }, file] as never)
        return agent
      }
      const exportedOf = async (user: string) => {
        const all: ExportedSession[] = []
        for await (const each of exportSubject(stores[0], user)) all.push(each)
        return all
      }
      const leaver = await said('leaver')
      const stayer = await said('stayer')
      const exported = await exportedOf('leaver')
      expect(exported).toMatchObject([
        { session: { id: leaver.sessions.current }, messages: [{ role: 'user' }, {}], intents: [] },
      ])
      expect(Object.values(exported[0]?.files ?? {})).toHaveLength(1)
      expect(await deleteSubject(stores[1], 'leaver')).toBe(1)
      expect(await exportedOf('leaver')).toEqual([])
      expect(await exportedOf('stayer')).toHaveLength(1)
      expect(await deleteSubject(stores[1], 'nobody')).toBe(0)
      leaver.sessions.close()
      stayer.sessions.close()
    })

    it('are deleted after a time by the clock of the store, except those that run', async () => {
      const storage = storageOf('keeper')
      const farFuture = 9e15
      const old = await storage.claim('old', { at: farFuture })
      await old?.write({ at: farFuture, id: 'w', session: { title: 'Old' } })
      await old?.release()
      now += 40_000
      const running = await storage.claim('running', { at: 1 })
      now += 40_000
      await deleteOlderThan(stores[0], 60_000)
      expect(await storage.read('old')).toBeUndefined()
      await expect(deleteOlderThan(stores[0], 90)).rejects.toThrow('a minute')
      now += 40_000
      await running?.renew?.()
      await deleteOlderThan(stores[0], 60_000)
      expect(await storage.read('running')).toBeDefined()
      await running?.release()
      now += 60_000
      await deleteOlderThan(stores[0], 60_000)
      expect(await storage.read('running')).toBeUndefined()
    })
  })
}
