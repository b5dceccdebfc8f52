import { expect, test } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'

test.describe('a question that needs another page, two queries and a chart', () => {
  test('is answered with a chart beside it: why did sales drop in week 40?', async ({
    page,
    assistant,
    office,
  }) => {
    const title = 'Week 40 by product'
    office.models.script([
      callTool('open_page', { page: 'dashboard' }),
      callTool('query_sales', { by: 'week' }),
      callTool('query_sales', { by: 'product' }),
      callTool('show_sales_chart', { title, by: 'product', week: 40 }),
      { content: 'The Barista One was sold out all week.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Why did sales drop in week 40?')
    await expect(assistant.dialog.getByText('The Barista One was sold out all week.')).toBeVisible()
    await assistant.expectCards([
      ['Open page', 'Done'],
      ['Query sales', 'Done'],
      ['Query sales', 'Done'],
      ['Show sales chart', 'Done'],
    ])
    const chart = page.getByRole('region', { name: title })
    await expect(chart.getByRole('img')).toHaveAccessibleName(
      /Barista One espresso machine: €0\.00/,
    )
    await expect(chart.getByText(/Barista One espresso machine was sold out from/)).toBeVisible()

    // The tools of the page are in the first request after the page was opened.
    const tools = office.models.requests.map(
      ({ tools }) => tools?.map((tool) => tool.function.name) ?? [],
    )
    expect(tools[0]).not.toContain('show_sales_chart')
    expect(tools[1]).toContain('show_sales_chart')
    const told = JSON.stringify(office.models.requests.at(-1)?.messages)
    expect(told).toContain('stockOuts')

    await assistant.card('Show sales chart').getByRole('button', { name: 'Undo' }).click()
    await expect(chart).toHaveCount(0)
  })
})
