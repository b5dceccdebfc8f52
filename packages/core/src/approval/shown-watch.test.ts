import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { pending, pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { type Agent, type AgentOptions, type ToolOptions, approvals } from '../index.ts'

type AnyOptions = Partial<ToolOptions<Record<string, unknown>, unknown>>

/** Creates an agent whose model calls `remove`, which removes whoever is selected. */
function subject(rest: AnyOptions = {}, options: Partial<AgentOptions> = {}) {
  const page = { selected: 'Ann' }
  const removed: string[] = []
  const remove = anyTool('remove', () => void removed.push(page.selected), {
    effect: 'destructive',
    preview: () => `Removes ${page.selected}`,
    ...rest,
  })
  const under = agentUnderTest([calls(call('remove', { n: 1 })), 'done'], {
    tools: [remove],
    ...options,
  })
  const leave = under.agent.approvals.attach()
  return { ...under, page, removed, leave }
}

const open = (agent: Agent) => agent.approvals.getState().pending

const changedError = /what it is for changed after it was shown/

describe('R57 A4 what was pressed for one text never runs for another', () => {
  it('R57 A4 a change without notice is found at the press, and asked about anew', async () => {
    const { agent, page, removed } = subject()
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    expect(first).toMatchObject({ preview: 'Removes Ann' })
    expect(first.replaces).toBeUndefined()
    page.selected = 'Bob'
    expect(agent.approvals.approve(first.id)).toBe(true)
    await settleAll()
    const [second] = open(agent)
    expect(second).toMatchObject({
      preview: 'Removes Bob',
      replaces: first.id,
      callId: first.callId,
      argsHash: first.argsHash,
    })
    expect(removed).toEqual([])
    expect(agent.approvals.approve(first.id)).toBe(false)
    agent.approvals.approve(second?.id ?? '')
    await run
    expect(removed).toEqual(['Bob'])
  })

  it('R57 A4 a commit of the owner replaces the request, in its place', async () => {
    const page = { a: 'Ann', b: 'Bob' }
    const removed: string[] = []
    const tools = (['a', 'b'] as const).map((key) =>
      anyTool(key, () => void removed.push(page[key]), {
        effect: 'destructive',
        preview: () => page[key],
      }),
    )
    const { agent } = agentUnderTest([calls(call('a'), call('b')), 'done'], {
      tools,
      toolParallelism: 'parallel',
    } as Partial<AgentOptions>)
    agent.approvals.attach()
    const run = agent.chat('go')
    const [a, b] = await pending(agent, 2)
    page.a = 'Amy'
    agent.scopes.commits.add('a')
    expect(open(agent)).toEqual([a, b])
    await settleAll()
    const [newA, sameB] = open(agent)
    expect(newA).toMatchObject({ preview: 'Amy', replaces: a?.id })
    expect(sameB).toBe(b)
    expect(agent.approvals.approve(a?.id ?? '')).toBe(false)
    expect(open(agent)).toHaveLength(2)
    agent.approvals.approve(newA?.id ?? '')
    agent.approvals.approve(b?.id ?? '')
    await run
    expect(removed.toSorted()).toEqual(['Amy', 'Bob'])
  })

  it('R57 A4 a press right after a commit, before the tool was asked again, runs nothing', async () => {
    const { agent, page, removed } = subject()
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    page.selected = 'Bob'
    agent.scopes.commits.add('remove')
    agent.approvals.approve(first.id)
    await settleAll()
    expect(removed).toEqual([])
    expect(open(agent)).toMatchObject([{ preview: 'Removes Bob', replaces: first.id }])
    agent.approvals.deny(open(agent)[0]?.id ?? '')
    await run
    expect(removed).toEqual([])
  })

  it('R57 A4 onApproval is asked anew, and the old signal is aborted', async () => {
    const asked: { preview: unknown; signal: AbortSignal }[] = []
    const answers: ((given: boolean) => void)[] = []
    const { agent, page, removed } = subject(
      {},
      {
        approval: approvals({
          onApproval: ({ preview }, { signal }) => {
            asked.push({ preview, signal })
            return new Promise<boolean>((resolve) => answers.push(resolve))
          },
        }),
      },
    )
    const run = agent.chat('go')
    await pendingOne(agent)
    page.selected = 'Bob'
    agent.scopes.commits.add('remove')
    await settleAll()
    expect(asked.map(({ preview }) => preview)).toEqual(['Removes Ann', 'Removes Bob'])
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
    answers[0]?.(true)
    await settleAll()
    expect(removed).toEqual([])
    answers[1]?.(true)
    await run
    expect(removed).toEqual(['Bob'])
  })

  it('R57 A4 an approval by the timeout is for what was shown too', async () => {
    const { agent, page, removed, clock } = subject(
      { effect: 'write', requiresApproval: true },
      { approval: approvals({ timeout: '1s', timeoutAction: 'approve' }) },
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

  it('R57 A4 a preview that throws the second time is a change', async () => {
    const { agent, page } = subject({
      preview: () => {
        if (page.selected === '') throw new Error('nobody is selected')
        return page.selected
      },
    })
    const run = agent.chat('go')
    await pendingOne(agent)
    page.selected = ''
    agent.scopes.refresh()
    await settleAll()
    const [request] = open(agent)
    expect(request).toMatchObject({ previewError: 'nobody is selected' })
    expect(request?.preview).toBeUndefined()
    agent.approvals.deny(request?.id ?? '')
    await run
  })

  it('R57 A4 the latest answer of an asynchronous preview counts, whichever comes first', async () => {
    const given: ((text: string) => void)[] = []
    const { agent } = subject({ preview: () => new Promise((resolve) => given.push(resolve)) })
    const run = agent.chat('go')
    await settleAll()
    given[0]?.('Ann')
    await pendingOne(agent)
    agent.scopes.commits.add('remove')
    await settleAll()
    agent.scopes.commits.add('remove')
    await settleAll()
    expect(given).toHaveLength(3)
    given[2]?.('Cid')
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Cid' }])
    given[1]?.('Bob')
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Cid' }])
    run.cancel()
    await expect(run).rejects.toThrow()
  })

  it('R57 A4 a commit during the last preview asks once more', async () => {
    const given: ((text: string) => void)[] = []
    const { agent, removed } = subject({
      preview: () => new Promise((resolve) => given.push(resolve)),
    })
    const run = agent.chat('go')
    await settleAll()
    given[0]?.('Ann')
    agent.approvals.approve((await pendingOne(agent)).id)
    await settleAll()
    agent.scopes.commits.add('remove')
    given[1]?.('Ann')
    await settleAll()
    expect(removed).toEqual([])
    given[2]?.('Bob')
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Bob' }])
    expect(removed).toEqual([])
    run.cancel()
    await expect(run).rejects.toThrow()
  })

  it('R57 A4 an asynchronous preview is asked again after a commit, also beside `binds`', async () => {
    const gate = Promise.withResolvers<void>()
    const { agent, page, removed } = subject(
      { preview: async () => `Removes ${page.selected}`, binds: () => ['v1'] },
      { audit: { append: () => gate.promise, query: () => [], export: () => '' } },
    )
    const run = agent.chat('go')
    agent.approvals.approve((await pendingOne(agent)).id)
    await settleAll()
    page.selected = 'Bob'
    agent.scopes.commits.add('remove')
    gate.resolve()
    const { messages } = await run
    expect(removed).toEqual([])
    expect(answersIn(messages)[0]?.content).toMatch(changedError)
  })

  it('R57 A4 edited arguments run only while the page shows what it showed', async () => {
    const { agent, page, removed } = subject({
      preview: ({ n }) => `${page.selected} ${String(n)}`,
    })
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    page.selected = 'Bob'
    agent.approvals.approve(first.id, { args: { n: 2 } })
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Bob 1', args: { n: 1 } }])
    agent.approvals.approve(open(agent)[0]?.id ?? '', { args: { n: 2 } })
    await run
    expect(removed).toEqual(['Bob'])
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
      { effect: 'destructive', preview: () => page.selected, retry: 3 },
    )
    const { agent } = agentUnderTest([calls(call('remove')), 'done'], { tools: [remove] })
    agent.approvals.attach()
    const run = agent.chat('go')
    agent.approvals.approve((await pendingOne(agent)).id)
    const { messages } = await run
    expect(tried).toEqual(['Ann'])
    const [answer] = answersIn(messages)
    expect(answer).toMatchObject({ status: 'error' })
    expect(answer?.content).toContain('the server is down')
  })

  it('R57 A4 a request that is opened anew when nobody is there any more is denied', async () => {
    const given: ((text: string) => void)[] = []
    const { agent, removed, leave } = subject({
      preview: () => new Promise((resolve) => given.push(resolve)),
    })
    const run = agent.chat('go')
    await settleAll()
    given[0]?.('Ann')
    const { id } = await pendingOne(agent)
    agent.approvals.approve(id)
    await settleAll()
    leave()
    await settleAll()
    given[1]?.('Bob')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([{ status: 'denied' }])
    expect(removed).toEqual([])
  })

  it('R57 A4 many changes in a row are shown twice a second, so that no page is kept busy', async () => {
    const { agent, page, clock } = subject()
    const run = agent.chat('go')
    await pendingOne(agent)
    for (let nth = 1; nth <= 15; nth++) {
      page.selected = `number ${nth}`
      agent.scopes.commits.add('remove')
      await settleAll()
    }
    expect(open(agent)).toMatchObject([{ preview: 'Removes number 10' }])
    await clock.advance(500)
    await settleAll()
    expect(open(agent)).toMatchObject([{ preview: 'Removes number 15' }])
    run.cancel()
    await expect(run).rejects.toThrow()
  })

  it('R57 A4 a preview that is never the same ends with a denial, and developers are told', async () => {
    let n = 0
    let asked = 0
    const warnings: string[] = []
    const { agent, removed } = subject(
      { preview: () => ++n },
      { approval: approvals({ onApproval: () => (asked++, true) }) },
    )
    agent.on('agent:warning', ({ code }) => void warnings.push(code))
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'denied' }])
    expect(removed).toEqual([])
    expect(asked).toBeLessThan(20)
    expect(warnings).toEqual(['preview_unsteady'])
  })
})

