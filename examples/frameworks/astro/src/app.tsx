import { Assistant } from './assistant'
import { ShoppingList } from './shopping-list'

/** Renders the island. Provider, tools and chat share a context, so they are in the same one. */
export function App({ first }: { first: readonly string[] }) {
  return (
    <Assistant>
      <ShoppingList first={first} />
    </Assistant>
  )
}
