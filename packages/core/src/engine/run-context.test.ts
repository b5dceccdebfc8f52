import { call, calls, scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { settleAll } from '../../test/pending-approvals.ts'
import { runAgent } from '../features/code/index.ts'
import { createBudget } from '../limits.ts'
import { AgentError, type RunContext, type ToolContext } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

describe('ctx.run', () => {
  it('ends the run after the iteration with `stop`', async () => {
    const { agent, model } = agentUnderTest([calls(call('enough'), call('rest')), 'never'], {
      tools: [anyTool('enough', (_, ctx) => ctx.run.stop()), anyTool('rest')],
    })
    const { status, messages } = await agent.chat('go')
    expect(status).toBe('stopped')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(model.requests).toHaveLength(1)
  })

  it('asks a model on the bill of the run, and outside of the conversation', async () => {
    const other = scriptedModel(['A title'])
    const { agent, model } = agentUnderTest([calls(call('title')), 'An answer', 'done'], {
      tools: [
        anyTool('title', async (_, { run }) => [
          await run.ask('What is this?'),
          await run.ask([{ type: 'text', text: 'Name it' }], { model: other }),
        ]),
      ],
    })
    const { messages, usage } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ content: '["An answer","A title"]' }])
    expect(messages).toHaveLength(4)
    expect([model.requests.length, other.requests.length]).toEqual([3, 1])
    expect(usage.totalTokens).toBeGreaterThan(30)
    const failed = runAgent((_, { run }) => run.ask('What is this?'))
    await expect(failed).rejects.toThrow('has no model to ask')
  })

  it('asks a given model in a run of code too, at the prices of the run around it', async () => {
    const { result, report } = await runAgent((_, { run }) =>
      run.ask('Name it', { model: scriptedModel(['A title']) }),
    )
    expect(result).toBe('A title')
    expect(report.usage.totalTokens).toBeGreaterThan(0)
    const other = scriptedModel(['A title'], { modelId: 'other' })
    const costUsd = createBudget({ max: 1 })
    const { agent } = agentUnderTest([calls(call('title')), 'done'], {
      tools: [
        anyTool('title', async (_, parent) => {
          const inner = runAgent((_code, { run }) => run.ask('Name it', { model: other }), {
            parent,
          })
          return (await inner).result
        }),
      ],
      limits: { costUsd },
      prices: { other: { input: 1_000, output: 1_000 }, scripted: { input: 0, output: 0 } },
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ content: '"A title"' }])
    expect(costUsd.getState().spent).toBeGreaterThan(0)
  })

  it('is one object in a call, and gives its functions away', async () => {
    const seen: RunContext[] = []
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [
        anyTool('x', (_, ctx) => {
          const { state, emit } = ctx.run
          state.set({ n: 1 })
          emit('mine', 2)
          seen.push(ctx.run, ctx.run)
          return state.get()
        }),
      ],
    })
    const run = agent.chat('go')
    expect(answersIn((await run).messages)).toMatchObject([{ content: '{"n":1}' }])
    expect(seen[0]).toBe(seen[1])
    const event = run.events.find(({ type }) => type === 'agent:custom')
    expect(event).toMatchObject({ callId: 'call_1', tool: 'x', name: 'mine', data: 2 })
  })
})

describe('ctx.execute and ctx.runTool', () => {
  it('are bound to the call after an await: cancel, budgets and taint', async () => {
    const mails = createBudget({ max: 1 })
    const inner = agentUnderTest([calls(call('read'), call('send')), 'read'], {
      tools: [
        anyTool('read', () => 'Dear AI', { result: { untrusted: true } }),
        anyTool('send', undefined, { run: { cost: { custom: { mails: 1 } } } }),
      ],
    }).agent
    const { agent } = agentUnderTest([calls(call('ask')), 'done'], {
      limits: { custom: { mails } },
      tools: [
        anyTool('ask', async (_, { execute }) => {
          await settleAll(1)
          return (await execute('Read', { agent: inner })).content
        }),
      ],
    })
    const run = agent.chat('go')
    const { messages, report } = await run
    expect(answersIn(messages)).toMatchObject([{ content: '"read"', taint: 'untrusted' }])
    expect(report.children).toMatchObject([{ name: inner.name, rootRunId: run.id }])
    expect(mails.getState().spent).toBe(1)
  })

  it('end with the call', async () => {
    const inner = agentUnderTest([{ hang: true }]).agent
    let status: string | undefined
    const { agent } = agentUnderTest([calls(call('ask')), 'done'], {
      tools: [
        anyTool('ask', async (_, ctx) => {
          await settleAll(1)
          ;({ status } = await ctx.execute('Wait', { agent: inner }))
        }),
      ],
    })
    const run = agent.chat('go')
    await settleAll()
    run.cancel()
    await expect(run).rejects.toThrow('Cancelled')
    await settleAll()
    expect(status).toBe('cancelled')
  })

  it('use the agent of the call, and need one in `runAgent`', async () => {
    const { agent } = agentUnderTest([calls(call('outer')), 'done'], {
      tools: [
        anyTool('outer', async (_, ctx) => {
          await settleAll(1)
          return ctx.runTool('inner', { n: 2 })
        }),
        anyTool('inner', ({ n }) => n),
      ],
    })
    expect(answersIn((await agent.chat('go')).messages)[0]).toMatchObject({ content: '2' })
    await expect(runAgent((_, ctx) => ctx.runTool('inner'))).rejects.toThrow('an `agent`')
    const { result } = await runAgent((_, ctx) => ctx.runTool('inner', { n: 3 }, { agent }))
    expect(result).toBe(3)
  })

  it('have the options of the `with` whose run calls them', async () => {
    const { agent } = agentUnderTest([calls(call('outer')), 'inner', 'done'], {
      tools: [
        anyTool('outer', async (_, ctx) => {
          await settleAll(1)
          const { messages } = await ctx.execute('Answer')
          return [await ctx.runTool('plan'), messages.length]
        }),
        anyTool('plan', (_, { run }) => run.metadata),
      ],
      metadata: { plan: 'free' },
    })
    const changed = agent.with({ metadata: { plan: 'paid' }, instructions: 'Be brief.' })
    const first = await changed.chat('go')
    expect(answersIn(first.messages)[0]).toMatchObject({ content: '[{"plan":"paid"},2]' })
    const parts = agentUnderTest(['inner'], {
      tools: [anyTool('outer', (_, ctx) => ctx.execute('Answer').then(({ status }) => status))],
    })
    await parts.agent.with({ instructions: 'Be brief.' }).runTool('outer')
    expect(JSON.stringify(parts.model.requests[0]?.prompt)).toContain('Be brief.')
  })

  it.each(['execute', 'runTool'] as const)(
    'take the place of `parent`, which %s refuses',
    async (verb) => {
      vi.spyOn(console, 'warn').mockReturnValue()
      const { agent } = agentUnderTest([calls(call('x')), 'done'], {
        tools: [
          anyTool('x', (_, ctx: ToolContext) => {
            const options = { parent: ctx } as object
            if (verb === 'execute') return agent.execute('go', options)
            return agent.runTool('x', {}, options)
          }),
        ],
      })
      const { messages } = await agent.chat('go')
      expect(answersIn(messages)).toMatchObject([
        { status: 'error', content: expect.stringContaining('parent') },
      ])
      expect(() => agent.execute('go', { parent: {} } as object)).toThrow(AgentError)
    },
  )
})