describe('R57 A4 binds', () => {
  const versions = (page: { selected: string }): AnyOptions => ({
    preview: undefined,
    binds: () => ({ id: page.selected, at: new Date(7), list: [1, null, undefined] }),
  })

  it('R57 A4 does the same for a tool without a preview', async () => {
    const page = { selected: 'Ann' }
    const removed: string[] = []
    const remove = anyTool('remove', () => void removed.push(page.selected), {
      effect: 'destructive',
      ...versions(page),
    })
    const { agent } = agentUnderTest([calls(call('remove')), 'done'], { tools: [remove] })
    agent.approvals.attach()
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    agent.scopes.commits.add('remove')
    await settleAll()
    expect(open(agent)).toEqual([first])
    page.selected = 'Bob'
    agent.scopes.commits.add('remove')
    await settleAll()
    const [second] = open(agent)
    expect(second).toMatchObject({ replaces: first.id })
    agent.approvals.approve(second?.id ?? '')
    await run
    expect(removed).toEqual(['Bob'])
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
    const { agent, removed } = subject({ binds })
    const { messages } = await agent.chat('go')
    const [answer] = answersIn(messages)
    expect(answer).toMatchObject({ status: 'denied' })
    expect(answer?.content).toContain(reason)
    expect(removed).toEqual([])
  })

  it.each(['preview', 'binds'] as const)(
    'R57 A4 `%s` is compared at once right before the handler, and denies then',
    async (option) => {
      // It changes after the last time that the permit was checked: when the parsing has ended.
      let asked = 0
      const { agent, removed } = subject({
        preview: undefined,
        [option]: () => (++asked <= 2 ? 'Ann' : 'Bob'),
      })
      const run = agent.chat('go')
      agent.approvals.approve((await pendingOne(agent)).id)
      const { messages } = await run
      const [answer] = answersIn(messages)
      expect(answer).toMatchObject({ status: 'denied' })
      expect(answer?.content).toMatch(changedError)
      expect(removed).toEqual([])
    },
  )

  it('R57 A4 is asked of edited arguments too, when the person allows them', async () => {
    let version = 0
    const bound: unknown[] = []
    const { agent, removed } = subject({
      binds: ({ n }) => {
        bound.push(n)
        return n === 2 ? ++version : 'the same'
      },
    })
    const run = agent.chat('go')
    agent.approvals.approve((await pendingOne(agent)).id, { args: { n: 2 } })
    const { messages } = await run
    expect(answersIn(messages)[0]?.content).toMatch(changedError)
    expect(bound).toContain(2)
    expect(removed).toEqual([])
  })
})
