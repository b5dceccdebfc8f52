import type { Page } from '@playwright/test'
import type { Assistant } from './support/assistant.ts'
import { expect, test } from './support/back-office.ts'

type Check = (page: Page, assistant: Assistant) => Promise<void>

/** Waits for an address with this path, and these values in its search. */
const address =
  (path: string, values: Record<string, string> = {}): Check =>
  async (page) => {
    await expect
      .poll(() => {
        const { pathname, searchParams } = new URL(page.url())
        const found = Object.keys(values).map((name) => [name, searchParams.get(name)])
        return [pathname, Object.fromEntries(found)]
      })
      .toEqual([path, values])
  }

/** Waits for the reminders, and takes them back: the stories share the orders. */
const takeBackReminders: Check = async (page, assistant) => {
  const drafted = page.getByText('reminder drafted')
  await expect(drafted.first()).toBeVisible()
  // The line of the steps comes after the page has drawn what the step did.
  await expect(assistant.status.last()).toHaveText('Done')
  await assistant.openSteps()
  await assistant.card('Draft reminders').getByRole('button', { name: 'Undo' }).click()
  await expect(drafted).toHaveCount(0)
}

const unpaidOver500 = { payment: 'unpaid', minTotal: '500', placed: 'last month' }

/** The offers of each page, with a check of what has to come of each. */
const pages: Record<string, Record<string, Check>> = {
  '/': {
    'Remind of those over 500 of last month': async (page, assistant) => {
      await address('/orders', unpaidOver500)(page, assistant)
      await takeBackReminders(page, assistant)
    },
    'Why did sales drop in week 40?': async (page, assistant) => {
      await expect(assistant.said('Assistant').last()).toContainText(
        /sales were €.* less than .*Barista One espresso machine was sold out from/,
      )
      const chart = page.getByRole('region', { name: 'Sales by product in week 40' })
      await expect(chart.getByRole('img')).toHaveAccessibleName(
        /Barista One espresso machine: €0\.00/,
      )
      // The week's fallen bars are marked, and so is the week beside the others.
      await expect(chart.getByText('Less than half of it')).toBeInViewport()
      await expect(
        page.getByText('Lowest: W40 (Barista One espresso machine sold out)'),
      ).toBeVisible()
      await expect(assistant.dialog.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
    'Products that are low': address('/inventory', {
      level: 'low',
    }),
  },
  '/orders': {
    'Remind of those over 500 of last month': async (page, assistant) => {
      await address('/orders', unpaidOver500)(page, assistant)
      await takeBackReminders(page, assistant)
    },
    'Only open ones': address('/orders', { status: 'open' }),
    'Paid, over 500': address('/orders', {
      ...unpaidOver500,
      payment: 'paid',
    }),
  },
  '/orders/A-99001': {
    'Refund 5 euros': async (_, assistant) => {
      const card = assistant.card(/Refund .+\?$/)
      await expect(card).toContainText('€0.00')
      await expect(card).toContainText('€5.00 of €949.00')
      await expect(card).toContainText('the package was damaged')
    },
    'Open the customers page': address('/customers'),
  },
  '/customers': {
    'Customers from Italy': address('/customers', { text: 'Italy' }),
    'Unpaid orders': address('/orders', { payment: 'unpaid' }),
  },
  '/customers/C-1030': {
    'Set the city to Vienna': async (page) => {
      await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Vienna')
    },
    'Unpaid orders': address('/orders', { payment: 'unpaid' }),
  },
  '/inventory': {
    'Add 20 to the stock of the Moka pot': async (_, assistant) => {
      await expect(assistant.card('Add stock').getByText('Done', { exact: true })).toBeVisible()
    },
    'Only low ones': address('/inventory', { level: 'low' }),
  },
  '/refunds': {
    'Only scheduled ones': address('/refunds', { status: 'scheduled' }),
    'Open the dashboard': address('/'),
  },
  '/tickets': {
    'Close ticket 12': async (_, assistant) => {
      await expect(assistant.card('Allow “Close ticket (Tickets)”?')).toBeVisible()
    },
    'Show ticket 12': async (_, assistant) => {
      const app = assistant.dialog.getByRole('region', { name: 'App of Tickets.' })
      await expect(app.frameLocator('iframe').frameLocator('iframe').getByText('Ada')).toBeVisible()
    },
  },
}

/** What every page offers first. */
const tries = [
  '1 Let it work: a chart, a filter, reminders',
  '2 Be asked, then undo: a refund',
  '3 Sign in as Vic, and see why not',
]

for (const [path, offers] of Object.entries(pages)) {
  test.describe(`what ${path} offers in the chat is what the demo model can do`, () => {
    for (const [offer, check] of Object.entries(offers)) {
      test(offer, async ({ page, assistant, office }) => {
        await office.open(path, 'manager', 'demo')
        await assistant.open()
        const list = assistant.dialog.getByRole('list', { name: 'Suggestions' })
        await expect(list.getByRole('button')).toHaveText([...tries, ...Object.keys(offers)])
        await expect(assistant.dialog.getByText(/^Mia, /)).toBeVisible()
        await list.getByRole('button', { name: offer, exact: true }).click()
        await check(page, assistant)
        await expect(assistant.said('Assistant').last()).not.toContainText(
          /found nothing|did not understand|Not done|I need/,
        )
      })
    }
  })
}
