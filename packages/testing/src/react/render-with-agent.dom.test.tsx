import { useTool } from '@ambit/react'
import { screen } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { call, calls } from '../reply.ts'
import { renderWithAgent } from './render-with-agent.tsx'

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

const replies = [calls(call('pay')), 'Done.']

describe('renderWithAgent with Testing Library', () => {
  it('renders so that `screen` finds the element', async () => {
    await renderWithAgent(<Till />)
    expect(screen.getByText('Paid nothing')).toBeTruthy()
  })

  it('has removed the element of the test before', () => {
    expect(screen.queryByText('Paid nothing')).toBeNull()
  })

  it('allows every call with `approve: true`', async () => {
    const { agent } = await renderWithAgent(<Till />, { replies, approve: true })
    await agent.chat('Pay')
    await screen.findByText('Paid all')
  })

  it('asks a function, which sees the request', async () => {
    const approve = vi.fn(async () => false)
    const { agent } = await renderWithAgent(<Till />, { replies, approve })
    await agent.chat('Pay')
    expect(screen.getByText('Paid nothing')).toBeTruthy()
    expect(approve).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ tool: 'pay' }))
    expect(agent.history.messages.at(-2)).toMatchObject({ status: 'denied' })
  })

  it('denies, and says why, where the function throws', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const approve = (): never => {
      throw new Error('No till')
    }
    const { agent } = await renderWithAgent(<Till />, { replies, approve })
    await agent.chat('Pay')
    expect(agent.history.messages.at(-2)).toMatchObject({ status: 'denied' })
    expect(said.mock.calls.join()).toContain('No till')
    said.mockRestore()
  })

  it('answers nothing without `approve`: nobody is there to ask', async () => {
    const { agent } = await renderWithAgent(<Till />, { replies })
    await agent.chat('Pay')
    expect(agent.history.messages.at(-2)).toMatchObject({ status: 'denied' })
  })

  it.each([
    ['nobody', 'ok'],
    ['the user', 'stale'],
  ])('takes what the test does as %s for an act of theirs', async (who, status) => {
    const during: { do: () => void } = { do: () => undefined }
    function Orders(): ReactElement {
      const [order, open] = useState(1)
      during.do = () => open(2)
      useTool({ name: 'wait', description: 'Waits.', handler: () => during.do() })
      useTool({ name: 'note', description: 'Notes.', subject: order, handler: () => order })
      return <p>Order {order}</p>
    }
    const both = [calls(call('wait'), call('note')), 'Done.']
    const { agent, asUser } = await renderWithAgent(<Orders />, { replies: both })
    const { do: open } = during
    if (who === 'the user') during.do = () => asUser(open)
    await agent.chat('Go')
    expect(agent.history.messages.at(-2)).toMatchObject({ status })
  })
})
