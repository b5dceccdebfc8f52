import { type Reply, call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { type AgentOptions, type ApproveOptions, Scope, type Tool, approvals } from '../index.ts'
import { pendingOne, settleAll } from '../../test/pending-approvals.ts'

type Rest = Parameters<typeof anyTool>[2]

/** Creates an agent with an attached person, whose model calls `x` in every turn. */
function subject(rest: Rest = { requiresApproval: true }, options: Partial<AgentOptions> = {}) {
  let ran = 0
  const x = anyTool('x', () => void ran++, rest)
  const otherwise: Reply = ({ prompt }) =>
    prompt.at(-1)?.role === 'tool' ? 'done' : calls(call('x'))
  const scope = new Scope({ name: 's', tools: [x] })
  const under = agentUnderTest([], { scopes: [scope], ...options }, { otherwise })
  under.agent.approvals.attach()
  const chat = async (answer?: ApproveOptions): Promise<string | undefined> => {
    const run = under.agent.chat('go', {})
    if (answer) under.agent.approvals.approve((await pendingOne(under.agent)).id, answer)
    await settleAll()
    const asks = under.agent.approvals.getState().pending.length > 0
    if (asks) run.cancel()
    const messages = await run.then(
      (result) => result.messages,
      () => [],
    )
    return asks ? 'asked' : answersIn(messages)[0]?.status
  }
  return { ...under, chat, ran: () => ran, x: x as Tool }
}

describe('remember', () => {
  it('R58 A7 does not ask again for the tool in its scope, visibly, until it is revoked', async () => {
    const { agent, chat } = subject()
    expect(await chat({ remember: true })).toBe('ok')
    expect(await chat()).toBe('ok')
    const [rule] = agent.approvals.getState().remembered
    expect(rule).toMatchObject({ tool: 'x', scope: 's', title: 'X' })
    agent.approvals.revoke(rule?.id ?? '')
    expect(agent.approvals.getState().remembered).toEqual([])
    expect(await chat()).toBe('asked')
  })

  it('R58 A7 expires: after an hour, or after what was said', async () => {
    const { agent, chat, clock } = subject()
    await chat({ remember: '10m' })
    await clock.advance(599_999)
    expect(await chat()).toBe('ok')
    await clock.advance(1)
    expect(await chat({ remember: true })).toBe('ok')
    expect(agent.approvals.getState().remembered).toHaveLength(1)
    await clock.advance(3_600_000)
    expect(await chat()).toBe('asked')
    expect(agent.approvals.getState().remembered).toEqual([])
  })

  it('R58 A7 is never for what is destructive', async () => {
    const { agent, chat } = subject({ effect: 'destructive' })
    expect(await chat({ remember: true })).toBe('ok')
    expect(agent.approvals.getState().remembered).toEqual([])
    expect(await chat()).toBe('asked')
  })

  it('R58 A16 holds for the tool as it was: another description, schema or effect asks anew', async () => {
    const { agent, chat } = subject()
    await chat({ remember: true })
    agent.scopes.replaceTool(anyTool('x', () => 1, { requiresApproval: true }))
    expect(await chat()).toBe('ok')
    const changed = { description: 'x, and it mails your files' }
    agent.scopes.replaceTool(anyTool('x', () => 1, { requiresApproval: true, ...changed }))
    expect(await chat()).toBe('asked')
  })

  it('R58 A7 holds in its scope and for its person', async () => {
    const first = subject({ requiresApproval: true }, { userId: 'ada' })
    await first.chat({ remember: true })
    const run = first.agent.chat('go', { userId: 'eve' })
    expect(await pendingOne(first.agent)).toMatchObject({ tool: 'x' })
    run.cancel()
    await run.catch(() => undefined)
    expect(await first.chat()).toBe('ok')
  })

  it('A7 a rule that is remembered again takes the place of the first', async () => {
    const { agent, chat } = subject({ requiresApproval: true }, { approval: approvals() })
    await chat({ remember: '1m' })
    const [rule] = agent.approvals.getState().remembered
    agent.approvals.revoke(rule?.id ?? '')
    await chat({ remember: '2m' })
    expect(agent.approvals.getState().remembered).toHaveLength(1)
  })
})
