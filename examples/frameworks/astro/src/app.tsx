import { Assistant } from './assistant'
import { ShoppingList } from './shopping-list'

/** The island: provider, tools and chat share a context, so they are one component to Astro. */
export function App({ first }: { first: readonly string[] }) {
  return (
    <Assistant>
      <ShoppingList first={first} />
    </Assistant>
  )
}
