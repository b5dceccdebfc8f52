import { expectClosedHistory } from './support/closed-history.ts'
import { callTool } from './support/model-server.ts'
import { expect, test } from './support/story.ts'

test.describe('Stop in the middle', () => {
  test('keeps what is done, leaves out the rest, and the conversation goes on', async ({
    page,
    assistant,
    board,
  }) => {
    // The page's time stands still, so that the run lasts until it is stopped.
    const start = Date.now()
    await page.clock.install({ time: start })
    await page.goto('/')
    await assistant.open()
    await page.clock.pauseAt(start + 600_000)

    await assistant.say('Add a task called "Order the cake", then select it and then delete it')
    const added = assistant.card('Add task').getByText('Done', { exact: true })
    while (!(await added.isVisible())) await page.clock.runFor(20)
    await assistant.stop.click()
    await page.clock.resume()

    await expect(assistant.status).toHaveText('Stopped')
    await expect(assistant.stop).toBeHidden()
    await expect(assistant.field).toBeFocused()
    await expect(board.task('Order the cake')).toHaveAttribute('aria-pressed', 'false')
    await expect(assistant.card('Delete task')).toHaveCount(0)

    await assistant.say('Move "Order the cake" to done')
    await expect(assistant.status).toHaveText('Done')
    await expect(board.column('Done').getByText('Order the cake')).toBeVisible()
    await expect(assistant.error).toHaveCount(0)
  })

  test('ends the request that is under way, and the next one carries a closed history', async ({
    page,
    assistant,
    board,
    hosts,
  }) => {
    const { models, url } = await hosts.of('openai')
    const gate = Promise.withResolvers<{ content: string }>()
    const asked = Promise.withResolvers<void>()
    models.script([
      callTool('add_task', { title: 'Order the cake' }),
      () => {
        asked.resolve()
        return gate.promise
      },
      { content: 'I will leave it at that.' },
    ])
    await page.goto(url)
    await assistant.open()
    await assistant.say('Order a cake')
    await asked.promise
    const stopped = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/agent/model'),
    )
    await assistant.stop.click()
    await stopped
    gate.resolve({ content: 'Nobody reads this.' })
    await expect(assistant.status).toHaveText('Stopped')
    await expect(board.task('Order the cake')).toBeVisible()

    await assistant.say('Never mind')
    await expect(assistant.dialog.getByText('I will leave it at that.')).toBeVisible()
    await expect(assistant.status).toHaveText('Done')
    await expect(assistant.dialog.getByText('Nobody reads this.')).toHaveCount(0)
    expect(models.requests).toHaveLength(3)
    expectClosedHistory(models.requests.at(-1), 1)
  })

  test('keeps a partial answer, marked as one', async ({ page, assistant, hosts }) => {
    const { models, url } = await hosts.of('openai')
    models.script(
      [{ content: 'One sheep, two sheep. '.repeat(5000) }, { content: 'Good night.' }],
      {
        latency: 5,
      },
    )
    await page.goto(url)
    await assistant.open()
    await assistant.say('Count sheep')
    await expect(assistant.said('Assistant')).toContainText('two sheep')
    await assistant.stop.click()
    await expect(assistant.dialog.getByText('Stopped before the end')).toBeVisible()
    await expect(assistant.said('Assistant')).toContainText('two sheep')

    await assistant.say('That is enough')
    await expect(assistant.said('Assistant').last()).toHaveText('Good night.')
  })
})
