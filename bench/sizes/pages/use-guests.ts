import { useTool } from 'ambit/react'
import { useState } from 'react'
import { guest } from './guest.ts'

/** Returns the guests, and registers a tool that adds one. */
export function useGuests(): readonly string[] {
  const [guests, setGuests] = useState(['Ada'])
  useTool({
    name: 'invite_guest',
    description: 'Invites a guest.',
    parameters: guest,
    handler: ({ name }) => setGuests([...guests, name]),
  })
  return guests
}
