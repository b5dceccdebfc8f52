import type { Page } from '@playwright/test'
import { allow } from './support/allow.ts'
import { Assistant, deny } from './support/assistant.ts'
import { expect, test } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'

/** Returns the strip over the page, and the launcher while something goes on. */
const overPage = (page: Page) => ({
  strip: page.getByRole('status').filter({ hasText: /^Working/ }),
  stop: page.getByRole('button', { name: 'Stop' }),
  working: page.getByRole('button', { name: 'Open assistant: Working' }),
})

/** Returns the number of calls of the model that nobody answers, and a way to answer them. */
function silence() {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<{ content: string }>()
  const reply = (): Promise<{ content: string }> => {
    asked.resolve()
    return answer.promise
  }
  return {
    reply,
    asked: asked.promise,
    end: () => answer.resolve({ content: 'Nobody reads this.' }),
  }
}

test.describe('a page that is loaded anew while the panel is closed and the agent works', () => {
  test('A3 says over the page where the agent works, and one press stops it', async ({
    page,
    assistant,
    office,
  }) => {
    const before = silence()
    const after = silence()
    office.models.script([
      callTool('filter_orders', { payment: 'unpaid' }),
      before.reply,
      callTool('filter_orders', { payment: 'paid' }),
      after.reply,
      callTool('filter_orders', { payment: 'any' }),
      { content: 'Nobody asked for this.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Show the unpaid orders, then the paid ones')
    await before.asked
    await page.keyboard.press('Escape')
    await expect(assistant.dialog).toBeHidden()

    await page.reload()
    await after.asked
    const { strip, stop, working } = overPage(page)
    await expect(assistant.dialog).toBeHidden()
    await expect(working).toBeVisible()
    await expect(strip).toHaveText('Working on Orders')
    await expect(stop).toHaveCount(1)
    await stop.click()
    await expect(stop).toHaveCount(0)
    await expect(working).toHaveCount(0)
    before.end()
    after.end()

    await assistant.open()
    await expect(assistant.said('You')).toHaveCount(1)
    await expect(assistant.dialog.getByText('Nobody')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('paid')
    expect(office.models.requests).toHaveLength(4)
  })
})

test.describe('a panel', () => {
  test('A3 is open again after a reload in mid run, also where it began closed, with Stop in it', async ({
    page,
    assistant,
    office,
  }) => {
    // The assistant does not open by itself beside a page as narrow as this.
    await page.setViewportSize({ width: 900, height: 800 })
    const before = silence()
    const after = silence()
    office.models.script([before.reply, after.reply])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Look at all of it')
    await before.asked

    await page.reload()
    await after.asked
    await expect(assistant.field).toBeVisible()
    await expect(assistant.said('You')).toHaveText('Look at all of it')
    await expect(assistant.stop).toBeVisible()
    // The strip over the page is only for a closed panel.
    await expect(overPage(page).stop).toHaveCount(1)
    await assistant.stop.click()
    await expect(assistant.status.last()).toHaveText('Stopped')
    before.end()
    after.end()
  })

  test('that the user has closed is closed after a reload, and one in another tab is as it was', async ({
    page,
    assistant,
    office,
  }) => {
    await office.open('/orders', 'manager', 'demo')
    await assistant.open()
    await page.keyboard.press('Escape')
    await expect(assistant.dialog).toBeHidden()
    await page.reload()
    await expect(assistant.launcher).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(assistant.dialog).toBeHidden()

    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await expect(new Assistant(tab).field).toBeVisible()
  })
})

test.describe('an approval that waits while the page is loaded anew', () => {
  test('A2 is one card, and what is allowed is done once', async ({ page, assistant, office }) => {
    office.models.script([
      callTool('filter_orders', { customer: 'Greta Costa' }),
      callTool('refund_order', { orderId: 'A-99001', amount: 10 }),
      { content: 'It is refunded.' },
    ])
    await page.setViewportSize({ width: 1280, height: 1000 })
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Refund 10 euros of it')
    const card = assistant.card(/Refund .+\?$/)
    await expect(card).toBeVisible()

    await page.reload()
    await assistant.open()
    await expect(card.getByText('€949.00', { exact: false }).first()).toBeVisible()
    await expect(card).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Allow once' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Deny' })).toHaveCount(1)
    await allow(card, 'Allow once')
    await expect(assistant.dialog.getByText('It is refunded.')).toBeVisible()
    expect(await office.read('refunds')).toMatchObject([{ orderId: 'A-99001', amount: 10 }])
    expect(office.models.requests).toHaveLength(3)

    await assistant.openSteps()
    await assistant.card('Refund order').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => office.read('refunds')).toEqual([])
  })

  test('A2 is one card in each tab; denied in one, it goes away in the other', async ({
    page,
    assistant,
    office,
  }) => {
    office.models.script([
      callTool('refund_order', { orderId: 'A-99001', amount: 10 }),
      { content: 'Nothing was refunded.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Refund 10 euros of it')
    const name = /Refund .+\?$/
    await expect(assistant.card(name)).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    const other = new Assistant(tab)
    await other.open()
    await expect(other.card(name)).toBeVisible()
    await expect(other.dialog.getByRole('button', { name: 'Deny' })).toHaveCount(1)
    await deny(other.card(name))
    await expect(other.card(name)).toHaveCount(0)
    await expect(assistant.card(name)).toHaveCount(0)
    await expect(assistant.dialog.getByText('Nothing was refunded.')).toBeVisible()
    expect(await office.read('refunds')).toEqual([])
  })
})
