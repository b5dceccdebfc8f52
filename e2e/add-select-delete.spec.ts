import { expect, test } from './support/story.ts'

test.describe('a sentence that needs three calls', () => {
  test('changes the board, one call after the other, and closes each of them', async ({
    page,
    assistant,
    board,
  }) => {
    await page.goto('/')
    await expect(board.remove).toBeDisabled()
    await assistant.open()
    await expect(assistant.notice).toHaveText('Rule-based demo, not a language model')

    // Delete is available only because Select was called before.
    await assistant.say('Add a task called "Order the cake", then select it and then delete it')
    await expect(assistant.status).toHaveText('Done')
    await assistant.expectCards([
      ['Add task', 'Done'],
      ['Select task', 'Done'],
      ['Delete task', 'Done'],
    ])
    await expect(assistant.said('Assistant').last()).toContainText('deleted')
    await expect(assistant.stop).toBeHidden()
    await expect(board.task('Order the cake')).toBeHidden()
    await expect(board.count).toHaveText('5 of 5 tasks')
    await expect(board.remove).toBeDisabled()
  })

  test('deletes a task, which the user can put back where it was', async ({
    page,
    assistant,
    board,
  }) => {
    await page.goto('/')
    await assistant.open()
    await assistant.say('Select "Book a room" and then delete it')
    await assistant.expectCards([
      ['Select task', 'Done'],
      ['Delete task', 'Done'],
    ])
    await expect(board.task('Book a room')).toBeHidden()
    await assistant.card('Delete task').getByRole('button', { name: 'Undo' }).click()
    await expect(board.task('Book a room')).toBeVisible()
    await expect(board.column('To do').getByRole('listitem').nth(1)).toContainText('Book a room')
  })

  test('works on what the user did by hand, and shows what it was given and what it brought', async ({
    page,
    assistant,
    board,
  }) => {
    await page.goto('/')
    await board.newTask.fill('Water the plants')
    await board.newTask.press('Enter')
    await assistant.open()

    await assistant.say('Move "Water the plants" to doing, select it and then delete it')
    await assistant.expectCards([
      ['Move task', 'Done'],
      ['Select task', 'Done'],
      ['Delete task', 'Done'],
    ])
    const moved = assistant.card('Move task')
    await moved.getByText('Done', { exact: true }).click()
    await expect(moved.getByText('Arguments')).toBeVisible()
    await expect(moved.getByText('"title": "Water the plants"')).toBeVisible()
    await expect(board.count).toHaveText('5 of 5 tasks')

    await assistant.say('Show only the high priority tasks')
    await expect(board.priority).toHaveValue('high')
    await expect(board.count).toHaveText('2 of 5 tasks')
  })

  test('says why a tool that is off cannot be used, and changes nothing', async ({
    page,
    assistant,
    board,
  }) => {
    await page.goto('/')
    await assistant.open()
    await assistant.say('Delete the selected task')
    await expect(assistant.status).toHaveText('Done')
    await expect(assistant.said('Assistant').last()).toContainText('Select a task first')
    await expect(board.count).toHaveText('5 of 5 tasks')
  })

  test('is undone in words, and its card then offers no undo', async ({
    page,
    assistant,
    board,
  }) => {
    await page.goto('/')
    await assistant.open()
    await assistant.say('Add a task called "Order the cake"')
    await expect(board.task('Order the cake')).toBeVisible()
    await expect(assistant.status).toHaveText('Done')
    await assistant.say('Undo that')
    await expect(board.task('Order the cake')).toHaveCount(0)
    const added = assistant.card('Add task')
    await expect(added.getByText('Undone', { exact: true })).toBeVisible()
    await expect(added.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await expect(assistant.status).toHaveText('Done')

    await assistant.say('Move "Book a room" to done')
    await expect(board.column('Done').getByText('Book a room')).toBeVisible()
    await expect(assistant.status).toHaveText('Done')
    await assistant.say('Undo that')
    await expect(board.column('To do').getByText('Book a room')).toBeVisible()
    await expect(board.count).toHaveText('5 of 5 tasks')
  })
})
