import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { pending, pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { type Agent, type AgentOptions, type PendingApproval, type ToolOptions } from '../index.ts'
import { audit } from '../features/audit/index.ts'

type AnyOptions = Partial<ToolOptions<Record<string, unknown>, unknown>>

/** Creates an agent whose model calls `remove`, which removes whoever is selected. */
function subject(
  rest: AnyOptions = {},
  options: Partial<AgentOptions> = {},
  page = { selected: 'Ann' },
) {
  const removed: string[] = []
  const remove = anyTool('remove', () => void removed.push(page.selected), {
    effect: 'destructive',
    approval: { preview: () => `Removes ${page.selected}` },
    ...rest,
  })
  const under = agentUnderTest([calls(call('remove', { n: 1 })), 'done'], {
    tools: [remove],
    ...options,
  })
  const leave = under.agent.pending.attach('approval')
  return { ...under, page, removed, leave }
}

const open = (agent: Agent) => agent.pending.list('approval')

const changedError = /what it (is for|would do) changed after it was shown.*: ask again/

describe('R57 A4 what was allowed is compared with what the page says then', () => {
  it('R57 A4 another preview opens one new card, after the yes and not before', async () => {
    let asked = 0
    const { agent, page, removed } = subject({
      approval: { preview: () => `${++asked && 'Removes'} ${page.selected}` },
    })
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    page.selected = 'Bob'
    agent.scopes.refresh()
    await settleAll()
    expect(open(agent)).toEqual([first])
    expect(asked).toBe(1)
    expect(agent.pending.approve(first.id)).toBe(true)
    const second = await pendingOne(agent)
    expect(second).toMatchObject({
      preview: 'Removes Bob',
      replaces: first.id,
      callId: first.callId,
      argsHash: first.argsHash,
    })
    expect(removed).toEqual([])
    expect(agent.pending.approve(first.id)).toBe(false)
    agent.pending.approve(second.id)
    await run
    expect(removed).toEqual(['Bob'])
  })

  it('R57 A4 a second difference makes the call stale, and tells the model to ask again', async () => {
    const { agent, page, removed } = subject()
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    page.selected = 'Bob'
    agent.pending.approve(first.id)
    const second = await pendingOne(agent)
    page.selected = 'Cid'
    agent.pending.approve(second.id)
    const { messages } = await run
    const [answer] = answersIn(messages)
    expect(answer).toMatchObject({ status: 'stale' })
    expect(answer?.content).toMatch(changedError)
    expect(open(agent)).toEqual([])
    expect(removed).toEqual([])
    const resolved = run.events.filter(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject([{ decision: 'denied', by: 'changed' }])
  })

  it('R57 A4 other `binds` are refused at once, also where the preview is another', async () => {
    for (const hasPreview of [false, true]) {
      const page = { selected: 'Ann' }
      const { agent, removed } = subject({
        approval: {
          preview: hasPreview ? () => `Removes ${page.selected}` : undefined,
          binds: () => page.selected,
        },
      })
      const run = agent.chat('go')
      const { id } = await pendingOne(agent)
      page.selected = 'Bob'
      agent.pending.approve(id)
      const { messages } = await run
      expect(answersIn(messages)).toMatchObject([{ status: 'stale' }])
      expect(answersIn(messages)[0]?.content).toMatch(changedError)
      expect(run.events.filter(({ type }) => type === 'agent:pending_added')).toHaveLength(1)
      expect(removed).toEqual([])
    }
  })

  it.each(['preview', 'binds'] as const)(
    'R57 A4 `%s` is compared at once right before the handler, however long the call is written down',
    async (option) => {
      const gate = Promise.withResolvers<void>()
      const page = { selected: 'Ann' }
      const { agent, removed } = subject(
        { approval: { [option]: () => page.selected } },
        { use: [audit({ append: () => gate.promise, query: () => [], export: () => '' })] },
        page,
      )
      const run = agent.chat('go')
      agent.pending.approve((await pendingOne(agent)).id)
      await settleAll()
      page.selected = 'Bob'
      gate.resolve()
      const { messages } = await run
      expect(answersIn(messages)).toMatchObject([{ status: 'stale' }])
      expect(answersIn(messages)[0]?.content).toMatch(changedError)
      expect(removed).toEqual([])
    },
  )

  it('R57 A4 is asked about anew beside others, which stay as they are', async () => {
    const page = { a: 'Ann', b: 'Bob' }
    const removed: string[] = []
    const tools = (['a', 'b'] as const).map((key) =>
      anyTool(key, () => void removed.push(page[key]), {
        effect: 'destructive',
        approval: { preview: () => page[key] },
      }),
    )
    const { agent } = agentUnderTest([calls(call('a'), call('b')), 'done'], {
      tools,
      calls: { order: 'parallel' },
    } as Partial<AgentOptions>)
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const [a, b] = await pending(agent, 2)
    page.a = 'Amy'
    agent.pending.approve(a?.id ?? '')
    const [sameB, newA] = await pending(agent, 2)
    expect(newA).toMatchObject({ preview: 'Amy', replaces: a?.id })
    expect(sameB).toBe(b)
    agent.pending.approve(newA?.id ?? '')
    agent.pending.approve(b?.id ?? '')
    await run
    expect(removed.toSorted()).toEqual(['Amy', 'Bob'])
  })

  it('R57 A4 `decide` is asked anew, and the old signal is aborted', async () => {
    const asked: { preview: unknown; signal: AbortSignal }[] = []
    const { agent, page, removed } = subject(
      {},
      {
        approval: {
          decide: ({ preview }, { signal }) => {
            asked.push({ preview, signal })
            page.selected = 'Bob'
            return true
          },
        },
      },
    )
    await agent.chat('go')
    expect(asked.map(({ preview }) => preview)).toEqual(['Removes Ann', 'Removes Bob'])
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(removed).toEqual(['Bob'])
  })

  it('R57 A4 an approval by the timeout is for what was shown too', async () => {
    const page = { selected: 'Ann' }
    const { agent, removed, clock } = subject(
      { effect: 'write', approval: { when: true, preview: () => `Removes ${page.selected}` } },
      { approval: { timeout: '1s', onTimeout: 'approve' } },
      page,
    )
    const run = agent.chat('go')
    await pendingOne(agent)
    page.selected = 'Bob'
    await clock.advance(1000)
    await settleAll()
    expect(removed).toEqual([])
    expect(open(agent)).toMatchObject([{ preview: 'Removes Bob' }])
    await clock.advance(1000)
    await run
    expect(removed).toEqual(['Bob'])
  })

  it('R57 A4 a preview that throws after the yes is another one', async () => {
    const { agent, page } = subject({
      approval: {
        preview: () => {
          if (page.selected === '') throw new Error('nobody is selected')
          return page.selected
        },
      },
    })
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    page.selected = ''
    agent.pending.approve(id)
    const request = await pendingOne(agent)
    expect(request).toMatchObject({ previewError: 'nobody is selected', replaces: id })
    expect(request.preview).toBeUndefined()
    agent.pending.deny(request.id)
    await run
  })

  it('R57 A4 an asynchronous preview is awaited once more after the yes', async () => {
    const given: ((text: string) => void)[] = []
    const { agent, removed } = subject({
      approval: { preview: () => new Promise((resolve) => given.push(resolve)) },
    })
    const run = agent.chat('go')
    await settleAll()
    given[0]?.('Ann')
    agent.pending.approve((await pendingOne(agent)).id)
    await settleAll()
    expect(removed).toEqual([])
    given[1]?.('Ann')
    await run
    expect(given).toHaveLength(2)
    expect(removed).toEqual(['Ann'])
  })

  it('R57 A4 edited arguments run only while the page shows what it showed', async () => {
    const { agent, page, removed } = subject({
      approval: { preview: ({ n }) => `${page.selected} ${String(n)}` },
    })
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    page.selected = 'Bob'
    agent.pending.approve(first.id, { args: { n: 2 } })
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Bob 1', args: { n: 1 }, dropped: { n: 2 } }])
    agent.pending.approve(open(agent)[0]?.id ?? '', { args: { n: 2 } })
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Bob 2', args: { n: 2 }, asked: { n: 1 } }])
    expect(open(agent)[0]).not.toHaveProperty('dropped')
    expect(removed).toEqual([])
    agent.pending.approve(open(agent)[0]?.id ?? '')
    const { messages } = await run
    expect(removed).toEqual(['Bob'])
    expect(answersIn(messages)[0]?.arguments).toEqual({ n: 2 })
  })

  it('R57 A4 what a user changed, and what code changed, is bound to its own preview', async () => {
    const preview = ({ n }: Record<string, unknown>) => `${page.selected} ${String(n)}`
    const page = { selected: 'Ann' }
    const { agent, removed } = subject({ approval: { preview } }, {}, page)
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id, { args: { n: 2 } })
    await settleAll()
    page.selected = 'Bob'
    agent.pending.approve(open(agent)[0]?.id ?? '')
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Bob 2', args: { n: 2 }, asked: { n: 1 } }])
    agent.pending.approve(open(agent)[0]?.id ?? '')
    await run
    expect(removed).toEqual(['Bob'])
    let asked = 0
    const decide = ({ args }: PendingApproval) => {
      asked++
      return { decision: 'approve', args: { n: Number(args['n']) + 1 } } as const
    }
    const byCode = subject({ approval: { preview } }, { approval: { decide } }, page)
    const second = byCode.agent.chat('go')
    await settleAll()
    expect(byCode.removed).toEqual([])
    expect(open(byCode.agent)).toMatchObject([
      { preview: 'Bob 2', args: { n: 2 }, asked: { n: 1 }, edited: { n: 2 } },
    ])
    byCode.agent.pending.approve(open(byCode.agent)[0]?.id ?? '')
    const { messages } = await second
    expect(asked).toBe(1)
    expect(answersIn(messages)[0]?.arguments).toEqual({ n: 2 })
  })

  it('R57 A4 what code changed runs at once if the card says nothing new, else only if a user is there', async () => {
    const decide = () => ({ decision: 'approve', args: { n: 2 } }) as const
    for (const [preview, status] of [
      [() => 'the same', 'ok'],
      [({ n }: Record<string, unknown>) => String(n), 'denied'],
    ] as const) {
      const { agent, leave, removed } = subject({ approval: { preview } }, { approval: { decide } })
      leave()
      const { messages } = await agent.chat('go')
      expect(answersIn(messages)).toMatchObject([{ status }])
      expect(removed).toHaveLength(status === 'ok' ? 1 : 0)
    }
  })

  it('R57 A4 another attempt is made only for what was shown', async () => {
    const page = { selected: 'Ann' }
    const tried: string[] = []
    const remove = anyTool(
      'remove',
      () => {
        tried.push(page.selected)
        page.selected = 'Bob'
        throw new Error('the server is down')
      },
      { effect: 'destructive', approval: { preview: () => page.selected }, run: { retry: 3 } },
    )
    const { agent } = agentUnderTest([calls(call('remove')), 'done'], { tools: [remove] })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id)
    const { messages } = await run
    expect(tried).toEqual(['Ann'])
    const [answer] = answersIn(messages)
    expect(answer).toMatchObject({ status: 'error' })
    expect(answer?.content).toContain('the server is down')
  })

  it('R57 A4 a request that is opened anew when nobody is there any more is denied', async () => {
    const given: ((text: string) => void)[] = []
    const { agent, removed, leave } = subject({
      approval: { preview: () => new Promise((resolve) => given.push(resolve)) },
    })
    const run = agent.chat('go')
    await settleAll()
    given[0]?.('Ann')
    const { id } = await pendingOne(agent)
    agent.pending.approve(id)
    await settleAll()
    leave()
    await settleAll()
    given[1]?.('Bob')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([{ status: 'denied' }])
    expect(removed).toEqual([])
  })

  it('R57 A4 a preview that is never the same ends the call as stale, and developers are told', async () => {
    let n = 0
    let asked = 0
    const warnings: string[] = []
    const { agent, removed } = subject(
      { approval: { preview: () => ++n } },
      { approval: { decide: () => (asked++, true) } },
    )
    agent.on('agent:warning', ({ code }) => void warnings.push(code))
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'stale' }])
    expect(removed).toEqual([])
    expect(asked).toBe(2)
    expect(warnings).toEqual(['preview_unsteady'])
  })
})

