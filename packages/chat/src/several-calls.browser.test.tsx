import { useTool } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { renderCopilot } from '../test/render-copilot.tsx'
import { say } from '../test/say.ts'

const guest = z.object({ name: z.string() })
const names = ['B', 'C', 'D', 'E', 'F']
const five = calls(...names.map((name) => call('invite', { name })))
const all = ['Ada', ...names].join()

/** Has the tool of the README, whose handler closes over the guests of its render. */
function Guests(): ReactElement {
  const [guests, setGuests] = useState(['Ada'])
  useTool({
    name: 'invite',
    description: 'Invites a guest.',
    parameters: guest,
    handler: ({ name }) => setGuests([...guests, name]),
  })
  return <output aria-label="Guests">{guests.join()}</output>
}

it('R65 keeps what five calls of one message set, with the widget open', async () => {
  const { screen } = await renderCopilot([five, 'All are invited.'], {}, {}, <Guests />)
  await say('Invite them')
  await expect.element(screen.getByText('All are invited.')).toBeVisible()
  await expect.element(screen.getByLabelText('Guests')).toHaveTextContent(all)
})

it('R65 keeps what five calls of one message set, with the widget closed', async () => {
  const closed = { defaultOpen: false }
  const { screen, agent } = await renderCopilot([five, 'Done'], closed, {}, <Guests />)
  await agent.chat('Invite them')
  await expect.element(screen.getByLabelText('Guests')).toHaveTextContent(all)
})
