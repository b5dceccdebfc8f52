export const people = [
  ['Ada Byron', 'London', 'GB'],
  ['Wren Hill', 'Graz', 'AT'],
  ['Clara Costa', 'Milan', 'IT'],
  ['Ben Petit', 'Lyon', 'FR'],
  ['Maria Rossi', 'Rome', 'IT'],
].map(([name = '', city, country], at) => {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
  return { id: `C-${1001 + at}`, name, email, city, country, orders: 12, revenue: 4000 - at * 300 }
})

/** Sixty orders, the newest first, of which a page shows 25. */
export const orders = Array.from({ length: 60 }, (_, at) => {
  const by = people[at % people.length]
  return {
    id: `A-${20_060 - at}`,
    customerId: by?.id ?? '',
    customer: by?.name ?? '',
    placedOn: new Date(Date.UTC(2026, 10, 20 - at)).toISOString().slice(0, 10),
    status: at < 4 ? 'open' : at % 7 === 0 ? 'cancelled' : 'delivered',
    payment: at % 4 === 1 ? 'unpaid' : 'paid',
    total: 40 + ((at * 97) % 900),
    refunded: 0,
    hasReminder: false,
  }
})

const isIn = (placedOn: string, placed: unknown) =>
  placed === 'last month'
    ? placedOn.startsWith('2026-10')
    : placed === 'this month'
      ? placedOn.startsWith('2026-11')
      : placed !== 'last 7 days' || placedOn >= '2026-11-13'

/** Returns the orders that fit the values of `filter_orders`. */
export const ordersOf = (filter: Record<string, unknown>) =>
  orders.filter(
    ({ payment, status, placedOn, total, customer }) =>
      ['any', undefined, payment].includes(filter['payment'] as string) &&
      ['any', undefined, status].includes(filter['status'] as string) &&
      isIn(placedOn, filter['placed']) &&
      total >= Number(filter['minTotal'] ?? 0) &&
      total <= Number(filter['maxTotal'] ?? 10_000) &&
      customer.toLowerCase().includes(String(filter['customer'] ?? '').toLowerCase()),
  )
