import { ShoppingList } from './shopping-list'

/** Stands for a query of your database: this is a server component. */
const readItems = async (): Promise<string[]> => ['Bread', 'Milk']

export default async function Page() {
  return <ShoppingList first={await readItems()} />
}
