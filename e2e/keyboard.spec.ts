import type { Locator } from '@playwright/test'
import { callTool } from './support/model-server.ts'
import { engine } from './support/page-test.ts'
import { expect, test } from './support/story.ts'

test('all of the widget is used by keyboard alone', async ({ page, assistant, board, hosts }) => {
  const { models, url } = await hosts.of('openai')
  const gate = Promise.withResolvers<{ content: string }>()
  models.script([
    () => gate.promise,
    callTool('add_task', { title: 'Order the pie' }),
    { content: 'There it is.' },
  ])
  await page.goto(url)
  await expect(assistant.launcher).toBeVisible()
  // The launcher is the last stop of the page.
  await page.keyboard.press('Shift+Tab')
  await expect(assistant.launcher).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(assistant.field).toBeFocused()

  await page.keyboard.type('Order a pie')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('with cherries')
  await expect(assistant.field).toHaveValue('Order a pie\nwith cherries')
  await page.keyboard.press('Enter')
  await expect(assistant.field).toHaveValue('')
  await expect(assistant.said('You')).toHaveText('Order a pie\nwith cherries')

  // The model sends nothing, so the run lasts until it is stopped.
  await expect(assistant.status).toHaveText('Working')
  await page.keyboard.press('Tab')
  await expect(assistant.stop).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(assistant.status).toHaveText('Stopped')
  await expect(assistant.field).toBeFocused()
  gate.resolve({ content: 'Nobody reads this.' })

  await page.keyboard.type('Go on')
  await page.keyboard.press('Enter')
  await expect(assistant.said('Assistant').last()).toHaveText('There it is.')
  await expect(board.task('Order the pie')).toBeVisible()

  // Backwards from the field: the card, which opens, and the conversation, which scrolls. The
  // actions of a message are in between.
  const back = async (to: Locator): Promise<void> => {
    for (let stops = 0; stops < 8; stops++) {
      await page.keyboard.press('Shift+Tab')
      if (await to.evaluate((element) => element === document.activeElement)) return
    }
    await expect(to).toBeFocused()
  }
  await back(assistant.card('Add task').locator('summary'))
  await page.keyboard.press('Enter')
  await expect(assistant.card('Add task').getByText('Arguments')).toBeVisible()
  await back(assistant.conversation)

  await page.keyboard.press('Escape')
  await expect(assistant.dialog).toBeHidden()
  await expect(assistant.launcher).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(assistant.field).toBeFocused()
  await expect(assistant.said('You')).toHaveCount(2)
})

test('every control has a name, every id is one of a kind, and nothing scrolls sideways', async ({
  page,
  assistant,
}) => {
  test.skip(engine === 'webkit', 'A resized window on a bare display does not get the focus')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await assistant.open()
  await assistant.say('Select "Book a room" and then delete it')
  await expect(assistant.status).toHaveText('Done')
  for (const role of ['button', 'textbox', 'searchbox', 'combobox', 'list', 'region'] as const) {
    await expect(page.getByRole(role).first()).toBeAttached()
    await expect(page.getByRole(role, { name: /^$/ })).toHaveCount(0)
  }
  const found = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const { scrollWidth, clientWidth } = document.documentElement
    return { twice: ids.filter((id, at) => ids.indexOf(id) !== at), scrollWidth, clientWidth }
  })
  expect(found.twice).toEqual([])
  expect(found.scrollWidth).toBe(found.clientWidth)
})
