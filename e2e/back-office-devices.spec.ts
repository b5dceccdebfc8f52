import type { Locator, Page } from '@playwright/test'
import { Assistant } from './support/assistant.ts'
import { BackOffice, expect, test as base } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'
import { engine } from './support/page-test.ts'

/** A second device: its page, and the assistant of that. */
const test = base.extend<{ phone: Page; there: Assistant }>({
  phone: async ({ browser }, provide) => {
    await using context = await browser.newContext()
    await provide(await context.newPage())
  },
  there: async ({ phone }, provide) => provide(new Assistant(phone)),
})

test.use({ hasServerSessions: true })
test.skip(engine !== undefined, 'The second device is a context of Chromium')

/** Opens the list of the conversations, and returns it. */
async function openList({ dialog }: Assistant): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Conversations', exact: true }).click()
  return dialog.getByRole('region', { name: 'Conversations' })
}

test.describe('a user on two devices, with conversations on the server', () => {
  test('follows a run live, waits for its end, and deletes for both', async ({
    page,
    assistant,
    office,
    phone,
    there,
    host,
  }) => {
    const answer = Promise.withResolvers<{ content: string }>()
    const ends: string[] = []
    office.models.script([
      callTool('filter_orders', { payment: 'unpaid' }),
      async () => {
        const reply = await answer.promise
        ends.push('first')
        return reply
      },
      () => {
        ends.push('second')
        return { content: 'You are welcome.' }
      },
    ])
    await new BackOffice(phone, host.url, host.models).open('/orders', 'manager', 'scripted')
    await there.open()
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Show the unpaid orders')
    await expect.poll(() => office.models.requests.length).toBe(2)

    const list = await openList(there)
    await list.getByRole('button', { name: /^Show the unpaid orders/ }).click()
    await expect(there.said('You')).toHaveText('Show the unpaid orders')
    await expect(there.card('Filter orders')).toBeVisible()
    await there.say('Thank you')
    await expect(there.dialog.getByText('Thank you')).toBeVisible()
    answer.resolve({ content: 'There they are.' })
    for (const each of [there, assistant]) {
      await expect(each.dialog.getByText('There they are.')).toBeVisible()
      await expect(each.dialog.getByText('You are welcome.')).toBeVisible()
    }
    expect(ends).toEqual(['first', 'second'])
    // The run has acted on the page that began it, and on no other.
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('unpaid')
    await expect(phone.getByRole('combobox', { name: 'Payment' })).toHaveValue('any')

    const here = await openList(assistant)
    await here.getByRole('button', { name: 'Delete “Show the unpaid orders”' }).click()
    await here.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(there.said('You')).toHaveCount(0)
    await expect((await openList(there)).getByText('No conversation')).toBeVisible()
  })

  test('finds nothing of another user, and their own after a reload', async ({
    page,
    assistant,
    office,
    phone,
    there,
    host,
  }) => {
    office.models.script([{ content: 'Good morning.' }])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Hello')
    await expect(assistant.dialog.getByText('Good morning.')).toBeVisible()
    await new BackOffice(phone, host.url, host.models).open('/orders', 'viewer', 'scripted')
    await there.open()
    await expect((await openList(there)).getByText('No conversation')).toBeVisible()
    await page.reload()
    await assistant.open()
    await expect(assistant.dialog.getByText('Good morning.')).toBeVisible()
  })

  test('goes on with a run at once after a reload', async ({ page, assistant, office }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: cut, resolve: end } = Promise.withResolvers<{ content: string }>()
    office.models.script([
      callTool('filter_orders', { payment: 'unpaid' }),
      () => {
        ask()
        return cut
      },
      { content: 'There they are.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Show the unpaid orders')
    await asked
    await page.reload()
    await assistant.open()
    // The page that is left gives its claim back. It would be free after 90 seconds otherwise.
    await expect(assistant.dialog.getByText('There they are.')).toBeVisible()
    end({ content: '' })
  })

  test('keeps what was said before another user signs in from what comes after', async ({
    page,
    assistant,
    office,
  }) => {
    await office.open('/', 'manager', 'demo')
    await assistant.open()
    await assistant.say('Sign in as Vic')
    await expect(page.getByText('Vic Viewer')).toBeVisible()
    await assistant.open()
    await expect(assistant.said('Assistant').last()).toContainText('I cannot refund the order')
    const list = await openList(assistant)
    await expect(list.getByRole('button', { name: /^Rename/ })).toHaveCount(1)
    await expect(list.getByText('Sign in as Vic')).toHaveCount(0)
  })
})
