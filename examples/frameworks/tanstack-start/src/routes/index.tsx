import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { ShoppingList } from '../shopping-list'

/** Stands for a query of your database: it runs on the server. */
const readItems = createServerFn().handler(() => ['Bread', 'Milk'])

export const Route = createFileRoute('/')({ loader: () => readItems(), component: Home })

function Home() {
  return <ShoppingList first={Route.useLoaderData()} />
}
