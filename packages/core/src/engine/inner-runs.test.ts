import { call, calls, type Reply } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { memoryAudit } from '../features/audit/index.ts'
import { memoryLedger } from '../features/budgets/index.ts'
import { runAgent } from '../features/code/index.ts'
import {
  type Agent,
  agentTool,
  type AgentOptions,
  type AnyTool,
  type PendingApproval,
  type Run,
  type ToolContext,
} from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const prices = { scripted: { input: 1e6, output: 1e6 } }

/** Creates the tool `research`, whose handler runs an agent. */
const researchBy = (agent: Agent): AnyTool =>
  anyTool('research', async (_, ctx) => {
    const { content, error } = await ctx.execute('Find it', { agent })
    if (error) throw error
    return content
  })

/** Creates a chat whose first call runs another agent, with these replies and options. */
function chatWith(
  replies: Iterable<Reply>,
  inner: Partial<AgentOptions> = {},
  { tools = [], ...outer }: Partial<AgentOptions> = {},
  asked: Reply = calls(call('research')),
) {
  const { agent: researcher, model } = agentUnderTest(replies, {
    name: 'researcher',
    prices,
    ...inner,
  })
  const options = { name: 'front', prices, tools: [researchBy(researcher), ...tools] }
  const { agent } = agentUnderTest([asked, 'done'], { ...options, ...outer })
  return { agent, researcher, model }
}

const never = () => new Promise<never>(() => undefined)

/** Replies with one call of a tool, for ever. */
const endlessly = (tool: string): { otherwise: () => Reply } => ({
  otherwise: () => calls(call(tool)),
})

