import { AgentScope, useTool } from 'ambit/react'
import { useState } from 'react'
import * as z from 'zod'

const item = z.object({ name: z.string().min(1).max(60) })

/** Shows the list, and what the agent may do with it. */
export function ShoppingList({ first }: { first: readonly string[] }) {
  const [items, setItems] = useState(first)
  return (
    <AgentScope name="shopping" label="Shopping list" context={() => ({ items })}>
      <h1>Shopping list</h1>
      <ul aria-label="To buy">
        {items.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Tools items={items} onChange={setItems} />
    </AgentScope>
  )
}

type Change = (items: readonly string[]) => readonly string[]

function Tools(props: { items: readonly string[]; onChange: (change: Change) => void }) {
  const { items, onChange } = props
  useTool({
    name: 'add_item',
    title: 'Add item',
    description: 'Put an item on the shopping list.',
    parameters: item,
    handler: ({ name }, { undo }) => {
      if (items.includes(name)) throw new Error(`${name} is on the list already.`)
      onChange((items) => [...items, name])
      undo(() => onChange((items) => items.filter((other) => other !== name)))
    },
  })
  useTool({
    name: 'remove_item',
    title: 'Remove item',
    description: 'Take an item off the shopping list.',
    parameters: item,
    approval: { when: true, preview: ({ name }) => `Take ${name} off the list` },
    enabled: () => items.length > 0,
    handler: ({ name }) => {
      if (!items.includes(name)) throw new Error(`${name} is not on the list.`)
      onChange((items) => items.filter((other) => other !== name))
    },
  })
  return null
}
