import { startDemoServer } from './support/demo-server.ts'
import { expect, test } from './support/page-test.ts'

test.describe('an interface of the AI SDK on an agent', () => {
  test('asks, acts, asks for approval, stops and comes back after a reload', async ({ page }) => {
    await using server = await startDemoServer({}, 'use-chat', '--built')
    await page.goto(server.url)
    const books = page.getByRole('list', { name: 'Books' }).getByRole('listitem')
    const messages = page.getByRole('list', { name: 'Messages' })
    const say = async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    }
    await say('Add "Orlando"')
    await expect(books).toHaveCount(3)
    await expect(messages.getByRole('group', { name: 'Add book' })).toContainText('done')

    await say('Clear the list')
    const question = messages.getByRole('group', { name: 'Clear the list' }).last()
    await expect(question).toContainText('3 books are taken off.')
    await question.getByRole('button', { name: 'Deny' }).click()
    await expect(question).toContainText('not done')
    await expect(books).toHaveCount(3)

    await say('Find the prices')
    await expect(page.getByRole('status')).toContainText('Searching')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()

    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
    await say('Clear the list')
    await expect(messages.getByRole('img', { name: 'dot.png' })).toBeVisible()
    await expect(messages.getByRole('group', { name: 'Find prices' })).toContainText('stopped')
    await question.getByRole('button', { name: 'Allow' }).click()
    await expect(books).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()

    const shown = await messages.getByRole('listitem').count()
    await page.reload()
    await expect(messages.getByRole('listitem')).toHaveCount(shown)
    await expect(messages.getByRole('group', { name: 'Clear the list' }).first()).toContainText(
      'not done',
    )
    await say('Add "Emma"')
    await expect(books).toHaveText(['Emma to read'])
  })
})