describe('a run inside a call', () => {
  it('asks the user of the chat, and says for which agent', async () => {
    let refunds = 0
    const refund = anyTool('refund', () => ++refunds, { effect: 'destructive', title: 'Refund it' })
    const { agent, researcher } = chatWith([calls(call('refund')), 'ok'], { tools: [refund] })
    agent.pending.attach()
    const run = agent.chat('go')
    const request = await pendingOne(agent)
    expect(request).toMatchObject({
      tool: 'refund',
      agent: 'researcher',
      sessionId: agent.sessions.getState().current,
      canRemember: false,
    })
    expect(researcher.pending.list('approval')).toEqual([])
    expect(agent.calls.getState().get(request.callId)).toMatchObject({
      parentCallId: 'call_1',
      agent: 'researcher',
      title: 'Refund it',
      input: '{}',
      state: 'awaiting-approval',
    })
    agent.pending.approve(request.id)
    expect((await run).status).toBe('completed')
    expect(refunds).toBe(1)
  })

  it('is denied what needs a user if the chat has none', async () => {
    const refund = anyTool('refund', undefined, { effect: 'destructive' })
    const { agent, researcher } = chatWith([calls(call('refund')), 'ok'], { tools: [refund] })
    researcher.pending.attach()
    await agent.chat('go')
    const records = [...agent.calls.getState().values()]
    expect(records.find(({ tool }) => tool === 'refund')).toMatchObject({ state: 'denied' })
  })

  it('asks the `approval.decide` of the chat, unless its agent has one', async () => {
    const asked: string[] = []
    const decideAs =
      (who: string) =>
      ({ tool, agent }: PendingApproval): boolean => {
        asked.push(`${who}: ${tool} of ${agent}`)
        return true
      }
    const refund = anyTool('refund', undefined, { effect: 'destructive' })
    const chat = { approval: { decide: decideAs('chat') } }
    for (const own of [{}, { approval: { ask: 'all', decide: decideAs('own') } }] as const) {
      const { agent } = chatWith([calls(call('refund')), 'ok'], { tools: [refund], ...own }, chat)
      await agent.chat('go')
      const records = [...agent.calls.getState().values()]
      expect(records.find(({ tool }) => tool === 'refund')).toMatchObject({ state: 'succeeded' })
    }
    expect(asked).toEqual(['chat: refund of researcher', 'own: refund of researcher'])
  })

  it('tells the model of the chat which of its limits ended it', async () => {
    const { agent } = chatWith([calls(call('x')), 'ok'], {
      tools: [anyTool('x')],
      limits: { iterations: 1 },
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ content }) => JSON.parse(content))).toMatchObject([
      { error: { code: 'limit', budgetKey: 'iterations', limit: 1, spent: 1 } },
    ])
  })

  it.each([{}, null, 5])('is told if what it is given is not an agent: %j', async (given) => {
    const delegate = anyTool('research', (_, ctx) => ctx.execute('go', { agent: given as never }))
    const { agent } = agentUnderTest([calls(call('research')), 'done'], { tools: [delegate] })
    const [answer] = answersIn((await agent.chat('go')).messages)
    expect(answer).toMatchObject({ status: 'error' })
    expect(answer?.content).toMatch(/`agent` is .*Give what createAgent/)
    expect(() => agentTool({ agent: given as never, name: 'a', description: 'x' })).toThrow(
      'Give what createAgent',
    )
  })

  it('asks the user of the chat its questions', async () => {
    const ask = anyTool('ask', (_, ctx) => ctx.ask('Which one?'))
    const { agent } = chatWith([calls(call('ask')), 'ok'], { tools: [ask] })
    agent.pending.attach()
    const run = agent.chat('go')
    await settleAll()
    const [question] = agent.pending.list('question')
    expect(question).toMatchObject({ tool: 'ask', agent: 'researcher', message: 'Which one?' })
    expect(await agent.pending.answer(question?.id ?? '', 'the red one')).toEqual([])
    expect((await run).report.children).toMatchObject([{ status: 'completed' }])
  })

  it('gives its artifacts to the chat, also those of equal ids', async () => {
    const chart = (data: number) =>
      anyTool('chart', (_, ctx) => ctx.artifact({ id: 'c', type: 'chart', data }))
    const { agent } = chatWith(
      [calls(call('chart')), 'ok'],
      { tools: [chart(1)] },
      { tools: [chart(2)] },
      calls(call('research'), call('chart')),
    )
    const { artifacts } = await agent.chat('go')
    expect(artifacts.map(({ data }) => data)).toEqual([1, 2])
    expect(agent.sessions.getState().artifacts.map(({ data }) => data)).toEqual([1, 2])
  })

  it('is on the bill of the chat: one number, and rows under its session', async () => {
    const [audit, ledger] = [memoryAudit(), memoryLedger()]
    const replies = [calls(call('look')), 'ok']
    const { agent } = chatWith(replies, { tools: [anyTool('look')] }, { use: [audit, ledger] })
    const { usage, costUsd, report, runId } = await agent.chat('go')
    const { run, session } = agent.sessions.getState().usage
    expect(run).toEqual({ usage, costUsd })
    expect(session).toEqual(run)
    expect(report.usage).toEqual(usage)
    const sum = [...report.iterations, ...(report.children[0]?.iterations ?? [])]
    expect(sum.reduce((all, one) => all + one.usage.totalTokens, 0)).toBe(usage.totalTokens)
    const { current: sessionId } = agent.sessions.getState()
    const row = { sessionId, rootRunId: runId }
    expect(ledger.rows).toMatchObject(
      ['front', 'researcher', 'researcher', 'front'].map((agentId) => ({ ...row, agentId })),
    )
    expect(ledger.rows.reduce((all, one) => all + (one.costUsd ?? 0), 0)).toBeCloseTo(costUsd ?? 0)
    expect(audit.query({ sessionId }).map(({ tool }) => tool)).toEqual(['look', 'research'])
  })

  it('keeps rows in the ledger and the audit of its own agent, if that has any', async () => {
    const [audit, ledger] = [memoryAudit(), memoryLedger()]
    const own = { tools: [anyTool('look')], use: [audit, ledger] }
    const { agent } = chatWith([calls(call('look')), 'ok'], own, { use: [memoryAudit()] })
    await agent.chat('go')
    const { current: sessionId } = agent.sessions.getState()
    expect(ledger.rows).toMatchObject([{ sessionId }, { sessionId }])
    expect(audit.query({ sessionId }).map(({ tool }) => tool)).toEqual(['look'])
  })

  it('has its calls among those of the chat, whatever ids its model gives', async () => {
    const { agent, researcher } = chatWith([calls(call('look')), 'ok'], {
      tools: [anyTool('look', () => 'found')],
    })
    const { runId, report } = await agent.chat('go')
    const [look, research] = [...agent.calls.getState().values()]
    expect(research).toMatchObject({ callId: 'call_1', runId, tool: 'research' })
    expect(research).toMatchObject({ runIds: [report.children[0]?.runId] })
    expect(look).toMatchObject({ tool: 'look', parentCallId: 'call_1', state: 'succeeded' })
    expect(look?.callId).not.toBe('call_1')
    expect(look?.answer?.content).toBe('"found"')
    expect(researcher.calls.getState().size).toBe(0)
  })

  it('is stopped with its call by `calls.cancel`, and the chat goes on', async () => {
    const { agent, model } = chatWith([{ hang: true }])
    const run = agent.chat('go')
    await settleAll()
    expect(agent.calls.getState().get('call_1')?.runIds).toHaveLength(1)
    agent.calls.cancel('call_1')
    agent.calls.cancel('another')
    const { status, content, messages, report } = await run
    expect([status, content]).toEqual(['completed', 'done'])
    expect(answersIn(messages)).toMatchObject([{ status: 'interrupted' }])
    expect(report.children).toMatchObject([{ status: 'cancelled' }])
    expect(model.requests).toHaveLength(1)
    agent.calls.cancel('call_1')
  })

  it('is stopped alone by the call inside that runs it', async () => {
    const { agent: expert } = agentUnderTest([{ hang: true }])
    const { agent } = chatWith([calls(call('research')), 'No answer.'], {
      tools: [researchBy(expert)],
    })
    const run = agent.chat('go')
    await settleAll()
    const inner = [...agent.calls.getState().values()].find(({ parentCallId }) => parentCallId)
    agent.calls.cancel(inner?.callId ?? '')
    const { messages, report } = await run
    expect(answersIn(messages)).toMatchObject([{ status: 'ok', content: '"No answer."' }])
    const [middle] = report.children
    expect(middle).toMatchObject({ status: 'completed', children: [{ status: 'cancelled' }] })
  })
})

