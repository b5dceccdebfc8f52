import type { Order } from '../../shared/order.ts'

const columns = ['id', 'customer', 'placedOn', 'status', 'payment', 'total', 'refunded'] as const

/**
 * Saves orders as a CSV file in the browser. Returns the name of the file and the number of rows.
 */
export function downloadOrders(orders: readonly Order[]): { file: string; rows: number } {
  const file = 'orders.csv'
  const url = URL.createObjectURL(new Blob([toCsv(orders)], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: file }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
  return { file, rows: orders.length }
}

const toCsv = (orders: readonly Order[]): string =>
  [columns, ...orders.map((order) => columns.map((column) => order[column]))]
    .map((cells) => cells.map(toCell).join(','))
    .join('\r\n')

/** Quotes a cell, so that a spreadsheet does not read a name as a formula. */
function toCell(value: string | number): string {
  const text = String(value).replace(/^[=+\-@\t\r]/, `'$&`)
  return `"${text.replaceAll('"', '""')}"`
}
