import { AgentScope } from 'ambit/react'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { ItemDetail } from './item-detail.tsx'
import { type Item, newItem, ShoppingTools } from './shopping-tools.tsx'
import './shopping-list.css'

/** Shows the list, a form to add to it by hand, and the item that is open. */
export function ShoppingList({ first }: { first: readonly string[] }) {
  const [items, setItems] = useState<readonly Item[]>(() => first.map((name) => newItem(name)))
  const [openName, setOpenName] = useState<string>()
  const open = items.find(({ name }) => name === openName)
  const toBuy = items.filter(({ isBought }) => !isBought)
  const bought = items.filter(({ isBought }) => isBought)

  const change = (name: string, values: Partial<Item>) =>
    setItems((items) => items.map((item) => (item.name === name ? { ...item, ...values } : item)))
  // What is pressed may move or go, so the focus follows.
  const then = (id: string, update: () => void) => {
    flushSync(update)
    document.getElementById(id)?.focus()
  }
  const list = { openName, onOpen: (name: string) => then('detail', () => setOpenName(name)) }
  const onCheck = (name: string, isBought: boolean) =>
    then(`check-${name}`, () => change(name, { isBought }))
  return (
    <AgentScope name="shopping" label="Shopping list" context={() => ({ items, openName })}>
      <main className="shopping">
        <header className="head">
          <h1>Shopping list</h1>
          <p>
            {toBuy.length} to buy, {bought.length} in the basket
          </p>
          <progress aria-label="In the basket" max={items.length || 1} value={bought.length} />
        </header>
        <section className="card" aria-label="Items">
          <AddItem items={items} onAdd={(item) => setItems([...items, item])} />
          <ItemList {...list} label="To buy" items={toBuy} onCheck={onCheck} />
          {toBuy.length === 0 && (
            <p className="empty">
              <strong>Nothing to buy</strong>
              Add an item above, or ask the assistant.
            </p>
          )}
          {bought.length > 0 && <h2>In the basket</h2>}
          {bought.length > 0 && (
            <ItemList {...list} label="In the basket" items={bought} onCheck={onCheck} />
          )}
        </section>
        {open && (
          <ItemDetail
            key={open.name}
            item={open}
            onChange={(values) => change(open.name, values)}
            onClose={() => then(`open-${open.name}`, () => setOpenName(undefined))}
            onRemove={() => then('new-item', () => setItems(items.filter((item) => item !== open)))}
          />
        )}
      </main>
      <ShoppingTools items={items} onChange={setItems} onOpen={setOpenName} />
    </AgentScope>
  )
}

function AddItem(props: { items: readonly Item[]; onAdd: (item: Item) => void }) {
  const { items, onAdd } = props
  const [name, setName] = useState('')
  const [quantity, setQuantity] = useState('')
  const isTaken = items.some((item) => item.name.toLowerCase() === name.trim().toLowerCase())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || isTaken) return
    onAdd(newItem(name.trim(), quantity.trim()))
    setName('')
    setQuantity('')
    document.getElementById('new-item')?.focus()
  }
  return (
    <form className="add" onSubmit={submit}>
      <input
        id="new-item"
        aria-label="New item"
        aria-describedby={isTaken ? 'taken' : undefined}
        placeholder="Add an item"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <input
        aria-label="Quantity"
        placeholder="How much"
        autoComplete="off"
        maxLength={20}
        value={quantity}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <button className="primary">Add</button>
      {isTaken && (
        <p id="taken" role="status">
          {name.trim()} is on the list already.
        </p>
      )}
    </form>
  )
}

interface ItemListProps {
  label: string
  items: readonly Item[]
  openName: string | undefined
  onOpen: (name: string) => void
  onCheck: (name: string, isBought: boolean) => void
}

function ItemList({ label, items, openName, onOpen, onCheck }: ItemListProps) {
  return (
    <ul aria-label={label}>
      {items.map(({ name, quantity, isBought }) => (
        <li key={name} data-open={name === openName || undefined}>
          <input
            id={`check-${name}`}
            type="checkbox"
            aria-label={`${name} is in the basket`}
            checked={isBought}
            onChange={() => onCheck(name, !isBought)}
          />
          <button
            id={`open-${name}`}
            aria-expanded={name === openName}
            onClick={() => onOpen(name)}
          >
            <span>{name}</span>
            {quantity && <small>{quantity}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
