import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import { pending } from '../../test/pending-approvals.ts'
import { audit, type AuditRow, completeAudit, memoryAudit } from '../features/audit/index.ts'
import { runAgent } from '../features/code/index.ts'
import { type Agent, type Run, ToolDeniedError, toolCache } from '../index.ts'
import { redaction } from '../features/redaction/index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

const hang = (): Promise<never> => new Promise(() => undefined)
const key = 'sk-abcdefghijklmnopqrstuvwxyz123456'

/** Makes an audit that only adds, as one on a server does. */
function addingAudit(append: (row: AuditRow) => unknown = () => undefined) {
  const rows: AuditRow[] = []
  const { query, export: format } = memoryAudit()
  const target = {
    query,
    export: format,
    append: (row: AuditRow) => {
      rows.push(row)
      return append(row)
    },
  }
  return { audit: audit(target), rows }
}

describe('the row of a start', () => {
  it('A23 is there before the handler runs, with the decision and the arguments', async () => {
    const audit = memoryAudit({ redact: (args) => args as never })
    const during: (readonly AuditRow[])[] = []
    const pay = anyTool('pay', () => void during.push(audit.query()), { effect: 'destructive' })
    const { agent } = agentUnderTest([calls(call('pay', { to: 'ann' }, 'c1')), 'done'], {
      tools: [pay],
      use: [audit],
      approval: { decide: () => ({ decision: 'approve', args: { to: 'bob' } }) },
    })
    await agent.chat('go')
    const facts = {
      callId: 'c1',
      tool: 'pay',
      scope: 'agent',
      effect: 'destructive',
      source: 'model',
      decision: 'approved',
      decidedBy: 'policy',
      arguments: { to: 'ann' },
      changedArguments: { to: 'bob' },
    }
    expect(during).toMatchObject([[{ ...facts, status: 'started', durationMs: 0 }]])
    expect(Object.isFrozen(during[0]?.[0])).toBe(true)
    expect(during[0]?.[0]).not.toHaveProperty('resultHash')
    // The end takes the place of the start.
    expect(audit.query()).toMatchObject([{ ...facts, status: 'ok' }])
    expect(audit.query({ status: 'started' })).toEqual([])
    const { argumentsHash } = audit.query()[0] ?? {}
    expect(during[0]?.[0]?.argumentsHash).toBe(argumentsHash)
  })

  it('A23 stays if the page goes, and the next page ends it', async () => {
    const pages = createPages()
    const { storage, die } = pages.open()
    const { audit, rows } = addingAudit()
    const { agent } = agentUnderTest([calls(call('pay', {}, 'c1'))], {
      storage,
      use: [audit],
      tools: [anyTool('pay', hang)],
    })
    void agent.chat('go').catch(() => undefined)
    await flush()
    await die()
    expect(completeAudit(rows)).toMatchObject([{ callId: 'c1', status: 'started' }])
    const next = agentUnderTest(['done'], { storage: pages.open().storage, use: [audit] })
    await next.agent.chat('And now?')
    expect(rows.map(({ status }) => status)).toEqual(['started', 'interrupted'])
    expect(completeAudit(rows)).toMatchObject([{ callId: 'c1', status: 'interrupted' }])
  })

  it('A23 stays for calls of the page and of code too', async () => {
    const audit = memoryAudit()
    const { agent } = agentUnderTest([], { use: [audit], tools: [anyTool('pay', hang)] })
    void agent.runTool('pay').catch(() => undefined)
    void runAgent((code) => code.tool('wire', { a: 1 }, hang), { use: [audit] }).catch(
      () => undefined,
    )
    await expect.poll(() => audit.query({ status: 'started' }).length).toBe(2)
    expect(audit.query().map(({ tool, source }) => [tool, source])).toEqual(
      expect.arrayContaining([
        ['pay', 'ui'],
        ['wire', 'runAgent'],
      ]),
    )
  })

  it('A23 is not written for calls that never run', async () => {
    const { audit, rows } = addingAudit()
    const cached = anyTool('cached', () => 1, { effect: 'read', result: { cache: { ttl: '1m' } } })
    const { agent } = agentUnderTest(
      [
        calls(call('cached'), call('none'), call('off'), call('denied'), call('hooked')),
        calls(call('cached')),
        'done',
      ],
      {
        use: [audit, toolCache()],
        tools: [
          cached,
          anyTool('off', () => 1, { enabled: () => false }),
          anyTool('denied', () => 1, { effect: 'destructive' }),
          anyTool('hooked'),
        ],
      },
    )
    agent.use(
      pluginAt('before call', ({ call: { name } }) =>
        name === 'hooked' ? { error: new ToolDeniedError(name, 'no') } : undefined,
      ),
    )
    await agent.chat('go')
    const started = rows.filter(({ status }) => status === 'started')
    expect(started.map(({ tool }) => tool)).toEqual(['cached'])
    expect(rows).toHaveLength(7)
  })

  it('A23 is durable before the call runs, and bounds the wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let ran = 0
    const tools = [anyTool('pay', () => ran++)]
    const slow = addingAudit(({ status }) => (status === 'started' ? promise : undefined))
    const { agent } = agentUnderTest([calls(call('pay')), 'done'], { tools, use: [slow.audit] })
    const run = agent.chat('go')
    await expect.poll(() => slow.rows.length).toBe(1)
    await flush()
    expect(ran).toBe(0)
    resolve()
    await run
    expect(ran).toBe(1)
    expect(run.events.some(({ type }) => type === 'agent:warning')).toBe(false)

    const stuck = addingAudit(hang)
    const late = agentUnderTest([calls(call('pay')), 'done'], { tools, use: [stuck.audit] })
    const second = late.agent.chat('go')
    await expect.poll(() => stuck.rows.length).toBe(1)
    await flush()
    expect(ran).toBe(1)
    await late.clock.advance(1_000)
    await second
    expect(ran).toBe(2)
    expect(second.events).toContainEqual(expect.objectContaining({ code: 'audit_failed' }))
  })

  it('A23 that waits ends with a cancel, and then nothing runs', async () => {
    let ran = 0
    const { audit, rows } = addingAudit(({ status }) => (status === 'started' ? hang() : undefined))
    const { agent } = agentUnderTest([calls(call('pay'))], {
      use: [audit],
      tools: [anyTool('pay', () => ran++)],
    })
    const run = agent.chat('go')
    await expect.poll(() => rows.length).toBe(1)
    run.cancel({ kind: 'user' })
    await failureOf(run)
    expect(ran).toBe(0)
    expect(rows.map(({ status }) => status)).toEqual(['started', 'cancelled'])
  })

  it('A23 that waits voids an approval whose tool changes meanwhile', async () => {
    let ran = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const { audit, rows } = addingAudit(({ status }) =>
      status === 'started' ? promise : undefined,
    )
    const pay = (description: string) =>
      anyTool('pay', () => ran++, { effect: 'destructive', description })
    const { agent } = agentUnderTest([calls(call('pay')), 'done'], {
      use: [audit],
      approval: { decide: () => true },
      tools: [pay('Pays.')],
    })
    const run = agent.chat('go')
    await expect.poll(() => rows.length).toBe(1)
    agent.scopes.replaceTool(pay('Pays twice.'))
    resolve()
    await run
    expect(ran).toBe(0)
    expect(rows.at(-1)).toMatchObject({
      status: 'stale',
      decision: 'denied',
      decidedBy: 'changed',
    })
  })
})