describe('R57 A4 binds', () => {
  it('R57 A4 holds while the values are equal, though they are other objects', async () => {
    const { agent, removed } = subject({
      approval: {
        preview: undefined,
        binds: () => ({ id: 'Ann', at: new Date(7), list: [1, null, undefined] }),
      },
    })
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id)
    await run
    expect(removed).toEqual(['Ann'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('gone')
      },
      'gone',
    ],
    ['returns a promise', async () => 1, 'returned a promise'],
  ])('R57 A4 denies the call if it %s', async (_how, binds, reason) => {
    const { agent, removed } = subject({ approval: { binds } })
    const { messages } = await agent.chat('go')
    const [answer] = answersIn(messages)
    expect(answer).toMatchObject({ status: 'denied' })
    expect(answer?.content).toContain(reason)
    expect(removed).toEqual([])
  })

  it('R57 A4 is asked of edited arguments too, when the user allows them', async () => {
    let version = 0
    const bound: unknown[] = []
    const { agent, removed } = subject({
      approval: {
        binds: ({ n }) => {
          bound.push(n)
          return n === 2 ? ++version : 'the same'
        },
      },
    })
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id, { args: { n: 2 } })
    const { messages } = await run
    expect(answersIn(messages)[0]?.content).toMatch(changedError)
    expect(bound).toContain(2)
    expect(removed).toEqual([])
  })
})

