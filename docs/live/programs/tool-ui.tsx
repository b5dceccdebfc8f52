import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, type RenderProps, useTool } from 'ambit/react'
import * as z from 'zod'

const agent = createAgent({ name: 'weather', model: createDemoModel() })
const place = z.object({ city: z.string() })

/** The card of a call. Change what it shows, and ask again. */
function WeatherCard({ state, args, result }: RenderProps<{ city: string }, { degrees: number }>) {
  return (
    <p style={{ padding: 12, borderRadius: 8, background: 'light-dark(#dbeafe, #1e3a5f)' }}>
      {args.city ?? '…'}: {state === 'succeeded' ? `☀️ ${result.degrees} °C` : 'reading …'}
    </p>
  )
}

function Weather() {
  useTool({
    name: 'get_weather',
    description: 'Read the weather of a city.',
    parameters: place,
    effect: 'read',
    handler: ({ city }) => ({ degrees: 10 + city.length }),
    render: WeatherCard,
  })
  return null
}

export function App() {
  return (
    <AgentProvider agent={agent}>
      <main>
        <h1>Weather</h1>
        <Weather />
      </main>
      <Copilot form="inline" start={{ suggestions: ['Get the weather of Oslo'] }} />
    </AgentProvider>
  )
}