describe('the end of an approval in the audit', () => {
  /** Runs one call of a destructive tool, which a user answers. */
  async function answered(
    answer: (run: Run<unknown>, agent: Agent, id: string) => unknown,
  ): Promise<readonly AuditRow[]> {
    const audit = memoryAudit()
    const tools = [anyTool('pay', () => 1, { effect: 'destructive' })]
    const { agent } = agentUnderTest([calls(call('pay')), 'done'], { use: [audit], tools })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const [request] = await pending(agent)
    await answer(run, agent, request?.id ?? '')
    await run.catch(() => undefined)
    return audit.query()
  }

  it('A23 is not "approved" where an approval did not count', async () => {
    const rows = await answered((_, agent, id) => {
      agent.pending.approve(id)
      agent.scopes.replaceTool(anyTool('pay', () => 2, { effect: 'destructive' }))
    })
    expect(rows).toMatchObject([{ status: 'stale', reason: expect.any(String) }])
    expect(rows[0]?.decision).not.toBe('approved')
  })

  it('A23 is a denial where the call was cancelled after its approval', async () => {
    const rows = await answered((run, agent, id) => {
      agent.pending.approve(id)
      run.cancel({ kind: 'user' })
    })
    expect(rows).toMatchObject([
      { status: 'cancelled', decision: 'denied', decidedBy: 'cancelled' },
    ])
  })

  it('A23 is a denial where a spent budget ended an approved call before it ran', async () => {
    let ran = 0
    const audit = memoryAudit()
    const { agent } = agentUnderTest([calls(call('pay')), 'done'], {
      use: [audit],
      tools: [
        anyTool('pay', () => ran++, {
          effect: 'destructive',
          run: { cost: { custom: { euros: 2 } } },
        }),
      ],
      limits: { custom: { euros: 1 } },
      approval: { decide: () => true },
    })
    await failureOf(agent.chat('go'))
    expect(ran).toBe(0)
    expect(audit.query()).toMatchObject([{ decision: 'denied', decidedBy: 'cancelled' }])
  })

  it('A23 R73 has remembered approvals: made, used, and taken back', async () => {
    const audit = memoryAudit()
    const write = anyTool('save', () => 1, { effect: 'write', approval: true })
    const { agent } = agentUnderTest(
      [calls(call('save', {}, 'c1')), calls(call('save', {}, 'c2')), 'done'],
      { use: [audit], tools: [write], user: { id: 'u1' } },
    )
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const [request] = await pending(agent)
    agent.pending.approve(request?.id ?? '', { remember: '10m' })
    const { report } = await run
    const [rule] = agent.pending.getState().remembered
    const remembered = { rememberedId: rule?.id, rememberedUntil: rule?.expiresAt }
    agent.pending.revoke(rule?.id ?? '')
    agent.pending.revoke(rule?.id ?? '')
    expect(audit.query()).toMatchObject([
      { callId: 'c1', decision: 'approved', decidedBy: 'user', ...remembered },
      { callId: 'c2', decision: 'approved', decidedBy: 'remembered', ...remembered },
      {
        callId: 'c1',
        tool: 'save',
        status: 'revoked',
        source: 'ui',
        userId: 'u1',
        runId: report.runId,
        rememberedId: rule?.id,
      },
    ])
    expect(audit.query()).toHaveLength(3)
    expect(audit.export('csv').split('\r\n')[0]).toContain('rememberedId')
  })

  it('A23 R73 has no row of taking back for what ended by itself', async () => {
    const audit = memoryAudit()
    const write = anyTool('save', () => 1, { effect: 'write', approval: true })
    const { agent, clock } = agentUnderTest(
      [calls(call('save', {}, 'c1')), 'done', calls(call('save', {}, 'c2')), 'done'],
      { use: [audit], tools: [write] },
    )
    agent.pending.attach('approval')
    for (const end of [0, 3_600_000]) {
      await clock.advance(end)
      const run = agent.chat('go')
      const [request] = await pending(agent)
      agent.pending.approve(request?.id ?? '', { remember: '10m' })
      await run
    }
    expect(audit.query().map(({ status }) => status)).toEqual(['ok', 'ok'])
  })
})

describe('the reason in the audit', () => {
  it.each([
    ['the `redact` of the audit', { audit: memoryAudit({ redact: redaction() }), others: [] }],
    ['the redaction of the agent', { audit: memoryAudit(), others: [redaction()] }],
  ])('A10 A23 R14 keeps no secret, with %s', async (_, options) => {
    const { agent } = agentUnderTest(
      [calls(call('pay', {}, 'c1')), calls(call('pay', {}, 'c2')), 'done'],
      {
        use: [options.audit, ...options.others],
        tools: [anyTool('pay', () => 1, { effect: 'destructive' })],
        approval: {
          decide: ({ callId }) => {
            if (callId === 'c1') throw new Error(`401 for ${key}`)
            return { decision: 'deny', comment: `Use ${key}` }
          },
        },
      },
    )
    await agent.chat('go')
    const { audit } = options
    expect(audit.query().map(({ reason }) => reason)).toEqual([
      expect.stringContaining('[redacted]'),
      expect.stringContaining('[redacted]'),
    ])
    expect(audit.export('jsonl')).not.toContain(key)
  })
})
