import { createAgent, type Message, Scope, Tool } from '@ambit/core'
import { type AgentStorage, memoryStorage, type SessionNote } from '@ambit/core/storage'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Device, Game, idsOf, said } from '../../test/devices.ts'
import { ServerUnderTest } from '../../test/server-under-test.ts'
import { offlineStorage } from './offline-storage.ts'

/** Two devices of one user, which both show the session `s1` with the message `a`. */
async function twoDevices() {
  const under = new ServerUnderTest()
  const [one, other] = [new Device(under), new Device(under)]
  await one.say(['a'])
  await other.storage.read('s1')
  const heard: SessionNote[] = []
  one.storage.watch('s1', () => undefined)
  other.storage.watch('s1', (note) => heard.push(note))
  await vi.waitFor(async () => expect(await other.has()).toEqual(['a']))
  return { under, one, other, heard }
}

const never = (): Promise<void> => new Promise(() => undefined)

describe('offlineStorage', () => {
  it.each([1, 2, 130, 231, 605])(
    'loses nothing in 500 random operations of two devices (seed %i)',
    async (seed) => {
      const game = new Game(seed)
      for (let step = 0; step < 500; step++) await game.play()
      expect(game.said.size).toBeGreaterThan(2)
      await game.end()
      for (const id of game.said.keys()) {
        await vi.waitFor(async () => {
          const { seen, expected, fields } = await game.look(id)
          expect(seen).toEqual(expected)
          expect(new Set(fields.map((row) => JSON.stringify(row))).size).toBeLessThan(2)
        }, 5_000)
      }
    },
    60_000,
  )

  it('opens from the device while the server does not answer', async () => {
    const { one } = await twoDevices()
    const storage = one.open()
    one.network.wait = never
    expect(await storage.list({ limit: 1 })).toMatchObject([{ id: 's1', messages: 1 }])
    expect(await storage.read('s1')).toMatchObject({ next: 1, head: 'a' })
    expect(await storage.readMessages('s1', { from: 0 })).toHaveLength(1)
  })

  it('says that a write is stored before it is sent, and sends all in order', async () => {
    const { under, one } = await twoDevices()
    const claim = await one.claim()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    one.network.wait = () => answered
    await claim.write({ at: 2, messages: [said('b', 'a')] })
    await claim.write({ at: 3, messages: [said('c', 'b')], session: { title: 'T' } })
    expect(await one.has()).toEqual(['a', 'b', 'c'])
    expect(await idsOf(under.storage)).toEqual(['a'])
    answer()
    await claim.release()
    expect(await idsOf(under.storage)).toEqual(['a', 'b', 'c'])
    expect(await under.storage.read('s1')).toMatchObject({ title: 'T', next: 3 })
  })

  it('waits for the server with the record of a call that has an effect', async () => {
    const { under, one } = await twoDevices()
    const claim = await one.claim()
    const start = { name: 'pay', arguments: {} }
    const intent = { call: { id: 'c1', ...start }, effect: 'write', key: 'k', runId: 'r' }
    const intents = [{ ...intent, startedAt: 1, attempt: 1 }]
    await claim.write({ at: 2, intents, isStrict: true })
    expect(await under.storage.readIntents('s1')).toMatchObject(intents)
    await claim.release()
    const { intents: known } = await one.claim()
    expect(known).toMatchObject(intents)
  })

  it('sends nothing twice when answers are lost', async () => {
    const { under, one } = await twoDevices()
    one.network.losesAnswers = true
    const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
    const claim = await one.claim()
    await claim.write({ at: 2, messages: [said('b', 'a')], session: { usage, costUsd: 0.1 } })
    await claim.release()
    await vi.waitFor(() => expect(one.network.writes).not.toEqual([]))
    one.network.losesAnswers = false
    one.network.connect()
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toEqual(['a', 'b']))
    await one.say(['c'])
    expect(await idsOf(under.storage)).toEqual(['a', 'b', 'c'])
    expect(await under.storage.read('s1')).toMatchObject({ usage, costUsd: 0.1 })
    expect(await one.storage.read('s1')).toMatchObject({ usage, costUsd: 0.1 })
  })

  it('works without a network, and sends when it is back', async () => {
    const { under, one } = await twoDevices()
    one.network.isOn = false
    await one.say(['b'])
    await one.say(['x'], 's2')
    await one.storage.update('s1', { title: 'Named' })
    expect(await one.storage.list()).toHaveLength(2)
    expect(await under.storage.list()).toHaveLength(1)
    one.network.connect()
    await vi.waitFor(async () => {
      expect(await idsOf(under.storage)).toEqual(['a', 'b'])
      expect(await idsOf(under.storage, 's2')).toEqual(['x'])
    })
    expect(await under.storage.read('s1')).toMatchObject({ title: 'Named', head: 'b' })
    expect(one.problems).toEqual([])
  })

  it('R104 asks a server that answers though the browser knows of no network', async () => {
    const { under, one } = await twoDevices()
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
    await one.say(['b'])
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toEqual(['a', 'b']))
    const opened = new Device(under)
    expect(await opened.storage.list()).toMatchObject([{ id: 's1', messages: 2 }])
  })

  it('sends after a reload what the page before could not send', async () => {
    const { under, one } = await twoDevices()
    one.network.isOn = false
    await one.say(['b'])
    await one.say(['x'], 's2')
    await one.storage.delete('s2')
    await one.say(['y'], 's3')
    const storage = one.open()
    one.network.isOn = true
    await storage.list({ limit: 1 })
    await vi.waitFor(async () => {
      expect(await idsOf(under.storage)).toEqual(['a', 'b'])
      expect(await idsOf(under.storage, 's3')).toEqual(['y'])
    })
    expect(await under.storage.read('s2')).toBeUndefined()
  })

  it('sends nothing after the agent was closed, until the storage is used again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const under = new ServerUnderTest()
    const one = new Device(under)
    const stop = one.storage.watch('s1', () => undefined)
    one.network.isOn = false
    await one.say(['a'])
    stop()
    one.network.isOn = true
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await under.storage.list()).toEqual([])
    await one.storage.list()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await idsOf(under.storage)).toEqual(['a'])
  })

  it('follows another device, and gives it a session that this one does not run', async () => {
    const { one, other, heard } = await twoDevices()
    const claim = await one.claim()
    expect(await other.storage.claim('s1', { at: 1, isWaiting: false })).toBeUndefined()
    await claim.write({ at: 2, messages: [said('b', 'a')], session: { head: 'b' } })
    await vi.waitFor(() => expect(heard).toMatchObject([{ type: 'advanced', next: 2 }]))
    expect(await other.has()).toEqual(['a', 'b'])
    expect(await other.storage.read('s1')).toMatchObject({ head: 'b' })
    const waiting = other.storage.claim('s1', { at: 1 })
    await claim.write({ at: 3, messages: [said('c', 'b')], session: { head: 'c' } })
    await claim.release()
    const { row, release } = (await waiting) ?? {}
    expect(row).toMatchObject({ next: 3, head: 'c' })
    await release?.()
    expect(other.problems).toEqual([])
  })

  it('passes notes to the other devices, each once', async () => {
    const { one, heard } = await twoDevices()
    one.storage.send('s1', { type: 'command', command: { type: 'stop' } })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'command', command: { type: 'stop' } }]))
  })

  it('keeps both paths of two devices that went on without a network, and says so', async () => {
    const { under, one, other } = await twoDevices()
    for (const device of [one, other]) device.network.isOn = false
    await one.say(['one-1', 'one-2'])
    await other.say(['other-1', 'other-2'])
    one.network.connect()
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toHaveLength(3))
    other.network.connect()
    const all = ['a', 'one-1', 'one-2', 'other-1', 'other-2']
    await vi.waitFor(async () => {
      for (const storage of [under.storage, one.storage, other.storage]) {
        expect((await idsOf(storage)).sort()).toEqual(all)
        expect(await storage.read('s1')).toMatchObject({ head: 'other-2', next: 5 })
      }
    })
    const branched = {
      reason: 'branched',
      message: 'This conversation went on on another device. Both are kept.',
    }
    expect(one.problems).toEqual([branched])
    expect(other.problems).toEqual([branched])
    const parents = (await one.storage.readMessages('s1', { from: 0 })).map(
      ({ message: { id, parentId } }) => `${parentId}>${id}`,
    )
    expect(parents).toContain('a>one-1')
    expect(parents).toContain('a>other-1')
  })

  it('adds up what two devices have spent without a network', async () => {
    const { under, one, other } = await twoDevices()
    const spend = async (device: Device, id: string, costUsd: number): Promise<void> => {
      const claim = await device.claim()
      const usage = { promptTokens: costUsd * 10, completionTokens: 0, totalTokens: costUsd * 10 }
      const session = { usage, costUsd: (claim.row.costUsd ?? 0) + costUsd }
      await claim.write({ at: 2, messages: [said(id, 'a')], session })
      await claim.release()
    }
    for (const device of [one, other]) device.network.isOn = false
    await spend(one, 'b', 0.1)
    await spend(other, 'c', 0.2)
    for (const device of [one, other]) device.network.connect()
    await vi.waitFor(async () => {
      for (const storage of [under.storage, one.storage, other.storage]) {
        const { costUsd, usage } = (await storage.read('s1')) ?? {}
        expect(costUsd).toBeCloseTo(0.3, 9)
        expect(usage?.totalTokens).toBe(3)
      }
    })
  })

  it('drops what was deleted on another device, and never brings it back', async () => {
    const { under, one, other, heard } = await twoDevices()
    other.network.isOn = false
    await other.say(['b'])
    await one.storage.delete('s1')
    one.storage.send('s1', { type: 'gone' })
    other.network.connect()
    await vi.waitFor(() => expect(heard).toContainEqual({ type: 'gone' }))
    expect(await other.storage.read('s1')).toBeUndefined()
    expect(await other.storage.list()).toEqual([])
    await other.open().list()
    expect(await under.storage.read('s1')).toBeUndefined()
  })

  it.each([true, false])(
    'drops what was deleted elsewhere while the answer to its first write was lost (claimed again: %s)',
    async (isClaimed) => {
      const under = new ServerUnderTest()
      const one = new Device(under)
      one.network.losesAnswers = true
      await one.say(['a'])
      one.network.losesAnswers = false
      one.network.isOn = false
      expect(await idsOf(under.storage)).toEqual(['a'])
      await under.storage.delete('s1')
      one.open()
      one.network.connect()
      if (isClaimed) await one.claim().catch(() => undefined)
      else await one.storage.list()
      await vi.waitFor(async () => expect(await one.local.read('s1')).toBeUndefined())
      expect(await under.storage.read('s1')).toBeUndefined()
    },
  )

  it('does not take for deleted what another page has sent after this one lost its claim', async () => {
    const { under, one } = await twoDevices()
    const other = one.storage
    const page = one.open()
    page.watch('s1', () => undefined)
    one.network.isOn = false
    const claim = await one.claim()
    one.network.isOn = true
    const { epoch = 0 } = (await under.storage.read('s1')) ?? {}
    const waiting = other.claim('s1', { at: 1 })
    await vi.waitFor(async () =>
      expect((await under.storage.read('s1'))?.epoch).toBeGreaterThan(epoch),
    )
    one.network.loseClaims()
    one.network.connect()
    await claim.write({ at: 2, messages: [said('b', 'a')] })
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toEqual(['a', 'b']))
    await claim.release()
    const late = await waiting
    expect(await one.has()).toEqual(['a', 'b'])
    await late?.release()
    expect(await idsOf(under.storage)).toEqual(['a', 'b'])
  })

  it('refuses a claim on what was deleted on another device', async () => {
    const { under, other } = await twoDevices()
    await under.storage.delete('s1')
    await expect(other.storage.claim('s1', { at: 1 })).rejects.toMatchObject({
      details: { kind: 'lost' },
    })
    expect(await other.local.list()).toEqual([])
    expect(await under.storage.read('s1')).toBeUndefined()
  })

  it('gives back a claim of the server that is granted after a run has asked for one', async () => {
    const local = memoryStorage()
    const stored = await local.claim('s1', { at: 1 })
    await stored?.write({ at: 1, messages: [said('a', null)], session: { head: 'a' } })
    await stored?.release()
    const { server } = new ServerUnderTest().connect()
    const asked = Promise.withResolvers<void>()
    const granted = Promise.withResolvers<void>()
    let count = 0
    const claim: AgentStorage['claim'] = async (id, options) => {
      const first = await server.claim(id, options)
      if (++count > 1) return first
      asked.resolve()
      await granted.promise
      return first
    }
    const storage = offlineStorage({ server: { ...server, claim }, local })
    await storage.list()
    await asked.promise
    const claiming = storage.claim('s1', { at: 2 })
    granted.resolve()
    const run = await claiming
    expect(run?.row).toMatchObject({ next: 1 })
    await run?.release()
    expect(await server.read('s1')).toMatchObject({ next: 1 })
  })

  it('deletes on the server later what was deleted without a network', async () => {
    const { under, one } = await twoDevices()
    one.network.isOn = false
    await one.storage.delete('s1')
    expect(await one.has()).toEqual([])
    const storage = one.open()
    one.network.isOn = true
    expect(await storage.list()).toEqual([])
    await vi.waitFor(async () => expect(await under.storage.read('s1')).toBeUndefined())
    await vi.waitFor(async () => expect(await one.local.list()).toEqual([]))
  })

  it('keeps as a branch what was said after another device took the session over', async () => {
    const { under, one, other } = await twoDevices()
    const claim = await one.claim()
    one.network.isOn = false
    await claim.write({ at: 2, messages: [said('b', 'a')], session: { head: 'b' } })
    one.network.loseClaims()
    expect(claim.lost.aborted).toBe(true)
    const start = { name: 'pay', arguments: {} }
    const intent = { call: { id: 'c1', ...start }, effect: 'write', key: 'k', runId: 'r' }
    const intents = [{ ...intent, startedAt: 1, attempt: 1 }]
    await expect(claim.write({ at: 2, intents })).rejects.toMatchObject({
      details: { kind: 'lost' },
    })
    await claim.write({ at: 3, messages: [said('c', 'b')], session: { head: 'c' } })
    await other.say(['x'])
    await claim.release()
    one.network.connect()
    const all = ['a', 'b', 'c', 'x']
    await vi.waitFor(async () => {
      for (const storage of [under.storage, one.storage, other.storage]) {
        expect((await idsOf(storage)).sort()).toEqual(all)
      }
    })
  })

  it('offers no run of another device to go on with, while nobody can ask that device', async () => {
    const { one, other } = await twoDevices()
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    const run = { runId: 'r', iterations: 1, usage, charged: {} }
    const claim = await one.claim()
    await claim.write({ at: 2, messages: [said('b', 'a')], session: { run } })
    await vi.waitFor(async () => expect(await other.storage.read('s1')).toMatchObject({ run }))
    other.network.isOn = false
    const { row, release } = await other.claim()
    expect(row.next).toBe(2)
    expect(row.run).toBeUndefined()
    await release()
    await claim.release()
    // Its own run it may go on with.
    one.network.isOn = false
    const own = await one.claim()
    const mine = { ...run, runId: 'mine' }
    await own.write({ at: 3, session: { run: mine } })
    await own.release()
    expect((await one.claim()).row.run).toEqual(mine)
  })

  it('has the files of a conversation on the other device', async () => {
    const { one, other } = await twoDevices()
    const bytes = 'A'.repeat(9_000)
    const file = { type: 'file', mediaType: 'text/plain', data: bytes, blob: 'h' }
    one.network.isOn = false
    const claim = await one.claim()
    await one.storage.putBlob?.('s1', 'h', new Blob([bytes]))
    const message = { ...said('b', 'a'), content: [file] } as unknown as Message
    await claim.write({ at: 2, messages: [message] })
    await claim.release()
    one.network.connect()
    await vi.waitFor(async () => expect(await other.has()).toEqual(['a', 'b']))
    const blob = await other.storage.getBlob?.('s1', 'h')
    expect(await blob?.text()).toBe(bytes)
    other.network.isOn = false
    expect(await (await other.storage.getBlob?.('s1', 'h'))?.text()).toBe(bytes)
  })

  it('tells what the server refuses, and keeps it on the device', async () => {
    const { under, one } = await twoDevices()
    one.network.largest = 0
    await one.say(['b'])
    expect(one.problems[0]).toMatchObject({ reason: 'unavailable' })
    expect(await one.has()).toEqual(['a', 'b'])
    one.network.largest = Infinity
    await one.say(['c'])
    expect(await idsOf(under.storage)).toEqual(['a', 'b', 'c'])
  })

  it('sends what is too large for one write in several, and holds nothing back', async () => {
    const { under, one, other } = await twoDevices()
    one.network.isOn = false
    const claim = await one.claim()
    const content = (id: string, length: number) => ({
      ...said(id, 'a'),
      content: id.repeat(length),
    })
    const messages = Array.from({ length: 9 }, (_, nth) => content(`m${nth}`, 1_000))
    const state = { note: 'n'.repeat(12_000) }
    await claim.write({ at: 2, messages: [...messages, content('x', 60_000)], session: { state } })
    await one.storage.putBlob?.('s1', 'h', new Blob(['A'.repeat(60_000)]))
    const file = { type: 'file', mediaType: 'text/plain', blob: 'h' }
    await claim.write({ at: 3, messages: [{ ...said('f', 'x'), content: [file] } as never] })
    await claim.release()
    one.network.largest = 13_000
    one.network.connect()
    const all = ['a', ...messages.map(({ id }) => id), 'x', 'f']
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toEqual(all))
    await vi.waitFor(async () => expect(await other.storage.read('s1')).toMatchObject({ state }))
    const has = async (storage: AgentStorage): Promise<number | undefined> =>
      (await storage.readMessages('s1', { from: 0 }))
        .map(({ message }) => String(message.content))
        .find((text) => text.startsWith('xx'))?.length
    expect(await has(other.storage)).toBe(10_001)
    expect(await has(one.storage)).toBe(60_000)
    expect(one.problems.map(({ message }) => message.split(',')[0])).toEqual([
      'A file is too large for the server',
      'A message is too large for the server',
    ])
    await one.say(['c'])
    expect(await idsOf(under.storage)).toEqual([...all, 'c'])
    expect(one.problems).toHaveLength(2)
  })

  it('R104 tells once that the server takes nothing, and takes it back when it does again', async () => {
    const { under, one } = await twoDevices()
    one.network.status = 401
    await one.say(['b'])
    await one.say(['c'])
    const message = 'What you add is kept on this device, and is not sent. It answered 401.'
    expect(one.problems).toEqual([{ reason: 'unavailable', message }])
    const late: unknown[] = []
    one.storage.onDegraded((what) => late.push(what))
    expect(late).toEqual(one.problems)
    one.network.status = 503
    one.network.connect()
    await vi.waitFor(() => expect(one.problems).toHaveLength(2))
    one.network.status = undefined
    one.network.connect()
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toEqual(['a', 'b', 'c']))
    expect(one.problems).toHaveLength(3)
    expect(one.problems.at(-1)).toMatchObject({ reason: 'unavailable', isOver: true })
  })

  it('drops a session that was deleted while this device ran it', async () => {
    const { under, one } = await twoDevices()
    const claim = await one.claim()
    await under.storage.delete('s1')
    await claim.write({ at: 2, messages: [said('b', 'a')] })
    await claim.release()
    await vi.waitFor(async () => expect(await one.local.read('s1')).toBeUndefined())
    expect(await under.storage.read('s1')).toBeUndefined()
  })

  it('lets an agent leave a conversation that was deleted on another device', async () => {
    const under = new ServerUnderTest()
    const { storage, local } = new Device(under)
    const agent = createAgent({ model: scriptedModel(['One.', 'Two.', 'Three.']), storage })
    await agent.chat('Hi')
    const { current } = agent.sessions.getState()
    await under.storage.delete(current)
    await agent.chat('Are you there?').catch(() => undefined)
    await vi.waitFor(() => expect(agent.sessions.getState().current).not.toBe(current))
    await agent.chat('And now?')
    expect(await under.storage.read(current)).toBeUndefined()
    expect((await local.list()).map(({ id }) => id)).not.toContain(current)
    agent.sessions.close()
  })

  it('R103 sends nothing of a conversation that was kept on the device for a `local` scope', async () => {
    const under = new ServerUnderTest()
    const device = new Device(under)
    const scopes = [new Scope({ name: 'diary', local: true, context: () => 'private' })]
    const model = Object.assign(scriptedModel(['Private.']), { isLocal: true })
    const before = createAgent({ model, storage: device.local, scopes })
    await before.chat('My private words')
    before.sessions.close()
    const { storage, network, problems } = device
    const after = createAgent({ model: scriptedModel(['Yes.']), storage })
    await after.sessions.opening
    expect(after.history.messages).toHaveLength(2)
    await vi.waitFor(() => expect(problems.join()).not.toBe(''))
    expect(problems[0]?.message).toContain('must stay on this device')
    await after.sessions.create()
    await after.chat('Something else')
    await vi.waitFor(() => expect(JSON.stringify(network.writes)).toContain('Something else'))
    expect(JSON.stringify(network.writes)).not.toContain('private')
    expect(await under.storage.list()).toHaveLength(1)
    after.sessions.close()
  })

  it('lets agents of two devices go on with one conversation, without a network too', async () => {
    const under = new ServerUnderTest()
    const [one, other] = [new Device(under), new Device(under)]
    const paid: string[] = []
    const pay = (name: string): Tool =>
      new Tool({
        name: 'pay',
        description: 'Pays.',
        effect: 'write',
        handler: () => paid.push(name),
      })
    const agentOf = (device: Device, name: string) => {
      const model = scriptedModel([calls(call('pay')), `${name} 1`, `${name} 2`, `${name} 3`])
      const { storage } = device
      return createAgent({ model, storage, tools: [pay(name)] })
    }
    const first = agentOf(one, 'one')
    await first.chat('Pay')
    const second = agentOf(other, 'other')
    await second.sessions.opening
    expect(second.history.messages.at(-1)).toMatchObject({ role: 'assistant' })
    for (const device of [one, other]) device.network.isOn = false
    await first.chat('And one')
    await second.chat('And other')
    for (const device of [one, other]) device.network.connect()
    await vi.waitFor(() => {
      for (const agent of [first, second]) {
        const told = agent.history.all.flatMap(({ role, content }) =>
          role === 'user' ? [String(content)] : [],
        )
        expect(told.sort()).toEqual(['And one', 'And other', 'Pay'])
        expect(agent.sessions.getState().degraded?.reason).toBe('branched')
      }
    })
    expect(paid).toEqual(['one', 'other'])
    for (const agent of [first, second]) agent.sessions.close()
  })

  it('keeps the answers of two devices whose provider counts its calls', async () => {
    const under = new ServerUnderTest()
    const devices = [1, 2].map((nth) => {
      const { server, network } = under.connect()
      const storage = offlineStorage({
        server: { ...server, isLocal: false },
        local: memoryStorage(),
      })
      const note = new Tool({ name: 'note', description: 'Note.', handler: () => nth })
      const model = scriptedModel(['Hello.', calls(call('note', {}, 'call_16')), 'Noted.'])
      const agent = createAgent({ model, storage, tools: [note], session: 's1' })
      return { agent, network, storage }
    })
    const [one, other] = devices
    if (!one || !other) throw new Error('There are two devices.')
    await one.agent.chat('Hi')
    await vi.waitFor(async () => expect(await idsOf(under.storage)).toHaveLength(2))
    await other.agent.chat('Hi again', { onBusy: 'queue' })
    for (const { network } of devices) network.isOn = false
    for (const { agent } of devices) await agent.chat('Note it', { onBusy: 'queue' })
    for (const { network } of devices) network.connect()
    const answersIn = async (storage: AgentStorage): Promise<string[]> =>
      (await storage.readMessages('s1', { from: 0 })).flatMap(({ message }) =>
        message.role === 'tool' ? [message.content] : [],
      )
    for (const storage of [under.storage, one.storage, other.storage]) {
      await vi.waitFor(async () => expect((await answersIn(storage)).sort()).toEqual(['1', '2']), {
        timeout: 10_000,
      })
    }
    for (const { agent } of devices) agent.sessions.close()
  }, 40_000)
})
