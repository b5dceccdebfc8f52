import * as fc from 'fast-check'
import { createFakeClock, flush } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { lossyStorage } from '../../../test/lossy-storage.ts'
import type { Message } from '../../index.ts'
import {
  type Intent,
  memoryStorage,
  type SessionRow,
  type SessionWrite,
  storageError,
} from './index.ts'
import { mergeParts, WriteLine } from './session-writer.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const message = (id: string): Message => ({
  id,
  role: 'user',
  createdAt: 0,
  parentId: null,
  content: id,
})

const intent = (id: string): Intent => ({
  call: { id, name: 'pay', arguments: {} },
  effect: 'write',
  key: id,
  runId: 'run',
  startedAt: 0,
  attempt: 1,
})

/** Creates a line to a storage in memory. Each write waits for `next`, and has its fate. */
async function lineUnderTest({ isHeld = false, tookMs = 0 } = {}) {
  const clock = createFakeClock()
  const storage = memoryStorage()
  const claim = await storage.claim('s', { at: 0 })
  if (!claim) throw new Error('There is no claim.')
  const writes: SessionWrite[] = []
  const gates: PromiseWithResolvers<unknown>[] = []
  const fates: unknown[] = []
  const stored: string[] = []
  let { row } = claim
  let count = 0
  const line = new WriteLine({
    clock,
    compose: (parts) => {
      const write = mergeParts(parts, row)
      const messages = write.messages?.filter(({ id }) => !stored.includes(id))
      return { ...write, messages, id: `w${++count}`, next: row.next, at: 0 }
    },
    send: async (write) => {
      writes.push(write)
      if (isHeld) {
        const gate = Promise.withResolvers<unknown>()
        gates.push(gate)
        await gate.promise
      }
      if (tookMs) clock.setNow(clock.now() + tookMs)
      const fate = fates.shift()
      if (fate === 'lost') await claim.write(write)
      if (fate) throw fate === 'lost' ? storageError('unavailable', 'offline') : fate
      return claim.write(write)
    },
    onStored: (now, { messages = [] }) => {
      row = now
      stored.push(...messages.map(({ id }) => id))
    },
  })
  const rows = async (): Promise<string[]> =>
    (await storage.readMessages('s', { from: 0 })).map((at) => at.message.id)
  return { line, clock, writes, fates, gates, rows, storage, row: (): SessionRow => row }
}

const add = (id: string) => ({ messages: [message(id)] })

