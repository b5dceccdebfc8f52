import { useLoaderData } from 'react-router'
import { ShoppingList } from '../shopping-list'

/** Stands for a query of your database: a loader runs on the server. */
export const loader = () => ({ items: ['Bread', 'Milk'] })

export default function Home() {
  const { items } = useLoaderData<typeof loader>()
  return <ShoppingList first={items} />
}
