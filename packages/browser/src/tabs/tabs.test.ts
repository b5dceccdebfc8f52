import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { type Agent, createAgent, jsonSchema, Tool } from '@ambit/core'
import { calls, type Reply, scriptedModel } from '@ambit/testing'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { indexedDbStorage } from '../storage/indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Creates a page of one session, as far as Node has pages. */
async function page(
  replies: Reply[],
  handler: () => unknown = () => 'ok',
  preview?: () => unknown,
): Promise<Agent> {
  const agent = createAgent({
    model: scriptedModel(replies),
    storage: indexedDbStorage(),
    session: 's1',
    tools: [
      new Tool({
        name: 'pay',
        description: 'Pay',
        parameters: jsonSchema({ type: 'object' }),
        approval: { when: true, preview },
        handler,
      }),
    ],
  })
  await agent.sessions.opening
  return agent
}

describe('two pages', () => {
  it('show each other what is said', async () => {
    const first = await page(['Hello', 'Again'])
    const second = await page(['From the other'])
    await first.chat('Hi')
    await vi.waitFor(() => expect(second.history.messages).toEqual(first.history.messages))
    await second.chat('And here?')
    await vi.waitFor(() => expect(first.history.messages).toEqual(second.history.messages))
    expect(first.history.messages).toHaveLength(4)
  })

  it('let a message wait for the page that runs, refuse it, or stop that page', async () => {
    const first = await page([{ hang: true }])
    const second = await page(['Mine'])
    const run = first.chat('Hi')
    await vi.waitFor(() => expect(second.sessions.getState().running).toBe('elsewhere'))
    await expect(second.chat('Now?')).rejects.toThrow('Another page')
    const waiting = second.chat('Then later', { onBusy: 'queue' })
    second.sessions.stopElsewhere()
    await expect(run).rejects.toThrow()
    expect(run.status).toBe('cancelled')
    expect((await waiting).content).toBe('Mine')
  })

  it('hear nothing any more once they are closed', async () => {
    const first = await page(['Hello', 'Again'])
    const second = await page([])
    const third = await page([])
    await first.chat('Hi')
    await vi.waitFor(() => expect(second.history.messages).toHaveLength(2))
    second.sessions.close()
    await first.chat('More')
    await vi.waitFor(() => expect(third.history.messages).toHaveLength(4))
    expect(second.history.messages).toHaveLength(2)
  })

  it('stop each other as the wish of a user alone', async () => {
    const first = await page([{ hang: true }])
    const second = await page([])
    const run = first.chat('Hi')
    await vi.waitFor(() => expect(second.sessions.getState().running).toBe('elsewhere'))
    const heard: unknown[] = []
    const channel = new BroadcastChannel('ambit:ambit')
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => heard.push(data))
    second.cancel({ kind: 'scope_ended' })
    second.cancel({ kind: 'user' })
    await expect(run).rejects.toMatchObject({ reason: { kind: 'user' } })
    const stops = heard.filter((data) => JSON.stringify(data).includes('"stop"'))
    expect(stops).toHaveLength(1)
    channel.close()
  })

  it.each(['approve', 'deny'] as const)(
    'A19 can both answer what one asks (%s)',
    async (answer) => {
      const handler = vi.fn<() => string>(() => 'paid')
      const asks = calls({ name: 'pay', id: 'pay_1' })
      const first = await page([asks, 'Done'], handler)
      first.pending.attach('approval')
      const second = await page([])
      const run = first.chat('Pay')
      const pending = () => second.pending.list('approval')
      await vi.waitFor(() => expect(pending()).toHaveLength(1))
      expect(pending()[0]).toEqual(first.pending.list('approval')[0])
      second.pending[answer](pending()[0]?.id ?? '')
      await run
      expect(handler).toHaveBeenCalledTimes(answer === 'approve' ? 1 : 0)
      expect(pending()).toEqual([])
    },
  )

  it('R57 A4 a press in another page is for what that page shows', async () => {
    let customer = 'Ann'
    const paid: string[] = []
    const pay = () => void paid.push(customer)
    const first = await page(
      [calls({ name: 'pay', id: 'pay_1' }), 'Done'],
      pay,
      () => `Pays ${customer}`,
    )
    const second = await page([])
    first.pending.attach('approval')
    const run = first.chat('Pay')
    const pending = () => second.pending.list('approval')
    await vi.waitFor(() => expect(pending()).toMatchObject([{ preview: 'Pays Ann' }]))
    const [stale] = pending()
    customer = 'Bob'
    second.pending.approve(stale?.id ?? '')
    await vi.waitFor(() =>
      expect(pending()).toMatchObject([{ preview: 'Pays Bob', replaces: stale?.id }]),
    )
    expect(second.pending.approve(stale?.id ?? '')).toBe(false)
    expect(paid).toEqual([])
    second.pending.approve(pending()[0]?.id ?? '')
    await run
    expect(paid).toEqual(['Bob'])
  })

  it('A19 show what the one that runs is doing, and whom it waits for', async () => {
    const first = await page([calls({ name: 'pay', id: 'pay_1' }), { hang: true }])
    first.pending.attach('approval')
    const second = await page([])
    const seen = (): unknown => {
      const { status, waitingFor, calls } = second.getState()
      return [status, waitingFor, [...calls.values()].map((call) => [call.callId, call.state])]
    }
    const run = first.chat('Pay')
    await vi.waitFor(() =>
      expect(seen()).toEqual(['waiting', 'user', [['pay_1', 'awaiting-approval']]]),
    )
    // A page that is opened now also sees the state.
    const third = await page([])
    await vi.waitFor(() => expect(third.activity.getState().waitingFor).toBe('user'))
    await vi.waitFor(() => expect(third.pending.list('approval')).toHaveLength(1))
    third.pending.approve(third.pending.list('approval')[0]?.id ?? '')
    await vi.waitFor(() => expect(seen()).toEqual(['running', undefined, []]))
    second.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    await vi.waitFor(() => expect(seen()).toEqual(['idle', undefined, []]))
    await vi.waitFor(() => expect(third.activity.getState().status).toBe('idle'))
  })

  it('can still answer and stop the one that runs while a message waits for its turn', async () => {
    const handler = vi.fn<() => string>(() => 'paid')
    const first = await page([calls({ name: 'pay', id: 'pay_1' }), 'Paid'], handler)
    first.pending.attach('approval')
    const second = await page(['Mine', 'Never'])
    const run = first.chat('Pay')
    await vi.waitFor(() => expect(second.pending.list('approval')).toHaveLength(1))
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const waiting = second.chat('And then', { onBusy: 'queue' })
    // The message waits for the other page, not for its question: this page can answer that
    // question too.
    await vi.waitFor(() => expect(second.getState().runId).toBe(waiting.id))
    expect(second.pending.list('approval')).toHaveLength(1)
    await vi.waitFor(() => expect(second.sessions.getState().running).toBe('elsewhere'))
    second.pending.approve(second.pending.list('approval')[0]?.id ?? '', { args: {} })
    expect((await run).content).toBe('Paid')
    expect((await waiting).content).toBe('Mine')
    expect(warn.mock.calls).toEqual([])
    expect(handler).toHaveBeenCalledOnce()
    expect(second.sessions.getState().running).toBeUndefined()
  })

  it('go on following when a message that waited for its turn is taken back', async () => {
    const first = await page([{ hang: true }, 'More'])
    const second = await page([])
    const run = first.chat('Hi')
    await vi.waitFor(() => expect(second.sessions.getState().running).toBe('elsewhere'))
    const waiting = second.chat('Then', { onBusy: 'queue' })
    await vi.waitFor(() => expect(second.getState().runId).toBe(waiting.id))
    waiting.cancel({ kind: 'manual' })
    await expect(waiting).rejects.toThrow()
    await vi.waitFor(() => expect(second.getState().status).toBe('running'))
    expect(second.sessions.getState().running).toBe('elsewhere')
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    await vi.waitFor(() => expect(second.sessions.getState().running).toBeUndefined())
    expect(second.getState().status).toBe('idle')
  })

  it('show nobody when both end at once: the one that runs, and the message that waits', async () => {
    const first = await page([{ hang: true }])
    const second = await page([])
    const run = first.chat('Hi')
    await vi.waitFor(() => expect(second.sessions.getState().running).toBe('elsewhere'))
    const waiting = second.chat('Then', { onBusy: 'queue' })
    await vi.waitFor(() => expect(second.getState().runId).toBe(waiting.id))
    run.cancel({ kind: 'user' })
    waiting.cancel({ kind: 'manual' })
    await expect(run).rejects.toThrow()
    await expect(waiting).rejects.toThrow()
    await vi.waitFor(() => expect(second.sessions.getState().running).toBeUndefined())
    expect(second.getState().status).toBe('idle')
  })

  it('leave a session that another deletes, for good', async () => {
    const first = await page(['Hello'])
    const second = await page(['Hello', 'Anew'])
    await first.chat('Hi')
    await vi.waitFor(() => expect(second.history.messages).toHaveLength(2))
    await first.sessions.delete('s1')
    await vi.waitFor(() => expect(second.sessions.current).not.toBe('s1'))
    expect(second.history.messages).toEqual([])
    await second.chat('Hi again')
    const stored = await second.sessions.list()
    expect(stored.map(({ id }) => id)).toEqual([second.sessions.current])
  })

  it('end what runs of a session that another deletes', async () => {
    const first = await page([])
    const second = await page([{ hang: true }])
    const run = second.chat('Hi')
    await vi.waitFor(() => expect(first.history.messages).toHaveLength(1))
    await first.sessions.delete('s1')
    await expect(run).rejects.toThrow()
    expect(run.status).toBe('cancelled')
    await vi.waitFor(() => expect(second.history.messages).toEqual([]))
    expect(await second.sessions.list()).toEqual([])
  })

  it('can both answer what a call of the page itself asks', async () => {
    const handler = vi.fn<() => string>(() => 'paid')
    const first = await page(['Hello'], handler)
    await first.chat('Hi')
    first.pending.attach('approval')
    const second = await page([])
    const run = first.runTool('pay')
    await vi.waitFor(() => expect(second.pending.list('approval')).toHaveLength(1))
    second.pending.approve(second.pending.list('approval')[0]?.id ?? '')
    expect(await run).toBe('paid')
    await vi.waitFor(() => expect(second.pending.list('approval')).toEqual([]))
  })

  it('count the same usage', async () => {
    const first = await page(['Hello'])
    const second = await page([])
    await first.chat('Hi')
    await vi.waitFor(() =>
      expect(second.sessions.getState().usage.session.usage.totalTokens).toBe(
        first.sessions.getState().usage.session.usage.totalTokens,
      ),
    )
  })

  it('ask each other who runs without Web Locks', async () => {
    vi.stubGlobal('navigator', {})
    const first = await page([{ hang: true }])
    const second = await page(['Mine'])
    const run = first.chat('Hi')
    await vi.waitFor(() => expect(second.sessions.getState().running).toBe('elsewhere'))
    await expect(second.chat('Now?')).rejects.toThrow('Another page')
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    expect((await second.chat('Then later', { onBusy: 'queue' })).content).toBe('Mine')
  })

  it('write nothing more once another has taken the session over', async () => {
    const first = await page([{ hang: true }, 'Again'])
    const run = first.chat('Hi')
    await vi.waitFor(() => expect(first.sessions.getState().running).toBe('here'))
    await vi.waitFor(async () => expect(await indexedDbStorage().read('s1')).toHaveProperty('run'))
    const database = await openDB('ambit')
    const row = await database.get('sessions', 's1')
    await database.put('sessions', { ...row, epoch: row.epoch + 1, run: undefined })
    database.close()
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    expect((await indexedDbStorage().readMessages('s1', { from: 0 })).length).toBe(1)
    await first.chat('Once more')
    const rows = await indexedDbStorage().readMessages('s1', { from: 0 })
    expect(rows.map(({ message }) => message)).toEqual(first.history.messages)
  })

  it('stop showing what was answered', async () => {
    const first = await page([calls({ name: 'pay', id: 'pay_1' }), 'Done'])
    first.pending.attach('approval')
    const second = await page([])
    const run = first.chat('Pay')
    await vi.waitFor(() => expect(second.pending.list('approval')).toHaveLength(1))
    first.pending.approve(first.pending.list('approval')[0]?.id ?? '')
    await run
    await vi.waitFor(() => expect(second.pending.list('approval')).toEqual([]))
  })
})
