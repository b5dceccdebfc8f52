import { useTool } from 'ambit/react'
import { useQueryClient } from '@tanstack/react-query'
import { salesOf } from '../../api/queries.ts'
import { salesQuery } from '../../shared/sales.ts'
import { addChart, inBars, newChart, panelOf, removeChart } from './dashboard-charts.ts'
import { tellSales } from './tell-sales.ts'

const bySales = salesQuery.pick({ by: true })

/** Lets the agent read the sales, and tell what they show with a chart beside it. */
export function SalesTools(): null {
  const client = useQueryClient()
  useTool({
    name: 'query_sales',
    description: 'Read the sales of the whole last year.',
    parameters: bySales,
    effect: 'read',
    handler: async (query) => {
      const sales = await client.fetchQuery(salesOf(query))
      return { summary: tellSales(sales), ...sales }
    },
  })
  useTool({
    name: 'show_sales_chart',
    description:
      'Put a chart of sales on the dashboard, and tell what it shows. With a week: why sales drop or rise in it, such as a product that was sold out.',
    parameters: newChart,
    handler: async ({ title, ...wanted }, ctx) => {
      const query = inBars(wanted)
      const sales = await client.fetchQuery(salesOf(query))
      const chart = addChart({ title, ...query })
      ctx.undo(() => removeChart(chart.id))
      ctx.touched(panelOf(chart.id))
      const summary = `${tellSales(sales)} The chart “${chart.title}” is on the dashboard.`
      return { summary, ...chart, rows: sales.rows.slice(0, 5), stockOuts: sales.stockOuts }
    },
  })
  return null
}
