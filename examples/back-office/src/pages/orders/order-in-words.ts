import { euros } from '../../parts/euros.ts'
import type { Order } from '../../shared/order.ts'

/** Names an order so that a user knows which one it is: its id, its customer and its total. */
export const orderInWords = ({ id, customer, total }: Order): string =>
  `${id}, ${customer}, ${euros(total)}`
