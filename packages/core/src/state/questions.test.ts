import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, answersIn, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { type Pending, type ToolContext, AgentError } from '../index.ts'
import { runAgent } from '../features/code/index.ts'

const asking = (ask: (ctx: ToolContext) => Promise<unknown>, limits = {}) =>
  agentUnderTest([calls(call('x')), 'done'], {
    tools: [anyTool('x', (_, ctx) => ask(ctx))],
    limits,
  })

describe('questions', () => {
  it('waits in a handler for what the user says', async () => {
    const { agent } = asking((ctx) => ctx.ask('Which one?'))
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    const [ask] = agent.pending.list('question')
    expect(ask).toMatchObject({ tool: 'x', callId: 'call_1', runId: run.id, message: 'Which one?' })
    expect(agent.getState()).toMatchObject({ status: 'waiting', waitingFor: 'user' })
    expect(await agent.pending.answer(ask?.id ?? '', 7)).toEqual([{ message: 'expected text' }])
    expect(await agent.pending.answer(ask?.id ?? '', 'The red one')).toEqual([])
    await run
    expect(told(answersIn(agent.history.messages)[0])).toBe('The red one')
    expect(agent.pending.list('question')).toEqual([])
    expect(await agent.pending.answer(ask?.id ?? '', 'again')).toHaveLength(1)
    const asked = run.events.filter(({ type }) => type.startsWith('agent:pending_'))
    expect(asked).toMatchObject([
      { callId: 'call_1', pending: { kind: 'question', id: ask?.id, message: 'Which one?' } },
      { callId: 'call_1', kind: 'question', id: ask?.id, outcome: 'answered' },
    ])
  })

  it('reads an answer by its schema, and waits on while it is wrong', async () => {
    const schema = z.object({ count: z.coerce.number().min(2), note: z.string().default('none') })
    const { agent } = asking((ctx) => ctx.ask({ message: 'How many?', schema }))
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    const [ask] = agent.pending.list('question')
    expect(ask?.schema).toMatchObject({ type: 'object', required: ['count'] })
    const issues = await agent.pending.answer(ask?.id ?? '', { count: '1' })
    expect(issues).toMatchObject([{ path: ['count'] }])
    expect(agent.pending.list('question')).toEqual([ask])
    expect(await agent.pending.answer(ask?.id ?? '', { count: '2' })).toEqual([])
    await run
    expect(told(answersIn(agent.history.messages)[0])).toEqual({ count: 2, note: 'none' })
  })

  it('takes a bare schema of any type', async () => {
    const { agent } = asking(({ ask }) => ask(z.enum(['red', 'blue'])))
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    const id = agent.pending.list('question')[0]?.id ?? ''
    expect(await agent.pending.answer(id, 'green')).toHaveLength(1)
    await agent.pending.answer(id, 'blue')
    await run
    expect(told(answersIn(agent.history.messages)[0])).toBe('blue')
  })

  it('tells the tool that the user declined', async () => {
    const seen: unknown[] = []
    const { agent } = asking((ctx) =>
      ctx.ask('Which one?').catch((error: unknown) => {
        seen.push(error)
        throw error
      }),
    )
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    agent.pending.decline(agent.pending.list('question')[0]?.id ?? '', 'Not now')
    await run
    expect(AgentError.is(seen[0], 'declined')).toBe(true)
    const [answer] = answersIn(agent.history.messages)
    expect(answer?.status).toBe('error')
    expect(answer?.content).toContain('did not answer what \\"x\\" asked: Not now')
    expect(run.events.find(({ type }) => type === 'agent:pending_resolved')).toMatchObject({
      outcome: 'declined',
    })
  })

  it('R29 ends the wait at once when the run is cancelled', async () => {
    const { agent, clock } = asking((ctx) => ctx.ask('Which one?'), { time: 1000 })
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(agent.pending.list('question')).toEqual([])
    expect(run.events.find(({ type }) => type === 'agent:pending_resolved')).toMatchObject({
      outcome: 'cancelled',
    })
    expect(clock.pending).toBe(0)
  })

  it('R19 does not count the wait against limits.time, of the run and of the ones around it', async () => {
    const { agent, clock } = asking(
      async (ctx) => {
        const inner = await runAgent((_, own) => own.ask('Which one?'), {
          parent: ctx,
          limits: { time: 500 },
        })
        await new Promise((resolve) => clock.setTimeout(() => resolve(undefined), 600))
        return inner.result
      },
      { time: 1000 },
    )
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    await clock.advance(60_000)
    expect(run.status).toBe('running')
    await agent.pending.answer(agent.pending.list('question')[0]?.id ?? '', 'This')
    await clock.advance(600)
    expect(await run).toMatchObject({ content: 'done' })
    expect(clock.pending).toBe(0)
  })

  it('R19 goes on counting after the answer', async () => {
    const { agent, clock } = asking(
      async (ctx) => {
        await ctx.ask('Which one?')
        return new Promise(() => undefined)
      },
      { time: 1000 },
    )
    agent.pending.attach('question')
    const run = agent.chat('go')
    const failed = failureOf(run)
    await flush()
    await clock.advance(5000)
    await agent.pending.answer(agent.pending.list('question')[0]?.id ?? '', 'This')
    await flush()
    await clock.advance(999)
    expect(run.status).toBe('running')
    await clock.advance(1)
    expect(await failed).toMatchObject({ budgetKey: 'time' })
  })

  const gone = [{ message: 'This is no longer asked.' }]
  it.each<
    [string, 'answered' | 'declined', (to: Pending, id: string, leave: () => void) => unknown[]]
  >([
    ['an answer, then another', 'answered', (to, id) => [to.answer(id, '1'), to.answer(id, '2')]],
    ['an answer, then no', 'answered', (to, id) => [to.answer(id, '1'), to.decline(id)]],
    ['an answer, then nobody', 'answered', (to, id, leave) => [to.answer(id, '1'), leave()]],
    ['no, then an answer', 'declined', (to, id) => [to.decline(id), to.answer(id, '1')]],
    // Nobody is there only if the task ends so: a page may replace the part that answers.
    ['nobody, then an answer', 'answered', (to, id, leave) => [leave(), to.answer(id, '1')]],
  ])('takes the first of %s in one task, and tells what the tool got', async (_what, how, act) => {
    const { agent } = asking((ctx) => ctx.ask('Which one?'))
    const leave = agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    const [ask] = agent.pending.list('question')
    const said = await Promise.all(act(agent.pending, ask?.id ?? '', leave))
    await run
    const ended = run.events.find(({ type }) => type === 'agent:pending_resolved')
    expect(ended).toMatchObject({ outcome: how })
    const [answer] = answersIn(agent.history.messages)
    expect(answer?.status).toBe(how === 'answered' ? 'ok' : 'error')
    expect(said.filter((each) => Array.isArray(each)).flat()).toEqual(
      how === 'declined' || said.every((each) => Array.isArray(each)) ? gone : [],
    )
  })

  it('is gone from the page as soon as it is answered or declined', async () => {
    const { agent } = asking(async (ctx) => {
      await ctx.ask('One?')
      await ctx.ask('Two?')
    })
    agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    const [one] = agent.pending.list('question')
    agent.pending.decline(one?.id ?? '')
    expect(agent.pending.list('question')).toEqual([])
    await run
  })

  it('says what to do when nothing shows questions', async () => {
    const { agent } = asking((ctx) => ctx.ask('Which one?'))
    await agent.chat('go')
    const [answer] = answersIn(agent.history.messages)
    expect(answer?.content).toMatch(/nothing on the page shows questions.*usePending/)
  })

  it('declines what is pending when the last page that shows it has gone', async () => {
    const { agent } = asking((ctx) => ctx.ask('Which one?'))
    const leave = agent.pending.attach('question')
    const run = agent.chat('go')
    await flush()
    leave()
    const back = agent.pending.attach('question')
    await flush()
    expect(agent.pending.list('question')).toHaveLength(1)
    back()
    await run
    expect(answersIn(agent.history.messages)[0]?.content).toContain('shows the question any more')
  })
})
