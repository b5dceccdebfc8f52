import { useTool } from 'ambit/react'
import * as z from 'zod'

export interface Item {
  readonly name: string
  readonly quantity: string
  readonly note: string
  readonly isBought: boolean
}

export const newItem = (name: string, quantity = ''): Item => ({
  name,
  quantity,
  note: '',
  isBought: false,
})

const named = z.object({ name: z.string().min(1).max(60) })
const added = named.extend({
  quantity: z.string().max(20).default('').describe('How much, such as "2 bottles"'),
})

type Change = (items: readonly Item[]) => readonly Item[]

interface ShoppingToolsProps {
  items: readonly Item[]
  onChange: (change: Change) => void
  onOpen: (name: string) => void
}

/** What the agent may do with the list: what the user does by hand. */
export function ShoppingTools({ items, onChange, onOpen }: ShoppingToolsProps) {
  const find = (name: string): Item => {
    const found = items.find((item) => item.name.toLowerCase() === name.toLowerCase())
    if (found) return found
    throw new Error(`${name} is not on the list.`)
  }
  useTool({
    name: 'add_item',
    title: 'Add item',
    description: 'Put an item on the shopping list.',
    parameters: added,
    handler: ({ name, quantity }, { undo }) => {
      if (items.some((item) => item.name.toLowerCase() === name.toLowerCase()))
        throw new Error(`${name} is on the list already.`)
      const item = newItem(name.charAt(0).toUpperCase() + name.slice(1), quantity)
      onChange((items) => [...items, item])
      undo(() => onChange((items) => items.filter((other) => other !== item)))
    },
  })
  useTool({
    name: 'buy_item',
    title: 'Put into the basket',
    description: 'Mark an item as bought.',
    parameters: named,
    handler: ({ name }, { undo }) => {
      const item = find(name)
      const mark = (isBought: boolean) =>
        onChange((items) =>
          items.map((other) => (other.name === item.name ? { ...other, isBought } : other)),
        )
      mark(true)
      undo(() => mark(item.isBought))
    },
  })
  useTool({
    name: 'open_item',
    title: 'Open item',
    description: 'Show the quantity and the note of an item.',
    parameters: named,
    effect: 'read',
    handler: ({ name }) => {
      const item = find(name)
      onOpen(item.name)
      return item
    },
  })
  useTool({
    name: 'remove_item',
    title: 'Remove item',
    description: 'Take an item off the shopping list.',
    parameters: named,
    approval: { when: true, preview: ({ name }) => `Take ${name} off the list` },
    enabled: () => items.length > 0,
    handler: ({ name }) => {
      const item = find(name)
      onChange((items) => items.filter((other) => other.name !== item.name))
    },
  })
  return null
}
