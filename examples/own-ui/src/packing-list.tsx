import { AgentScope, useTool } from 'ambit/react'
import { type ReactElement, useState } from 'react'
import * as z from 'zod'

const item = z.object({ title: z.string().min(1).max(60) })

/** Shows the page, which keeps its state with `useState`. */
export function PackingList(): ReactElement {
  const [items, setItems] = useState(['Passport', 'Toothbrush'])
  return (
    <AgentScope name="packing" context={() => ({ items })}>
      <main>
        <h1>Packing list</h1>
        <ul aria-label="To pack">
          {items.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
        <Tools items={items} setItems={setItems} />
      </main>
    </AgentScope>
  )
}

type Props = { items: readonly string[]; setItems: (change: (items: string[]) => string[]) => void }

function Tools({ items, setItems }: Props): null {
  useTool({
    name: 'add_item',
    description: 'Add something to pack.',
    parameters: item,
    handler: ({ title }, ctx) => {
      setItems((items) => [...items, title])
      ctx.undo(() => setItems((items) => items.filter((other) => other !== title)))
    },
  })
  useTool({
    name: 'clear_list',
    title: 'Clear the list',
    description: 'Take everything off the list.',
    effect: 'destructive',
    approval: { preview: () => `${items.length} things are taken off.` },
    handler: () => setItems(() => []),
  })
  return null
}
