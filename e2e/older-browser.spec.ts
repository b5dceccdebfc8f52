import type { Page } from '@playwright/test'
import { expect, test } from './support/story.ts'
import { expect as expectWidget, test as widgetTest } from './support/widget-story.ts'

/** Takes away what browsers got since 2023, before any code of the page runs. */
const ageBrowser = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const newer: readonly [object, ...string[]][] = [
      [Promise, 'withResolvers', 'try'],
      [AbortSignal, 'any'],
      [URL, 'canParse', 'parse'],
      [Intl, 'Segmenter'],
      [Array, 'fromAsync'],
      [Array.prototype, 'toReversed', 'toSorted', 'toSpliced', 'with'],
      [Set.prototype, 'union', 'difference', 'intersection', 'isSubsetOf'],
      [Object, 'groupBy'],
      [Symbol, 'dispose', 'asyncDispose'],
      [HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover'],
      [Element.prototype, 'checkVisibility', 'moveBefore'],
      [globalThis, 'CompressionStream', 'scheduler', 'navigation'],
    ]
    for (const [owner, ...names] of newer) {
      for (const name of names) Reflect.deleteProperty(owner, name)
    }
  })

/** Notes what the console and the page report as an error. */
function noteErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => void errors.push(String(error)))
  return errors
}

test('in a browser from 2022 the app works, and its chat says one sentence', async ({
  page,
  board,
}) => {
  await ageBrowser(page)
  const errors = noteErrors(page)
  await page.goto('/')
  await board.newTask.fill('Order the cake')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(board.column('To do').getByText('Order the cake')).toBeVisible()
  await expect(page.getByText(/browser is too old/)).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  expect(errors).toEqual([])
})

widgetTest(
  'so does a built page, whose runs fail and whose chunks are not fetched',
  async ({ page, assistant, widgetHost }) => {
    await ageBrowser(page)
    const errors = noteErrors(page)
    const scripts: string[] = []
    page.on('request', (request) => void scripts.push(request.url()))
    await page.goto(`${widgetHost.url}?stored`)
    await assistant.launcher.click()
    await expectWidget(assistant.dialog).toBeFocused()
    await expectWidget(assistant.notice).toHaveText(/^This browser is too old for the assistant/)
    expect(scripts.filter((url) => url.includes('panel-chunk'))).toEqual([])
    const said = await page.evaluate(async () => {
      const { ambit } = globalThis as unknown as {
        ambit: { agent: { chat: (text: string) => PromiseLike<unknown> } }
      }
      const failures = await Promise.allSettled([ambit.agent.chat('Hi'), ambit.agent.chat('Again')])
      return failures.map((it) => (it.status === 'rejected' ? String(it.reason) : 'answered'))
    })
    for (const text of said) expect(text).toContain('is too old for the agent')
    await assistant.dialog.getByRole('button', { name: 'Close assistant' }).click()
    await expectWidget(assistant.launcher).toBeFocused()
    expect(errors).toEqual([])
  },
)
