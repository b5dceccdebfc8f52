import { type Reply, call, calls, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import { memoryAudit } from '../features/audit/index.ts'
import { replay } from '../features/code/index.ts'
import { callState, conversation } from '../index.ts'
import type { AgentOptions, AnyTool, Message, Run, ToolMessage } from '../index.ts'

const never = (): Promise<never> => new Promise(() => undefined)
const throwing = (): never => {
  throw new Error('broken')
}

/** Makes a tool that ends when the test says so. */
function gatedTool(name: string, options: Parameters<typeof anyTool>[2] = {}) {
  const gate = Promise.withResolvers<unknown>()
  const seen: { signal?: AbortSignal } = {}
  const tool = anyTool(
    name,
    (_args, ctx) => {
      seen.signal = ctx.signal
      return gate.promise
    },
    options,
  )
  return { tool, seen, end: gate.resolve }
}

const parallel = (tools: readonly AnyTool[], more: Partial<AgentOptions> = {}) => ({
  tools,
  ...more,
  calls: { order: 'parallel' as const, ...more.calls },
})

const endsOf = (run: Run<unknown>): string[] =>
  run.events.flatMap((event) =>
    /tool_(succeeded|failed|cancelled)$/.test(event.type) && 'callId' in event
      ? [`${event.callId} ${event.type.slice('agent:tool_'.length)}`]
      : [],
  )

const statusesOf = (messages: Parameters<typeof answersIn>[0]): string[] =>
  answersIn(messages).map(({ id, status }) => `${id} ${status}`)

const two = calls(call('slow', {}, 'c1'), call('quick', {}, 'c2'))
const same = calls(call('slow', {}, 'c1'), call('slow', {}, 'c2'))

describe('calls in parallel', () => {
  it('R70 are each told of when they end: events, activity, audit; the history keeps their order', async () => {
    const { tool, end } = gatedTool('slow')
    const audit = memoryAudit()
    const { agent, model, clock } = agentUnderTest(
      [two, 'done'],
      parallel([tool, anyTool('quick', () => 2)], { use: [audit] }),
    )
    const run = agent.chat('go')
    await flush()
    expect(endsOf(run)).toEqual(['c2 succeeded'])
    expect(audit.query()).toMatchObject([
      { callId: 'c1', status: 'started' },
      { callId: 'c2', status: 'ok', durationMs: 0 },
    ])
    expect(statusesOf(agent.history.messages)).toEqual([])
    const shown = agent.calls.getState()
    expect(callState(shown.get('c1'), undefined)).toBe('running')
    expect(callState(shown.get('c2'), undefined)).toBe('succeeded')
    const told = run.events.find(({ type }) => type === 'agent:tool_succeeded')
    expect(shown.get('c2')?.answer).toBe((told as { message?: ToolMessage }).message)

    await clock.advance(600)
    end(1)
    const { trace } = await run
    expect(endsOf(run)).toEqual(['c2 succeeded', 'c1 succeeded'])
    expect(statusesOf(agent.history.messages)).toEqual(['c1 ok', 'c2 ok'])
    // The message of the event is the one that the history has.
    expect(agent.history.get('c2')).toBe((told as { message?: ToolMessage }).message)
    expect(trace?.map(({ callId }) => callId)).toEqual(['c1', 'c2'])
    expect(replay(run.events).trace).toEqual(trace)
    expect(audit.query().map(({ callId, durationMs }) => [callId, durationMs])).toEqual([
      ['c2', 0],
      ['c1', 600],
    ])
    expect(model.requests).toHaveLength(2)
    expect(Array.from(agent.calls.getState(), ([id, { state }]) => [id, state])).toEqual([
      ['c2', 'succeeded'],
      ['c1', 'succeeded'],
    ])
  })

  it.each<[string, Partial<AgentOptions>, AnyTool, Reply]>([
    ['`calls.errors: "abort"`', { calls: { errors: 'abort' } }, anyTool('quick', throwing), two],
    ['a spent `limits.calls`', { limits: { calls: 1 } }, anyTool('quick'), two],
    ['a spent `limits.identicalCalls`', { limits: { identicalCalls: 1 } }, anyTool('quick'), same],
  ])(
    'R70 %s ends the run at once, and aborts a first call that never ends',
    async (_what, options, quick, asked) => {
      const { tool, seen } = gatedTool('slow')
      const { agent } = agentUnderTest([asked], parallel([tool, quick], options))
      const run = agent.chat('go')
      await failureOf(run)
      expect(run.status).toBe('failed')
      expect(seen.signal?.aborted).toBe(true)
      expect(statusesOf(agent.history.messages).map((said) => said.slice(0, 2))).toEqual([
        'c1',
        'c2',
      ])
      expect(answersIn(agent.history.messages)[0]?.status).toBe('interrupted')
    },
  )

  it.each(['before', 'after'] as const)(
    'R70 a `call` of a plug-in that throws %s the call ends the run at once',
    async (when) => {
      const { tool, seen } = gatedTool('slow')
      const { agent } = agentUnderTest([two], parallel([tool, anyTool('quick')]))
      agent.use({
        name: 'wrong',
        call: async ({ call: { name } }, next) => {
          if (name === 'quick' && when === 'before') throwing()
          const result = await next()
          return name === 'quick' ? throwing() : result
        },
      })
      await expect(agent.chat('go')).rejects.toMatchObject({
        code: 'plugin',
        cause: { message: 'broken' },
      })
      expect(seen.signal?.aborted).toBe(true)
      expect(statusesOf(agent.history.messages)).toEqual([
        'c1 interrupted',
        when === 'before' ? 'c2 cancelled' : 'c2 ok',
      ])
    },
  )

  it('R70 an error ends the run though the first call waits for a user', async () => {
    const slow = anyTool('slow', () => 1, { approval: true })
    const { agent } = agentUnderTest(
      [two],
      parallel([slow, anyTool('quick', throwing)], { calls: { errors: 'abort' } }),
    )
    agent.pending.attach('approval')
    await expect(agent.chat('go')).rejects.toThrow('broken')
    expect(agent.pending.list('approval')).toEqual([])
    expect(statusesOf(agent.history.messages)).toEqual(['c1 cancelled', 'c2 error'])
  })

  it('R70 a call that had ended stays ok when the run is cancelled before its turn', async () => {
    const { tool } = gatedTool('slow')
    const { agent, model } = agentUnderTest(
      [two, 'fine'],
      parallel([tool, anyTool('quick', () => 'kept')]),
    )
    const run = agent.chat('go')
    await flush()
    run.cancel()
    await run.catch(() => undefined)
    expect(statusesOf(agent.history.messages)).toEqual(['c1 interrupted', 'c2 ok'])
    expect((await agent.undo(run.id)).left).toMatchObject([{ callId: 'c2' }])
    await agent.chat('on')
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('kept')
  })

  it('R70 plug-ins and sinks hear of the answers in the order of the history', async () => {
    const { tool, end } = gatedTool('slow')
    const heard: string[] = []
    const note = ({ role, id }: Message): unknown => role === 'tool' && heard.push(id)
    const { agent } = agentUnderTest(
      [two, 'done'],
      parallel([tool, anyTool('quick')], {
        use: [
          { name: 'noting', message: ({ message }) => note(message) },
          conversation({ append: note }),
        ],
      }),
    )
    const run = agent.chat('go')
    await flush()
    end(1)
    await run
    expect(heard).toEqual(['c1', 'c1', 'c2', 'c2'])
  })

  it('R70 start in order, though the page is slow before one of them', async () => {
    const started: string[] = []
    const names = ['a', 'b', 'c', 'd']
    const { agent } = agentUnderTest(
      [calls(...names.map((name) => call(name))), 'done'],
      parallel(names.map((name) => anyTool(name, () => void started.push(name)))),
    )
    let waits = 0
    agent.use({
      name: 'page',
      settle: {
        baseline: () => undefined,
        beforeTool: async () => {
          if (waits++ === 0) await flush()
        },
        settle: async () => ({ ok: true, why: 'quiet', durationMs: 0 }),
      },
    })
    await agent.chat('go')
    expect(started).toEqual(names)
  })

  describe.each(['resume', 'chat'] as const)('after a reload, with `%s`', (way) => {
    it('R70 the outcome of a call that had ended is known', async () => {
      const pages = createPages()
      const before = pages.open()
      const paid = vi.fn<() => string>(() => 'paid')
      const asked = calls(call('slow', {}, 'c1'), call('pay', {}, 'c2'), call('nope', {}, 'c3'))
      const first = agentUnderTest(
        [asked],
        parallel([anyTool('slow', never), anyTool('pay', paid)], { storage: before.storage }),
      )
      const run = first.agent.chat('go')
      run.catch(() => undefined)
      await vi.waitFor(() => expect(endsOf(run)).toHaveLength(2))
      await flush()
      await before.die()
      const { agent, model } = agentUnderTest(
        ['done'],
        parallel([anyTool('slow', () => 1, { resume: { how: 'again' } }), anyTool('pay', paid)], {
          storage: pages.open().storage,
        }),
      )
      await agent.sessions.opening
      const next = way === 'resume' ? agent.resume() : agent.chat('and now?')
      await next
      expect(paid).toHaveBeenCalledOnce()
      expect(statusesOf(agent.history.messages)).toEqual([
        way === 'resume' ? 'c1 ok' : 'c1 interrupted',
        'c2 ok',
        'c3 unknown',
      ])
      expect(agent.history.get('c2')).toMatchObject({ content: '"paid"' })
      expect(JSON.stringify(model.requests[0]?.prompt)).toContain('paid')
      expect(endsOf(next)).toHaveLength(1)
    })
  })

  it('R70 a storage that cannot keep an outcome ends the run', async () => {
    const pages = createPages()
    const { storage } = pages.open()
    const { agent } = agentUnderTest(
      [two],
      parallel([anyTool('slow', never), anyTool('quick')], {
        storage: {
          ...storage,
          claim: async (...args) => {
            const claim = await storage.claim(...args)
            return (
              claim && {
                ...claim,
                write: async (entry) => {
                  if (entry.intents?.some(({ answer }) => answer)) throw new Error('full')
                  return claim.write(entry)
                },
              }
            )
          },
        },
      }),
    )
    const run = agent.chat('go')
    await run.catch(() => undefined)
    expect(run.status).not.toBe('completed')
    expect(statusesOf(agent.history.messages)).toEqual(['c1 interrupted', 'c2 ok'])
  })
})