describe('the line of writes', () => {
  it('sends one write at a time, and everything that came meanwhile as the next', async () => {
    const { line, writes, gates } = await lineUnderTest({ isHeld: true })
    const first = line.write(add('a'))
    const others = [line.write(add('b')), line.write({ intents: [intent('1')], isStrict: true })]
    await flush()
    expect(writes).toHaveLength(1)
    gates[0]?.resolve(undefined)
    await first
    await flush()
    expect(writes).toHaveLength(2)
    expect(writes[1]).toMatchObject({ messages: [{ id: 'b' }], intents: [{ key: '1' }], next: 1 })
    expect(writes[1]?.isStrict).toBe(true)
    gates[1]?.resolve(undefined)
    await Promise.all(others)
  })

  it('adds amounts to the session as the write before left it', async () => {
    const { line, row } = await lineUnderTest()
    const one = (now: SessionRow) => ({ costUsd: (now.costUsd ?? 0) + 1 })
    await Promise.all([0, 1, 2, 3].map(() => line.write({ change: one })))
    expect(row().costUsd).toBe(4)
  })

  it('stores the parts that are good, if the storage refuses one of those that go together', async () => {
    const { line, rows, writes } = await lineUnderTest()
    await line.write({ intents: [intent('1')] })
    const first = line.write(add('a'))
    const good = line.write(add('b'))
    const twice = line.write({ intents: [intent('1')] })
    const last = line.write(add('c'))
    await expect(twice).rejects.toMatchObject({ details: { kind: 'duplicate' } })
    await Promise.all([first, good, last])
    expect(await rows()).toEqual(['a', 'b', 'c'])
    expect(writes.map(({ id }) => id)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5', 'w6'])
  })

  it('stores nothing after a part that its run took as stored, and that is refused', async () => {
    const { line, rows, fates } = await lineUnderTest({ tookMs: 80 })
    await line.write(add('a'))
    fates.push(storageError('quota', 'full'), storageError('quota', 'full'))
    const answer = line.writeLater(add('b'))
    const start = line.write({ intents: [intent('1')] })
    await expect(answer).rejects.toMatchObject({ details: { kind: 'quota' } })
    await expect(start).rejects.toMatchObject({ details: { kind: 'quota' } })
    expect(await rows()).toEqual(['a'])
  })

  it.each(['lost', 'duplicate', 'quota', 'not_json'] as const)(
    'does not send again what was refused as %s',
    async (kind) => {
      const { line, writes, fates } = await lineUnderTest()
      fates.push(storageError(kind, 'no'))
      await expect(line.write(add('a'))).rejects.toMatchObject({ details: { kind } })
      await line.write(add('b'))
      expect(writes.map(({ id }) => id)).toEqual(['w1', 'w2'])
    },
  )

  it('sends a write twice, then again before the next one, with the same id and content', async () => {
    const { line, writes, fates, rows } = await lineUnderTest()
    fates.push('lost', 'lost')
    await expect(line.write(add('a'))).rejects.toMatchObject({ details: { kind: 'unavailable' } })
    await line.write({ messages: [message('a'), message('b')] })
    expect(writes.map(({ id }) => id)).toEqual(['w1', 'w1', 'w1', 'w2'])
    expect(writes[2]).toBe(writes[0])
    expect(writes[3]?.messages).toMatchObject([{ id: 'b' }])
    expect(await rows()).toEqual(['a', 'b'])
  })

  it('drops a write that turns out to be refused, and stores the next', async () => {
    const { line, fates, rows } = await lineUnderTest()
    const offline = storageError('unavailable', 'offline')
    fates.push(offline, offline, storageError('quota', 'full'))
    await expect(line.write(add('a'))).rejects.toBe(offline)
    await line.write(add('b'))
    expect(await rows()).toEqual(['b'])
  })

  it('waits for the next part at most an eighth of the time of a write', async () => {
    const { line, writes, clock } = await lineUnderTest({ tookMs: 80 })
    expect(line.isFar).toBe(false)
    await line.write(add('a'))
    expect(line.isFar).toBe(true)
    void line.writeLater(add('b'))
    void line.writeLater(add('c'))
    expect(clock.nextInMs).toBe(10)
    await clock.advance(9)
    expect(writes).toHaveLength(1)
    await clock.advance(1)
    expect(writes[1]?.messages).toHaveLength(2)
    expect(clock.pending).toBe(0)
    const answer = line.writeLater(add('d'))
    await line.write(add('e'))
    await answer
    expect(writes).toHaveLength(3)
    expect(clock.pending).toBe(0)
  })

  it('drains: what is on its way and what waits is stored, and nothing else is sent', async () => {
    const { line, gates, writes, rows } = await lineUnderTest({ isHeld: true })
    await line.drain()
    expect(writes).toEqual([])
    void line.write(add('a'))
    void line.writeLater(add('b'))
    const drained = line.drain()
    for (const nth of [0, 1]) {
      await flush()
      gates[nth]?.resolve(undefined)
    }
    await drained
    expect(await rows()).toEqual(['a', 'b'])
    expect(writes).toHaveLength(2)
  })

  it('takes a storage for near if one of its writes was quick', async () => {
    const { line, clock, gates } = await lineUnderTest({ isHeld: true })
    for (const ms of [500, 3, 500]) {
      const written = line.write({})
      await clock.advance(ms)
      gates.shift()?.resolve(undefined)
      await written
      expect(line.isFar).toBe(ms === 500 && clock.now() === 1_000_500)
    }
  })

  it('sends what waits after a write that took longer than the wait', async () => {
    const { line, clock, gates, writes } = await lineUnderTest({ isHeld: true })
    const first = line.write({})
    await clock.advance(80)
    gates[0]?.resolve(undefined)
    await first
    const second = line.write(add('a'))
    const later = line.writeLater(add('b'))
    await clock.advance(40)
    expect(writes).toHaveLength(2)
    gates[1]?.resolve(undefined)
    await second
    await flush()
    expect(writes).toHaveLength(3)
    gates[2]?.resolve(undefined)
    await later
  })

  it('keeps every part once and in order, whatever answers and writes are lost', async () => {
    const anyFate = fc.constantFrom('stored', 'stored', 'lost', 'refused' as const)
    const anyPart = fc.record({
      isLater: fc.boolean(),
      isAwaited: fc.boolean(),
      hasIntent: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFate, { maxLength: 30 }),
        fc.array(anyPart, { minLength: 1, maxLength: 12 }),
        async (fates, parts) => {
          const memory = memoryStorage()
          const lossy = lossyStorage(memory, () => (fates.shift() as 'lost') ?? 'stored')
          const claim = await lossy.claim('s', { at: 0 })
          if (!claim) return
          let { row } = claim
          let count = 0
          const stored = new Set<string>()
          const line = new WriteLine({
            clock: createFakeClock(),
            compose: (all) => {
              const { messages = [], ...write } = mergeParts(all, row)
              const left = messages.filter(({ id }) => !stored.has(id))
              return { ...write, messages: left, id: `${++count}`, next: row.next, at: 0 }
            },
            send: (write) =>
              claim.write(write).catch((cause: unknown) => {
                throw storageError('unavailable', 'offline', { cause })
              }),
            onStored: (now, { messages = [] }) => {
              row = now
              for (const { id } of messages) stored.add(id)
            },
          })
          // What failed goes with the next part, as a run does it.
          const left: Message[] = []
          const all: Promise<unknown>[] = []
          const started = new Set<string>()
          const add = (
            { isLater, hasIntent }: { isLater: boolean; hasIntent: boolean },
            nth: number,
          ) => {
            const batch = [...left.splice(0), message(`m${nth}`)]
            const intents = hasIntent ? [intent(`c${nth}`)] : []
            const change = (now: SessionRow) => ({ costUsd: (now.costUsd ?? 0) + 1 })
            const part = { messages: batch, intents, ...(nth === 0 && { change }) }
            const done = (isLater ? line.writeLater(part) : line.write(part)).then(
              () => hasIntent && started.add(`c${nth}`),
              () => left.unshift(...batch),
            )
            all.push(done)
            return done
          }
          for (const [nth, part] of parts.entries()) {
            const done = add(part, nth)
            if (part.isAwaited && !part.isLater) await done
          }
          fates.length = 0
          await line.write({}).catch(() => undefined)
          await Promise.all(all)
          await add({ isLater: false, hasIntent: false }, parts.length)
          const rows = await memory.readMessages('s', { from: 0 })
          const ids = rows.map((at) => at.message.id)
          expect(ids.toSorted()).toEqual(
            Array.from({ length: parts.length + 1 }, (_, nth) => `m${nth}`).toSorted(),
          )
          const intents = await memory.readIntents('s')
          for (const id of started) expect(intents.map(({ key }) => key)).toContain(id)
          expect((await memory.read('s'))?.next).toBe(ids.length)
          expect((await memory.read('s'))?.costUsd ?? 0).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: isLong ? 20_000 : 500, seed: 17 },
    )
  })
})
