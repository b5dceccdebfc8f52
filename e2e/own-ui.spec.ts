import { startDemoServer } from './support/demo-server.ts'
import { expect, test } from './support/page-test.ts'

test.describe('a page with no widget, over the same hooks', () => {
  test('says, answers, asks, and takes back', async ({ page }) => {
    await using server = await startDemoServer({}, 'own-ui', '--built')
    await page.goto(server.url)
    const items = page.getByRole('list', { name: 'To pack' }).getByRole('listitem')
    const say = async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    }
    await say('Add "Socks"')
    await expect(items).toHaveText(['Passport', 'Toothbrush', 'Socks'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(items).toHaveText(['Passport', 'Toothbrush'])

    await say('Clear the list')
    const question = page.getByRole('group', { name: 'Clear the list' })
    await expect(question).toContainText('2 things are taken off.')
    await question.getByRole('button', { name: 'No' }).click()
    await expect(question).toHaveCount(0)
    await expect(items).toHaveCount(2)
    await say('Clear the list')
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(items).toHaveCount(0)
  })
})
