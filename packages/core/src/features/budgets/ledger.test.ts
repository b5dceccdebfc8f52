import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { ModelError } from '../../index.ts'
import { repair } from '../answers/index.ts'
import { ledger as ledgerOf, memoryLedger } from './index.ts'
import { hybrid } from '../compaction/index.ts'

const refuse = (isRetryable: boolean) => ({
  refuse: new ModelError('No.', { kind: 'overloaded', isRetryable }),
})

describe('the ledger', () => {
  it('R48 R49 has a frozen row for every model call, with its calls and whose it is', async () => {
    const ledger = memoryLedger()
    const { agent, clock } = agentUnderTest([calls(call('x'), call('x')), 'done'], {
      tools: [anyTool('x')],
      name: 'helper',
      user: { id: 'u1', tenant: 't1' },
      prices: { scripted: { input: 1, output: 2 } },
      use: [ledger],
    })
    agent.use({
      name: 'slow',
      request: async (_at, next) => {
        const response = await next()
        await clock.advance(5)
        return response
      },
    })
    const run = agent.chat('go')
    const { report, usage } = await run
    const who = {
      runId: run.id,
      rootRunId: run.id,
      agentId: 'helper',
      sessionId: report.sessionId,
      userId: 'u1',
      tenantId: 't1',
      model: 'scripted',
      status: 'ok',
      attempts: 1,
      durationMs: 0,
      costUsd: 0.00002,
    }
    expect(ledger.rows).toEqual([
      { ...who, at: 1_000_000, iteration: 0, toolCalls: 2, usage: expect.anything() },
      { ...who, at: 1_000_005, iteration: 1, toolCalls: 0, usage: expect.anything() },
    ])
    expect(ledger.rows.reduce((sum, row) => sum + row.usage.totalTokens, 0)).toBe(usage.totalTokens)
    expect(ledger.rows.every((row) => Object.isFrozen(row))).toBe(true)
  })

  it('R49 has failed calls with their attempts, and cancelled ones', async () => {
    const ledger = memoryLedger()
    const { agent, clock } = agentUnderTest(
      [refuse(true), refuse(true), 'done', refuse(false), { hang: true }],
      { use: [ledger] },
    )
    agent.on('agent:request_retrying', () => queueMicrotask(() => void clock.advance(60_000)))
    await agent.chat('tried again')
    await failureOf(agent.chat('failed'))
    const run = agent.chat('cancelled')
    agent.on('agent:request_started', () => setTimeout(() => run.cancel({ kind: 'user' })), {
      once: true,
    })
    await failureOf(run)
    expect(ledger.rows).toMatchObject([
      { status: 'ok', attempts: 3 },
      { status: 'failed', attempts: 1, error: 'overloaded' },
      { status: 'cancelled', attempts: 1 },
    ])
  })

  it('R49 has repairs, and the calls of optional features', async () => {
    const ledger = memoryLedger()
    const output = z.object({ n: z.number() })
    const repaired = agentUnderTest(['no', '{"n":1}'], { use: [ledger, repair()], output })
    await repaired.agent.chat('go')
    expect(ledger.rows).toHaveLength(2)

    const long = 'x'.repeat(4_000)
    const condensed = agentUnderTest([long, long, long, 'a summary', 'done'], {
      use: [ledger, hybrid({ maxContextTokens: 3_000 })],
    })
    for (const input of ['1', '2', '3', '4']) await condensed.agent.chat(input)
    expect(ledger.rows).toHaveLength(2 + 5)
    expect(condensed.model.requests).toHaveLength(5)
  })

  it('R49 fails no run when it fails', async () => {
    const failing = [
      () => {
        throw new Error('full')
      },
      () => Promise.reject(new Error('full')),
    ]
    for (const append of failing) {
      const { agent } = agentUnderTest([calls(call('x')), 'done'], {
        tools: [anyTool('x')],
        use: [ledgerOf({ append })],
      })
      const run = agent.chat('go')
      await expect(run).resolves.toMatchObject({ content: 'done' })
      const warnings = run.events.filter(({ type }) => type === 'agent:warning')
      expect(warnings).toMatchObject([{ code: 'ledger_failed' }])
    }
  })
})
