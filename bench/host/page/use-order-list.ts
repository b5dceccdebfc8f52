import { useState } from 'react'
import { type Order, orders } from './orders.ts'

/** The state of the list, and the ways to change it. */
export interface OrderList {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly shown: readonly Order[]
  readonly selected: readonly string[]
  readonly select: (ids: readonly string[]) => void
  readonly archive: (id: string) => void
}

/** Keeps the state of the list. */
export function useOrderList(): OrderList {
  const [search, setSearch] = useState('')
  const [archived, setArchived] = useState<readonly string[]>([])
  const [selected, select] = useState<readonly string[]>([])
  const wanted = search.toLowerCase()
  const shown = orders.filter(
    ({ id, title, customer, status }) =>
      !archived.includes(id) && `${title} ${customer} ${status}`.toLowerCase().includes(wanted),
  )
  const archive = (id: string) => setArchived([...archived, id])
  return { search, setSearch, shown, selected, select, archive }
}