describe('R57 A4 a call that a user changed', () => {
  /** Creates an agent whose model calls `pay` with n 1. */
  function payment(parameters: z.ZodType, options: Partial<AgentOptions> = {}, rest = {}) {
    const paid: unknown[] = []
    const pay = anyTool('pay', (args) => void paid.push(args), {
      effect: 'write',
      parameters: parameters as never,
      approval: true,
      ...rest,
    })
    const script = [calls(call('pay', { n: 1 })), 'done']
    const under = agentUnderTest(script, { tools: [pay], ...options })
    under.agent.pending.attach('approval')
    return { ...under, paid }
  }

  it('is denied once code has changed each of twenty requests', async () => {
    const { agent, paid } = payment(z.object({ n: z.number().max(5) }))
    let asked = 0
    agent.on('agent:pending_added', ({ pending: { id } }) => {
      asked += 1
      agent.pending.approve(id, { args: { n: 9 } })
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'denied' }])
    expect(asked).toBe(20)
    expect(paid).toEqual([])
  })

  it.each([
    ['does not fit', 9],
    ['would do something else', 2],
  ])('is denied if it %s and nobody answers then', async (_how, n) => {
    const { agent, paid, clock } = payment(
      z.object({ n: z.number().max(5) }),
      { approval: { timeout: '1s', onTimeout: 'approve' } },
      { approval: { when: true, preview: ({ n: sum }: { n: number }) => `Pays ${sum}` } },
    )
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    expect(first.onTimeout).toBe('approve')
    agent.pending.approve(first.id, { args: { n } })
    await settleAll()
    expect(open(agent)).toMatchObject([{ replaces: first.id }])
    expect(open(agent)[0]).not.toHaveProperty('onTimeout')
    await clock.advance(1000)
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([{ status: 'denied' }])
    expect(paid).toEqual([])
  })

  it('is asked about again if the tool gets a value that was not shown, and not of `decide`', async () => {
    const names = ['', 'Ann', 'Bob']
    const decided: unknown[] = []
    const { agent, paid } = payment(
      z.object({ n: z.number(), fee: z.number().default(0) }).transform(({ n, fee }) => ({
        to: names[n],
        fee,
      })),
      { approval: { decide: ({ args }) => void decided.push(args) } },
    )
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    expect(first.args).toEqual({ to: 'Ann', fee: 0 })
    agent.pending.approve(first.id, { args: { n: 2 } })
    await settleAll()
    expect(paid).toEqual([])
    const [second] = open(agent)
    expect(second).toMatchObject({ args: { to: 'Bob', fee: 0 }, asked: { n: 1 }, edited: { n: 2 } })
    agent.pending.approve(second?.id ?? '')
    await run
    expect(paid).toEqual([{ to: 'Bob', fee: 0 }])
    expect(decided).toEqual([{ to: 'Ann', fee: 0 }])
  })

  it('is not asked about again for a default that was shown', async () => {
    const { agent, paid } = payment(z.object({ n: z.number(), fee: z.number().default(0) }))
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id, { args: { n: 2 } })
    await run
    expect(paid).toEqual([{ n: 2, fee: 0 }])
  })
})