describe('the limits of a run', () => {
  const look = { tools: [anyTool('look')] }

  it.each<[string, AgentOptions['limits'], number]>([
    ['iterations', { iterations: 3 }, 2],
    ['identicalCalls', { identicalCalls: 2 }, 3],
    ['calls', { calls: 3 }, 3],
  ])('hold for the runs inside it: `%s`', async (budgetKey, limits, requests) => {
    const { agent: inner, model } = agentUnderTest([], look, endlessly('look'))
    const { agent } = agentUnderTest([calls(call('research')), 'done'], {
      tools: [researchBy(inner)],
      limits,
    })
    const run = agent.chat('go')
    await expect(run).rejects.toMatchObject({ name: 'BudgetExceededError', budgetKey })
    expect(model.requests).toHaveLength(requests)
    expect(run.report).toMatchObject({ status: 'failed', children: [{ status: 'failed' }] })
  })

  it("have a default of 10 iterations that is each run's own", async () => {
    const { agent: inner, model } = agentUnderTest([], look, endlessly('look'))
    const { agent } = agentUnderTest([calls(call('research')), 'done'], {
      tools: [researchBy(inner)],
    })
    const { content, report } = await agent.chat('go')
    expect(content).toBe('done')
    expect(model.requests).toHaveLength(10)
    expect(report.children).toMatchObject([{ status: 'failed' }])
  })

  it('end a run that its own limit stops, and not the one around it', async () => {
    const { agent: inner } = agentUnderTest([], look, endlessly('look'))
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      limits: { iterations: 20 },
      tools: [
        anyTool('x', async (_, ctx) => {
          const { error } = await ctx.execute('go', { agent: inner, limits: { iterations: 2 } })
          return error?.name
        }),
      ],
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ content: '"BudgetExceededError"' }])
  })

  it('end agents that hand over to each other for ever, whatever their handlers ignore', async () => {
    const handOver = (name: string, to: () => Agent) =>
      anyTool(name, async (_, ctx) => (await ctx.execute('Your turn', { agent: to() })).content)
    const sales = agentUnderTest(
      [],
      { tools: [handOver('to_billing', () => billing.agent)] },
      endlessly('to_billing'),
    )
    const billing = agentUnderTest(
      [],
      { tools: [handOver('to_sales', () => sales.agent)] },
      endlessly('to_sales'),
    )
    const run = sales.agent.chat('Hello')
    await expect(run).rejects.toMatchObject({ budgetKey: 'depth', limit: 3, unit: 'runs' })
    expect([sales.model.requests.length, billing.model.requests.length]).toEqual([2, 2])
    const again = sales.agent.runTool('to_billing')
    await expect(again).rejects.toMatchObject({ budgetKey: 'depth' })
  })
})

