import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { all, five, openPage, show, shown, useInvite } from '../../test/guest-list.tsx'

// The chunk that cannot be fetched.
vi.mock('../late-chunk.ts', () => {
  throw new Error('Offline')
})

it('R65 a call sees the commit of the call before it, though the code for settling cannot be had', async () => {
  const agent = createAgent({ model: scriptedModel([five, 'Done']) })
  await openPage(agent, () => {
    const [guests, setGuests] = useState(['Ada'])
    // On a page that may not be ready, a call that writes does not run.
    useInvite(guests, setGuests, 'invite', 'read')
    return show(guests)
  })
  const run = agent.chat('Go')
  await run
  const waits = run.events.filter(({ type }) => type === 'agent:settled')
  expect(waits).toHaveLength(5)
  expect(waits).toMatchObject(waits.map(() => ({ ok: false, why: 'react' })))
  await expect.poll(() => shown()).toBe(all)
})
