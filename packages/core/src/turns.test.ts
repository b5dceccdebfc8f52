import { call, calls, flush, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../test/agent-under-test.ts'
import type { Run } from './run.ts'

const gated = () => Promise.withResolvers<string>()

const textsOf = (prompt: readonly { content: unknown }[] | undefined): string =>
  JSON.stringify(prompt)

describe('a second chat while one runs', () => {
  it('R47 is rejected by default, and the first goes on undisturbed', async () => {
    const gate = gated()
    const { agent } = agentUnderTest([() => gate.promise])
    const first = agent.chat('1')
    await flush()
    expect(await failureOf(agent.chat('2'))).toMatchObject({ code: 'busy' })
    expect(agent.getState()).toMatchObject({ status: 'running', runId: first.id })
    gate.resolve('one')
    expect((await first).content).toBe('one')
    expect(agent.history.messages).toHaveLength(2)
    expect(agent.getState()).toMatchObject({ status: 'idle', error: undefined })
  })

  it('R47 with `queue` waits its turn, in order', async () => {
    const gate = gated()
    const { agent, model } = agentUnderTest([() => gate.promise, 'two', 'three'])
    const first = agent.chat('1')
    const second = agent.chat('2', { onBusy: 'queue' })
    const third = agent.chat('3', { onBusy: 'queue' })
    await flush()
    expect(agent.queue.getState().waiting.map(({ input }) => input)).toEqual(['2', '3'])
    expect(model.requests).toHaveLength(1)
    gate.resolve('one')
    expect((await second).content).toBe('two')
    expect((await third).content).toBe('three')
    await first
    expect(agent.queue.getState().waiting).toEqual([])
    expect(agent.history.messages.map((m) => m.role !== 'tool' && m.content)).toEqual([
      '1',
      'one',
      '2',
      'two',
      '3',
      'three',
    ])
  })

  it.each([
    ['the run', (run: Run<unknown>) => run],
    ['`withInner`', (run: Run<unknown>) => run.withInner()],
  ])('R47 with `queue` gives all events to %s, read after the run has begun', async (_, of) => {
    const gate = gated()
    const { agent } = agentUnderTest([() => gate.promise, 'two'])
    void agent.chat('1')
    const second = agent.chat('2', { onBusy: 'queue' })
    const events = of(second)[Symbol.asyncIterator]()
    gate.resolve('one')
    await second
    const types: string[] = []
    for (let next = await events.next(); !next.done; next = await events.next())
      types.push(next.value.type)
    expect(types[0]).toBe('agent:started')
    expect(types.at(-1)).toBe('agent:completed')
  })

  it('R47 with `queue` goes on after a run that fails', async () => {
    const { agent } = agentUnderTest([{ refuse: { statusCode: 400 } }, 'two'])
    const first = agent.chat('1')
    const second = agent.chat('2', { onBusy: 'queue' })
    await failureOf(first)
    expect((await second).content).toBe('two')
  })

  it('R47 with `queue` can be cancelled while it waits: it never starts', async () => {
    const gate = gated()
    const { agent, model } = agentUnderTest([() => gate.promise, 'three'])
    const first = agent.chat('1')
    const second = agent.chat('2', { onBusy: 'queue' })
    const third = agent.chat('3', { onBusy: 'queue' })
    await flush()
    second.cancel({ kind: 'user' })
    expect(await failureOf(second)).toMatchObject({ reason: { kind: 'user' } })
    expect(agent.queue.getState().waiting.map(({ input }) => input)).toEqual(['3'])
    expect(agent.getState()).toMatchObject({ status: 'running', runId: first.id })
    gate.resolve('one')
    await first
    expect((await third).content).toBe('three')
    expect(model.requests).toHaveLength(2)
    expect(textsOf(model.requests[1]?.prompt)).not.toContain('"2"')
  })

  it('R47 one that waits can be taken out of the queue by its run', async () => {
    const gate = gated()
    const { agent, model } = agentUnderTest([() => gate.promise, 'three'])
    const first = agent.chat('1')
    const second = agent.chat('2', { onBusy: 'queue' })
    const third = agent.chat('3', { onBusy: 'queue' })
    expect(agent.queue.cancel(second.id)).toBe(true)
    expect(await failureOf(second)).toMatchObject({ reason: { kind: 'user' } })
    expect(agent.queue.getState().waiting.map(({ input }) => input)).toEqual(['3'])
    gate.resolve('one')
    await first
    await third
    expect(model.requests).toHaveLength(2)
    expect(agent.queue.cancel(third.id)).toBe(false)
  })

  it('R47 with `steer` joins the run after the current iteration’s answers', async () => {
    const gate = gated()
    const { agent, model } = agentUnderTest([calls(call('slow')), 'both'], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const first = agent.chat('1')
    await flush()
    const second = agent.chat('also this', { onBusy: 'steer' })
    expect(second.id).toBe(first.id)
    gate.resolve('ok')
    expect((await second).content).toBe('both')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
  })

  it('R47 with `steer` makes a run go on that was about to end', async () => {
    const gate = gated()
    const { agent, model } = agentUnderTest([() => gate.promise, 'both'])
    const first = agent.chat('1')
    await flush()
    void agent.chat('2', { onBusy: 'steer' })
    gate.resolve('one')
    expect((await first).content).toBe('both')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it('R47 with `steer` into a run that fails keeps what was said', async () => {
    const gate = gated()
    const { agent } = agentUnderTest([() => gate.promise.then(() => ({ refuse: 'no' })), 'fine'])
    const first = agent.chat('1')
    await flush()
    void agent.chat('2', { onBusy: 'steer' })
    gate.resolve('')
    await failureOf(first)
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user', 'user'])
    expect((await agent.resume()).content).toBe('fine')
  })

  it('R47 with `steer` and nothing running is a chat', async () => {
    const { agent } = agentUnderTest(['one'], { onBusy: 'steer' })
    expect((await agent.chat('1')).content).toBe('one')
  })

  it('R47 with `interrupt` takes the place of the first', async () => {
    const { agent, model } = agentUnderTest([{ text: 'So f', hang: true }, 'two'])
    const first = agent.chat('1')
    await flush()
    const second = agent.chat('2', { onBusy: 'interrupt' })
    expect(await failureOf(first)).toMatchObject({ reason: { kind: 'user' } })
    expect((await second).content).toBe('two')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it.each(['reject', 'queue', 'steer', 'interrupt'] as const)(
    'R47 with `%s` runs at once after a cancel of the first, whose tool goes on',
    async (onBusy) => {
      const gate = gated()
      const script = [calls(call('slow')), 'two']
      const { agent } = agentUnderTest(script, { tools: [anyTool('slow', () => gate.promise)] })
      const first = agent.chat('1')
      await expect.poll(() => agent.calls.getState().size).toBe(1)
      agent.cancel()
      const { content, messages } = await agent.chat('2', { onBusy })
      expect(content).toBe('two')
      expect(messages.map((message) => message.content)).toEqual(['2', 'two'])
      expect(await failureOf(first)).toMatchObject({ code: 'cancelled' })
      gate.resolve('late')
    },
  )

  it('can start when the first has told its end', async () => {
    const { agent } = agentUnderTest(['one', 'two'])
    const second = new Promise((resolve) => {
      agent.on('agent:completed', () => resolve(agent.chat('2')), { once: true })
    })
    await agent.chat('1')
    expect(await second).toMatchObject({ content: 'two' })
  })
})

describe('execute', () => {
  it('R47 many at once never share messages, usage or state', async () => {
    const { agent, model } = agentUnderTest(
      [],
      {
        tools: [
          anyTool('count', (_args, ctx) => {
            const { n = 0 } = ctx.run.state.get() as { n?: number }
            ctx.run.state.set({ n: n + 1 })
            return n + 1
          }),
        ],
      },
      {
        otherwise: async ({ prompt }) => {
          await flush()
          if (prompt.at(-1)?.role !== 'tool') return calls(call('count'))
          const first = prompt.find(({ role }) => role === 'user')
          const said = first?.role === 'user' ? first.content[0] : undefined
          return text(said?.type === 'text' ? said.text : '')
        },
      },
    )
    const names = Array.from({ length: 20 }, (_, n) => `q${n}`)
    const results = await Promise.all(names.map((name) => agent.execute(name)))
    expect(results.map(({ content }) => content)).toEqual(names)
    for (const { messages, usage, report } of results) {
      expect(messages).toHaveLength(4)
      expect(messages[2]).toMatchObject({ content: '1' })
      expect(usage.totalTokens).toBe(30)
      expect(report.iterations).toHaveLength(2)
    }
    expect(new Set(results.map(({ report }) => report.sessionId)).size).toBe(20)
    expect(agent.history.messages).toEqual([])
    for (const { prompt } of model.requests) expect(prompt.length).toBeLessThanOrEqual(4)
  })

  it('R47 does not touch the open session, nor wait for it', async () => {
    const { agent } = agentUnderTest([{ hang: true }, 'apart'])
    const chat = agent.chat('1')
    await flush()
    expect((await agent.execute('2')).content).toBe('apart')
    expect(agent.getState()).toMatchObject({ status: 'running', runId: chat.id })
    expect(agent.history.messages).toHaveLength(1)
    chat.cancel()
    await failureOf(chat)
  })

  it('never rejects: what ended it is in the envelope', async () => {
    const { agent } = agentUnderTest([{ refuse: { statusCode: 401 } }, { hang: true }])
    expect(await agent.execute('1')).toMatchObject({ status: 'failed', error: { status: 401 } })
    const run = agent.execute('2')
    await flush()
    run.cancel({ kind: 'user' })
    expect(await run).toMatchObject({ status: 'cancelled', error: { reason: { kind: 'user' } } })
  })
})
