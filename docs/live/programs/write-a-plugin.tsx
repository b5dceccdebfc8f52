import { type AgentPlugin, createAgent, ToolDeniedError } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, useTool } from 'ambit/react'
import { useState } from 'react'

/** Lets each tool run a number of times. Change the number, or the sentence for the model. */
function atMost(max: number): AgentPlugin {
  const counts = new Map<string, number>()
  return {
    name: 'at most',
    execute({ call }, next) {
      const count = counts.get(call.name) ?? 0
      if (count >= max) throw new ToolDeniedError(call.name, `It may run ${max} times.`)
      counts.set(call.name, count + 1)
      return next()
    },
  }
}

const agent = createAgent({ name: 'bell', model: createDemoModel(), use: [atMost(2)] })

function Bell({ onRing }: { onRing: () => void }) {
  useTool({ name: 'ring_bell', description: 'Ring the bell once.', handler: onRing })
  return null
}

export function App() {
  const [rings, setRings] = useState(0)
  return (
    <AgentProvider agent={agent}>
      <main>
        <h1>Rung {rings} times</h1>
        <Bell onRing={() => setRings((count) => count + 1)} />
      </main>
      <Copilot form="inline" start={{ suggestions: ['Ring the bell'] }} />
    </AgentProvider>
  )
}
