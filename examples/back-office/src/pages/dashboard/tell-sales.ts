import { dayInWords } from '../../parts/day.tsx'
import { euros } from '../../parts/euros.ts'
import type { Sales, SalesRow, StockOut } from '../../shared/sales.ts'

/** Tells in sentences what sales show, for people and for the model, which may repeat them. */
export function tellSales(sales: Sales): string {
  const { week, rows, stockOuts = [] } = sales
  const sentences = week === undefined ? tellYear(sales) : tellWeek(week, rows)
  for (const stockOut of stockOuts) sentences.push(tellStockOut(stockOut, rows))
  return sentences.join(' ')
}

function tellYear({ by, rows }: Sales): string[] {
  // The last week or month is not over yet.
  const over = by === 'week' || by === 'month' ? rows.slice(0, -1) : rows
  const best = over.toSorted((a, b) => b.revenue - a.revenue)
  const [most, least] = [best[0], best.at(-1)]
  if (!most || !least) return ['Nothing was sold.']
  const name = (row: SalesRow): string => `${nameOf(row.key)} with ${euros(row.revenue)}`
  return [
    `Of the last 52 weeks, the highest sales by ${by} are those of ${name(most)}, and the lowest those of ${name(least)}.`,
  ]
}

function tellWeek(week: string, rows: readonly SalesRow[]): string[] {
  const sum = (of: (row: SalesRow) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const revenue = sum((row) => row.revenue)
  const before = sum(({ before = 0 }) => before)
  const share = Math.round(Math.abs(1 - revenue / Math.max(1, before)) * 100)
  const isLess = revenue < before
  return [
    `In ${nameOf(week)} sales were ${euros(revenue)}, ${share}% ${isLess ? 'less' : 'more'} than the average of the four weeks before (${euros(before)}).`,
  ]
}

function tellStockOut({ product, from, to }: StockOut, rows: readonly SalesRow[]): string {
  const out = `${product} was sold out from ${dayInWords(from)} to ${dayInWords(to)}`
  const row = rows.find(({ key }) => key === product)
  return row?.before
    ? `${out}: it brought ${euros(row.revenue)}, and ${euros(row.before)} a week before.`
    : `${out}.`
}

/** Names a week as people do: `2026-W40` becomes `week 40`. */
export const nameOf = (key: string): string => key.replace(/^\d{4}-W0?(\d+)$/, 'week $1')
