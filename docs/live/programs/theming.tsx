import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, useTool } from 'ambit/react'
import { useState } from 'react'
import * as z from 'zod'

const agent = createAgent({ name: 'colour', model: createDemoModel() })
const accent = z.object({ colour: z.enum(['crimson', 'seagreen', 'rebeccapurple']) })

function Accent({ onChoose }: { onChoose: (colour: string) => void }) {
  useTool({
    name: 'set_colour',
    description: 'Set the colour of the chat.',
    parameters: accent,
    handler: ({ colour }) => onChoose(colour),
  })
  return null
}

export function App() {
  const [colour, setColour] = useState('crimson')
  return (
    <AgentProvider agent={agent}>
      {/* Try `--ambit-radius`, `--ambit-surface` and `--ambit-text`, too. */}
      <style>{`.ambit-chat { --ambit-accent: ${colour} }`}</style>
      <main>
        <h1>{colour}</h1>
        <Accent onChoose={setColour} />
      </main>
      <Copilot
        form="inline"
        title="Otto"
        start={{ greeting: 'Which colour?', suggestions: ['Set the colour to seagreen'] }}
      />
    </AgentProvider>
  )
}
