import { startDemoServer } from './support/demo-server.ts'
import { expect, test } from './support/page-test.ts'

test.describe('a page with no widget, over the same hooks', () => {
  test('says, answers, asks, and takes back', async ({ page }) => {
    await using server = await startDemoServer({}, 'own-ui', '--built')
    await page.goto(server.url)
    const items = page.getByRole('list', { name: 'To buy' }).getByRole('listitem')
    const say = async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    }
    await say('Add "Honey"')
    await expect(items).toHaveText(['Bread', 'Milk', 'Coffee', 'Honey'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(items).toHaveText(['Bread', 'Milk', 'Coffee'])

    await say('Remove milk')
    const question = page.getByRole('group', { name: 'Remove item' })
    await expect(question).toContainText('Take milk off the list')
    await question.getByRole('button', { name: 'No' }).click()
    await expect(question).toHaveCount(0)
    await expect(items).toHaveCount(3)
    await say('Remove milk')
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(items).toHaveText(['Bread', 'Coffee'])
  })

  test('does the same by hand, by keyboard', async ({ page }) => {
    await using server = await startDemoServer({}, 'own-ui', '--built')
    await page.goto(server.url)
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    await page.getByRole('textbox', { name: 'New item' }).fill('Olive oil')
    await press('Tab')
    await page.keyboard.type('1 bottle')
    await press('Enter')
    await expect(page.getByRole('textbox', { name: 'New item' })).toBeFocused()
    const item = page.getByRole('button', { name: 'Olive oil 1 bottle' })
    await item.focus()
    await press('Enter')
    const detail = page.getByRole('region', { name: 'Olive oil' })
    await expect(detail).toBeFocused()
    await detail.getByRole('textbox', { name: 'Note' }).fill('From Crete')
    await detail.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(item).toBeFocused()
    await press('Shift+Tab', 'Space')
    const bought = page.getByRole('list', { name: 'In the basket' }).getByRole('checkbox')
    await expect(bought).toBeFocused()
    await expect(page.getByText('3 to buy, 1 in the basket')).toBeVisible()
    await item.press('Enter')
    await detail.getByRole('button', { name: 'Remove from the list' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'New item' })).toBeFocused()
    await expect(item).toHaveCount(0)
  })
})
