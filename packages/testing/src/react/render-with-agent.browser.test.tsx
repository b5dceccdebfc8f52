import { AgentError } from '@ambit/core'
import { useAgent, useScope, useTool } from '@ambit/react'
import { type ReactElement, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { call, calls } from '../reply.ts'
import { scriptedModel } from '../scripted-model.ts'
import { renderWithAgent } from './render-with-agent.tsx'

/** Shows a list that the agent may filter. */
function Orders({ label = 'Orders' }: { label?: string }): ReactElement {
  const [shown, setShown] = useState('all')
  const { status } = useAgent()
  const orders = useScope({ name: 'orders', label, context: () => ({ shown }) })
  useTool({
    scope: orders,
    name: 'show_open',
    description: 'Shows the open ones alone.',
    effect: 'read',
    handler: () => setShown('open'),
  })
  return (
    <output aria-label={label}>
      {shown}, {status}
    </output>
  )
}

const guest = z.object({ name: z.string() })

/** Has a tool whose handler closes over the guests of its render. */
function Guests(): ReactElement {
  const [guests, setGuests] = useState(['Ada'])
  useTool({
    name: 'invite',
    description: 'Invites a guest.',
    parameters: guest,
    handler: ({ name }) => setGuests([...guests, name]),
  })
  return <output>{guests.join()}</output>
}

describe('renderWithAgent', () => {
  it('has what the element registered as soon as it resolves, and shows what the agent does', async () => {
    const { agent, model, container, unmount } = await renderWithAgent(<Orders />, {
      replies: [calls(call('show_open')), 'Done.'],
      instructions: 'Be kind.',
    })
    expect(agent.scopes.find('show_open')?.scope.name).toBe('orders')

    const { content } = await agent.chat('Show the open ones')

    expect(content).toBe('Done.')
    await expect.poll(() => container.textContent).toBe('open, idle')
    expect(model.requests[0]?.prompt[0]?.content).toMatch(/^Be kind\./)
    expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('open')

    unmount()
    expect(agent.scopes.tools).toEqual([])
    expect(container.isConnected).toBe(false)
  })

  it('shows another element in its place, with the same agent', async () => {
    const { agent, container, rerender, unmount } = await renderWithAgent(<Orders />)
    rerender(<Orders label="All orders" />)
    expect(container.querySelector('output')?.ariaLabel).toBe('All orders')
    expect(agent.scopes.scopes.map(({ label }) => label)).toEqual(['All orders'])
    unmount()
  })

  it('takes the `render` of a testing library, and what that returns', async () => {
    const model = scriptedModel([], { otherwise: 'Hello.' })
    const { agent, getByLabelText } = await renderWithAgent(<Orders />, { model, render })
    await expect.element(getByLabelText('Orders')).toHaveTextContent('all, idle')
    expect((await agent.chat('Hi')).content).toBe('Hello.')
    expect(model.requests).toHaveLength(1)
  })

  for (const [how, options] of Object.entries({
    'its own `render`': {},
    'another `render`': { render },
  })) {
    it(`R65 keeps what five calls of one message set, with ${how}`, async () => {
      const names = ['B', 'C', 'D', 'E', 'F']
      const five = calls(...names.map((name) => call('invite', { name })))
      const { agent, container } = await renderWithAgent(<Guests />, {
        replies: [five, 'Done.'],
        ...options,
      })
      await agent.chat('Invite them')
      await agent.runTool('invite', { name: 'G' })
      await agent.runTool('invite', { name: 'H' })
      await expect.poll(() => container.textContent).toBe('Ada,B,C,D,E,F,G,H')
      container.remove()
    })
  }

  it('fails a request that no reply is there for, and rejects options that are wrong', async () => {
    const { agent, unmount } = await renderWithAgent(<Orders />)
    await expect(agent.chat('Hi')).rejects.toMatchObject({ kind: 'script_ended' })
    unmount()
    const limits = { iterations: 0 }
    await expect(renderWithAgent(<Orders />, { limits })).rejects.toBeInstanceOf(AgentError)
  })
})
