import { useState } from 'react'
import { guest } from './guest.ts'
import { show } from './show.ts'

/** Shows the page without an agent. */
function Guests() {
  const [guests, setGuests] = useState(['Ada'])
  const invite = () => setGuests([...guests, guest.parse({ name: 'Grace' }).name])
  return <button onClick={invite}>{guests.join(', ')}</button>
}

show(<Guests />)
