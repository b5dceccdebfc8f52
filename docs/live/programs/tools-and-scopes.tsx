import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, AgentScope, useTool } from 'ambit/react'
import { useState } from 'react'
import * as z from 'zod'

const agent = createAgent({ name: 'shopping', model: createDemoModel() })
const item = z.object({ name: z.string().min(1) })

function AddItem({ onAdd }: { onAdd: (name: string) => void }) {
  useTool({
    name: 'add_item',
    description: 'Put an item on the shopping list.',
    parameters: item,
    // Change this line, run the program, and say it again.
    handler: ({ name }) => onAdd(name),
  })
  return null
}

export function App() {
  const [items, setItems] = useState(['Bread'])
  return (
    <AgentProvider agent={agent}>
      <main>
        <AgentScope name="shopping" label="Shopping list" context={() => ({ items })}>
          <h1>Shopping list</h1>
          <ul>
            {items.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <AddItem onAdd={(name) => setItems((all) => [...all, name])} />
        </AgentScope>
      </main>
      <Copilot form="inline" start={{ suggestions: ['Add honey to the list'] }} />
    </AgentProvider>
  )
}
