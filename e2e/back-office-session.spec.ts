import type { Locator } from '@playwright/test'
import { Assistant } from './support/assistant.ts'
import { expect, test } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'

async function signIn(dialog: Locator, password: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}

test.describe('a session that expires in mid run', () => {
  test('is a sign-in over the page, after which the run goes on', async ({
    page,
    assistant,
    office,
  }) => {
    office.models.script([
      async () => {
        await page.context().clearCookies()
        return callTool('draft_reminders', { orderIds: ['A-99004'] })
      },
      { content: 'It is drafted.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Draft a reminder for A-99004')

    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await signIn(dialog, 'wrong')
    await expect(dialog.getByText('The address or the password is wrong.')).toBeVisible()
    await signIn(dialog, 'demo')

    await expect(assistant.dialog.getByText('It is drafted.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await assistant.expectCards([['Draft reminders', 'Done']])
    expect(await office.read('orders/A-99004')).toMatchObject({ hasReminder: true })
  })

  test('is the same one sign-in where the model is what is refused', async ({
    page,
    assistant,
    office,
  }) => {
    office.models.script([
      async () => {
        await page.context().clearCookies()
        return callTool('filter_orders', { payment: 'unpaid' })
      },
      { content: 'There they are.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Show the unpaid orders')

    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await signIn(dialog, 'demo')

    await expect(assistant.dialog.getByText('There they are.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await assistant.expectCards([['Filter orders', 'Done']])
  })
})

test.describe('a page that is loaded anew in mid run', () => {
  test('goes on with the run from where it was, and another tab shows and continues the same', async ({
    page,
    assistant,
    office,
  }) => {
    const asked = Promise.withResolvers<void>()
    const never = Promise.withResolvers<{ content: string }>()
    office.models.script([
      callTool('filter_orders', { payment: 'unpaid' }),
      () => {
        asked.resolve()
        return never.promise
      },
      { content: 'There they are.' },
      { content: 'You are welcome.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Show the unpaid orders')
    await asked.promise
    await page.reload()
    await assistant.open()
    await expect(assistant.dialog.getByText('There they are.')).toBeVisible()
    await assistant.expectCards([['Filter orders', 'Done']])
    never.resolve({ content: '' })

    const tab = await page.context().newPage()
    await tab.goto(page.url())
    const other = new Assistant(tab)
    await other.open()
    await expect(other.dialog.getByText('There they are.')).toBeVisible()
    await other.say('Thank you')
    await expect(assistant.dialog.getByText('You are welcome.')).toBeVisible()
  })
})
