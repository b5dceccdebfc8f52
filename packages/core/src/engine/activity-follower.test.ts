import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import type { AgentState } from '../index.ts'

const slow = () => {
  const gate = Promise.withResolvers<string>()
  return { ...gate, tool: anyTool('slow', () => gate.promise) }
}

describe('Activity', () => {
  it('shows what a model writes, under the id the message will have', async () => {
    const { agent } = agentUnderTest(
      [{ reasoning: 'hm', text: 'Hello', hang: true }],
      {},
      { cut: 2 },
    )
    const run = agent.chat('go')
    await flush()
    const { status, runId, draft } = agent.getState()
    expect({ status, runId }).toEqual({ status: 'running', runId: run.id })
    expect(draft).toMatchObject({ content: 'Hello', reasoning: 'hm' })
    expect(draft?.message).toBe(draft?.message)
    expect(draft?.message).toEqual({
      id: draft?.id,
      parentId: agent.history.head,
      role: 'assistant',
      createdAt: expect.any(Number),
      content: 'Hello',
      reasoning: 'hm',
      usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Hello' },
      ],
    })
    run.cancel()
    await failureOf(run)
    expect(agent.history.messages[1]).toMatchObject({ id: draft?.id, content: 'Hello' })
    expect(agent.getState()).toMatchObject({
      status: 'idle',
      draft: undefined,
      cancelled: { kind: 'manual' },
    })
  })

  it('has the calls a model asks for in the message it writes', async () => {
    const asked = { tool: 'x', args: '{"a":' }
    const { agent } = agentUnderTest([{ calls: [call('x', asked)], hang: true }], {
      tools: [anyTool('x')],
    })
    const run = agent.chat('go')
    expect(agent.getState().draft?.message).toBeUndefined()
    await flush()
    const { draft, calls: shown } = agent.getState()
    const [id] = shown.keys()
    expect(draft?.message).toMatchObject({
      calls: [{ id, name: 'x', arguments: {} }],
      parts: [{ type: 'tool-call', id, name: 'x' }],
    })
    run.cancel()
    await failureOf(run)
  })

  it('shows each call from its first letter to its answer', async () => {
    const { tool, resolve } = slow()
    const { agent } = agentUnderTest([calls(call('slow', { a: 1 }), call('x')), 'done'], {
      tools: [tool, anyTool('x')],
    })
    const seen: string[] = []
    agent.subscribe(({ calls: shown }) => {
      const now = [...shown.values()].map(({ tool: name, state }) => `${name} ${state}`).join()
      if (now !== seen.at(-1)) seen.push(now)
    })
    const run = agent.chat('go')
    await flush()
    resolve('ok')
    await run
    expect(seen).toEqual([
      '',
      'slow input-streaming',
      'slow input-streaming,x input-streaming',
      'slow pending,x pending',
      'slow running,x pending',
      'x pending,slow succeeded',
      'x running,slow succeeded',
      'slow succeeded,x succeeded',
    ])
  })

  it('says what it waits for: a user who is to decide about a call', async () => {
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [anyTool('x', () => 'ok', { effect: 'destructive' })],
    })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
    const { status, waitingFor, calls: shown } = agent.getState()
    expect({ status, waitingFor }).toEqual({ status: 'waiting', waitingFor: 'user' })
    expect(shown.get('call_1')?.state).toBe('awaiting-approval')
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    await run
    expect(agent.getState()).toMatchObject({ status: 'idle', waitingFor: undefined })
  })

  it('shows progress', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('x', { a: 1 }, 'c1')), 'done'], {
      tools: [
        anyTool('x', (_args, ctx) => {
          ctx.progress({ percent: 40, message: 'Reading' })
          return gate.promise
        }),
      ],
    })
    const run = agent.chat('go')
    await flush()
    expect(agent.calls.getState().get('c1')).toMatchObject({
      state: 'running',
      input: '{"a":1}',
      percent: 40,
      message: 'Reading',
    })
    gate.resolve('ok')
    await run
  })

  it('waits for a retry, and forgets what the failed attempt began', async () => {
    const { agent, clock } = agentUnderTest([{ refuse: { statusCode: 503 } }, 'fine'])
    const run = agent.chat('go')
    await flush()
    const { status, waitingFor, retryAt } = agent.getState()
    expect({ status, waitingFor }).toEqual({ status: 'waiting', waitingFor: 'retry' })
    const retrying = run.events.find(({ type }) => type === 'agent:request_retrying')
    expect(retrying).toMatchObject({ at: clock.now() })
    expect(retryAt).toBeGreaterThan(clock.now())
    await clock.runAll()
    await run
    expect(agent.getState()).toMatchObject({ status: 'idle', retryAt: undefined })
  })

  it('is running once the request is sent again, before its first part', async () => {
    const gate = Promise.withResolvers<string>()
    const script = [{ refuse: { statusCode: 503 } }, () => gate.promise]
    const { agent, clock, model } = agentUnderTest(script)
    const run = agent.chat('go')
    await flush()
    expect(agent.getState()).toMatchObject({ status: 'waiting', waitingFor: 'retry' })
    await clock.runAll()
    expect(model.requests).toHaveLength(2)
    const { status, waitingFor, retryAt } = agent.getState()
    expect({ status, waitingFor, retryAt }).toEqual({ status: 'running' })
    gate.resolve('fine')
    expect((await run).content).toBe('fine')
  })

  it('settles while the page catches up', async () => {
    const gate = Promise.withResolvers<void>()
    const { agent } = agentUnderTest([calls(call('x')), 'done'], { tools: [anyTool('x')] })
    agent.use({
      name: 'page',
      settle: {
        baseline: () => undefined,
        beforeTool: async () => undefined,
        settle: async () => {
          await gate.promise
          return { ok: true, why: 'react', durationMs: 1 }
        },
      },
    })
    const run = agent.chat('go')
    await flush()
    expect(agent.getState().status).toBe('settling')
    gate.resolve()
    await run
    expect(run.events.find(({ type }) => type === 'agent:settled')).toMatchObject({ why: 'react' })
  })

  it('keeps the error of a run that failed until the next one starts', async () => {
    const { agent } = agentUnderTest([{ refuse: { statusCode: 400 } }, 'fine'])
    const error = await failureOf(agent.chat('go'))
    expect(agent.getState()).toMatchObject({ status: 'idle', error })
    await agent.chat('again')
    expect(agent.getState().error).toBeUndefined()
  })

  it('does not follow what runs apart from the open session', async () => {
    const { agent } = agentUnderTest(['apart', 'apart'])
    await agent.execute('first').catch(() => undefined)
    const seen: AgentState[] = []
    agent.subscribe((state) => seen.push(state))
    await agent.execute('go')
    expect(seen).toEqual([])
  })
})
