import { describe, expect, it } from 'vitest'
import { isMany } from '../../shared/is-many.ts'
import { addDays, dayOfLastMonth } from './days.ts'
import { seedOrders } from './orders.ts'

describe('seedOrders', () => {
  it('has three to five unpaid orders over 500 of last month, on each day of a year', () => {
    const counts = new Set<number>()
    for (let day = 0; day < 366; day++) {
      const today = addDays('2026-01-01', day)
      const month = dayOfLastMonth(today, 1).slice(0, 7)
      const large = seedOrders(today).orders.filter(
        ({ payment, placed_on: placed, total_cents: cents }) =>
          payment === 'unpaid' && placed.startsWith(month) && cents >= 50_000,
      )
      counts.add(large.length)
      expect(isMany(large.map(({ id }) => id))).toBe(false)
    }
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
  })
})
