import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

describe('what waits for a user', () => {
  it('is in `pending`', () => {
    const { code, places } = change(`import { type ApprovalRequest, createAgent } from '@ambit/core'
const agent = createAgent({ model })
const leave = agent.approvals.attach()
const first: ApprovalRequest | undefined = agent.approvals.getState().pending[0]
if (agent.asks.isAttached) agent.asks.decline(agent.asks.getState().pending[0]?.id ?? '')
agent.approvals.approve(first.id, { remember: true })
agent.signIns.offer(offer)
show(agent.approvals.getState().remembered, agent.signIns.getState().waiting)
`)
    expect(code).toBe(`import { type PendingApproval, createAgent } from '@ambit/core'
const agent = createAgent({ model })
const leave = agent.pending.attach('approval')
const first: PendingApproval | undefined = agent.pending.list('approval')[0]
if (agent.pending.isAttached('question')) agent.pending.decline(agent.pending.list('question')[0]?.id ?? '')
agent.pending.approve(first.id, { remember: true })
agent.pending.offer(offer)
show(agent.pending.getState().remembered, agent.pending.list('signIn'))
`)
    expect(places).toEqual([])
  })

  it('is told of where its shape is another', () => {
    const { code, places } = change(`import { createAgent } from '@ambit/core'
import { useApprovals, useAsks, useUsage } from '@ambit/react'
const agent = createAgent({ model })
const { approvals } = agent
agent.asks.subscribe(({ pending }) => show(pending))
const { pending, approve } = useApprovals()
const { asks } = useAsks()
const { session } = useUsage()
const waiting = useSyncExternalStore(agent.approvals.subscribe, agent.approvals.getState).pending
`)
    expect(places).toHaveLength(6)
    expect(code).toContain(
      'useSyncExternalStore(agent.pending.subscribe, agent.pending.getState).pending',
    )
  })
})
