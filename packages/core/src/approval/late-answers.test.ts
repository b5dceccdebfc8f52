import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { Agent } from '../index.ts'
import { type ApproveOptions } from './policy.ts'

describe('a time to remember', () => {
  it.each<[string, unknown]>([
    ['a word', { remember: 'forever' }],
    ['no time', { remember: 0 }],
    ['null', { remember: null }],
  ])('that cannot be read leaves the request open: %s', async (_, options) => {
    const ran: unknown[] = []
    const { agent } = agentUnderTest([calls(call('act')), 'done'], {
      tools: [anyTool('act', () => void ran.push(1), { approval: true })],
    })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    const approve = (): boolean => agent.pending.approve(id, options as ApproveOptions)
    expect(approve).toThrow(AgentError)
    expect(approve).toThrow('`remember` is')
    expect(agent.pending.list('approval')).toMatchObject([{ id }])
    expect(agent.pending.approve(id, { remember: '5m' })).toBe(true)
    await run
    expect(ran).toEqual([1])
  })
})

describe('an answer after the time, when no timer could fire', () => {
  const late = async (
    timeoutAction: 'deny' | 'approve',
    answer: (agent: Agent, id: string) => boolean,
  ) => {
    const ran: unknown[] = []
    const { agent, clock } = agentUnderTest([calls(call('act')), 'done'], {
      tools: [anyTool('act', () => void ran.push(1), { approval: true })],
      approval: { onTimeout: timeoutAction },
    })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id, expiresAt } = await pendingOne(agent)
    clock.now = () => expiresAt + 1
    const isTaken = answer(agent, id)
    const { messages } = await run
    const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
    const { by } = resolved as unknown as { by: string }
    return { ran: ran.length, isTaken, by, content: answersIn(messages)[0]?.content }
  }

  it('denies with timeoutAction approve, if it is a no', async () => {
    const { content, ...rest } = await late('approve', ({ pending: all }, id) =>
      all.deny(id, 'Not now'),
    )
    expect(rest).toEqual({ ran: 0, isTaken: true, by: 'user' })
    expect(content).toContain('Not now')
  })

  it('is otherwise what the timeout says', async () => {
    const yes = await late('approve', ({ pending: all }, id) => all.approve(id))
    expect(yes).toMatchObject({ ran: 1, isTaken: false, by: 'timeout' })
    const no = await late('deny', ({ pending: all }, id) => all.deny(id))
    expect(no).toMatchObject({ ran: 0, isTaken: false, by: 'timeout' })
  })
})
