import { call, calls } from '@ambit/testing'
import { expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import { memoryAudit } from '../features/audit/index.ts'
import type { EventOf } from '../index.ts'

it('13 an answer by the devtools is told as theirs in the event and in the audit', async () => {
  const audit = memoryAudit({ redact: (args) => args as never })
  const { agent } = agentUnderTest(
    [calls(call('pay')), calls(call('pay')), calls(call('pay')), 'done'],
    { tools: [anyTool('pay', undefined, { effect: 'destructive' })], use: [audit] },
  )
  agent.pending.attach('approval')
  const resolved: EventOf<'agent:pending_resolved'>[] = []
  agent.on('agent:pending_resolved', (event) => void resolved.push(event))
  const run = agent.chat('go')
  agent.pending.approve((await pendingOne(agent)).id, {}, 'devtools')
  await expect.poll(() => resolved.length).toBe(1)
  agent.pending.deny((await pendingOne(agent)).id, 'no', 'devtools')
  await expect.poll(() => resolved.length).toBe(2)
  agent.pending.approve((await pendingOne(agent)).id)
  await run
  expect(resolved.map((event) => event.kind === 'approval' && [event.decision, event.by])).toEqual([
    ['approved', 'devtools'],
    ['denied', 'devtools'],
    ['approved', 'user'],
  ])
  const rows = audit.query().map(({ decision, decidedBy }) => [decision, decidedBy])
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual(['denied', 'devtools'])
})
