import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider } from 'ambit/react'
import { useAgentState } from 'ambit/react/state'
import * as z from 'zod'

const agent = createAgent({ name: 'rooms', model: createDemoModel() })
// Add a member, such as `guests: z.number()`, show it, and let the agent change it.
const filters = z.object({ city: z.string(), price: z.number().min(0) })

function Filters() {
  const [{ city, price }, setFilters] = useAgentState('filters', {
    schema: filters,
    initial: { city: 'Oslo', price: 90 },
    description: 'The filters of the list of rooms.',
  })
  return (
    <main>
      <h1>Rooms in {city}</h1>
      <label>
        City{' '}
        <input
          value={city}
          onChange={({ target }) => setFilters((now) => ({ ...now, city: target.value }))}
        />
      </label>
      <p>At most {price} € a night.</p>
    </main>
  )
}

export function App() {
  return (
    <AgentProvider agent={agent}>
      <Filters />
      <Copilot form="inline" start={{ suggestions: ['Set the price to 120'] }} />
    </AgentProvider>
  )
}
