import type { Item } from './shopping-tools.tsx'

interface ItemDetailProps {
  item: Item
  onChange: (values: Partial<Item>) => void
  onClose: () => void
  onRemove: () => void
}

/** Shows one item, to change by hand. Each change is there at once. */
export function ItemDetail({ item, onChange, onClose, onRemove }: ItemDetailProps) {
  const { name, quantity, note, isBought } = item
  return (
    <section id="detail" className="card detail" aria-labelledby="detail-name" tabIndex={-1}>
      <header>
        <h2 id="detail-name">{name}</h2>
        <button className="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      <label>
        How much
        <input
          value={quantity}
          maxLength={20}
          placeholder="2 bottles"
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      </label>
      <label>
        Note
        <textarea
          rows={3}
          value={note}
          maxLength={200}
          placeholder="The one with the blue lid"
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={isBought}
          onChange={() => onChange({ isBought: !isBought })}
        />
        In the basket
      </label>
      <button className="danger" onClick={onRemove}>
        Remove from the list
      </button>
    </section>
  )
}
