import { expect, test } from './support/story.ts'

test('the board works by hand, also where no agent can be reached', async ({ page, board }) => {
  await page.route('**/api/agent/**', (route) => route.abort())
  await page.goto('/')

  await board.newTask.fill('Order the cake')
  await page.getByRole('combobox', { name: 'Priority of the new task' }).selectOption('high')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(board.column('To do').getByText('Order the cake')).toBeVisible()
  await expect(board.newTask).toHaveValue('')

  await page.getByRole('button', { name: 'Move “Order the cake” to Done' }).click()
  await expect(board.column('Done').getByText('Order the cake')).toBeVisible()
  await expect(board.task('Order the cake')).toBeFocused()

  await board.search.fill('cake')
  await expect(board.count).toHaveText('1 of 6 tasks')
  await board.search.fill('')
  await board.priority.selectOption('high')
  await expect(board.count).toHaveText('3 of 6 tasks')
  await board.priority.selectOption('any')

  await board.task('Order the cake').click()
  await expect(board.task('Order the cake')).toHaveAttribute('aria-pressed', 'true')
  await board.remove.click()
  await expect(board.task('Order the cake')).toHaveCount(0)
  await expect(board.remove).toBeDisabled()
  await expect(board.newTask).toBeFocused()
})