describe('a run that its handler does not await', () => {
  it.each<[string, (ctx: ToolContext, agent: Agent) => Run<unknown>]>([
    ['ctx.execute', (ctx, agent) => ctx.execute('go', { agent })],
    ['ctx.runTool', (ctx, agent) => ctx.runTool('hang', {}, { agent })],
    ['runAgent', (ctx) => runAgent((code) => code.tool('hang', {}, never), { parent: ctx })],
  ])('ends with the call: %s', async (_, begin) => {
    const hang = anyTool('hang', never)
    const { agent: inner } = agentUnderTest([{ hang: true }], { tools: [hang] })
    let left: Run<unknown> | undefined
    const { agent, clock } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [
        anyTool('x', async (__, ctx) => {
          left = begin(ctx, inner)
          await settleAll(2)
          return 'left it'
        }),
      ],
    })
    const run = agent.chat('go')
    for (let at = 0; at < 20 && (run.status === 'running' || left?.status === 'running'); at++) {
      await settleAll()
      await clock.advance(25)
    }
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok', content: '"left it"' }])
    expect(left?.status).toBe('cancelled')
    expect(left?.events.at(-1)).toMatchObject({ reason: { kind: 'scope_ended' } })
  })

  it('does nothing if it is begun after the call, and says so on the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    let ran = 0
    const { agent: inner, model } = agentUnderTest(['never'], {
      tools: [anyTool('count', () => ++ran)],
    })
    let late: ToolContext | undefined
    const { agent } = agentUnderTest([calls(call('x')), 'done', 'after'], {
      tools: [anyTool('x', (_, ctx) => void (late = ctx))],
    })
    await agent.chat('go')
    const { status, error } = (await late?.execute('go', { agent: inner })) ?? {}
    expect(status).toBe('cancelled')
    expect(error?.message).toContain('has ended')
    await expect(late?.runTool('count', {}, { agent: inner })).rejects.toThrow('has ended')
    expect([ran, model.requests.length]).toEqual([0, 0])
    const told = expect.stringMatching(
      /^\[ambit\] Tool "x" used `ctx\.\w+` after its call had ended/,
    )
    expect(warn.mock.calls).toEqual([[told]])
  })

  it('cannot be a chat, which takes no `parent`', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent } = agentUnderTest([])
    expect(() => agent.chat('go', { parent: {} } as object)).toThrow('"parent"')
  })
})
