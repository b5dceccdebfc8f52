import { type Agent, createAgent } from '@ambit/core'
import { AgentProvider, useTool } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import '@ambit/testing/dom'
import { configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Copilot } from './copilot.tsx'

/** Has a tool that needs approval. */
function Till(): ReactElement {
  const [paid, setPaid] = useState('nothing')
  useTool({
    name: 'pay',
    description: 'Pays.',
    approval: true,
    handler: () => setPaid('all'),
  })
  return <p>Paid {paid}</p>
}

// The panel is fetched when it is opened, and a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 })
// An open panel is open again after a reload.
beforeEach(() => sessionStorage.clear())

async function ask(): Promise<Agent> {
  const agent = createAgent({ model: scriptedModel([calls(call('pay')), 'All is well.']) })
  render(
    <AgentProvider agent={agent}>
      <Till />
      <Copilot />
    </AgentProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open assistant' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Pay{Enter}')
  await screen.findByRole('group', { name: 'Allow “Pay”?' })
  return agent
}

describe('Copilot in a DOM that is not a browser', () => {
  it('opens, sends, and shows what the agent did once a call was approved', async () => {
    const agent = await ask()
    const [request] = agent.pending.list('approval')
    agent.pending.approve(request?.id ?? '')
    await screen.findByText('All is well.')
    expect(screen.getByText('Paid all')).toBeTruthy()
  })

  it('has a button that refuses, but none that allows: nothing is in view, and no event is a user’s', async () => {
    const agent = await ask()
    await userEvent.click(screen.getByRole('button', { name: 'Allow once' }))
    expect(agent.pending.list('approval')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Deny' }))
    await screen.findByText('All is well.')
    expect(screen.getByText('Paid nothing')).toBeTruthy()
  })
})
