import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { widgetStates } from './support/widget-states.ts'
import { expect, test } from './support/widget-story.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A trace of each state would cost more than the rest of the test.
test.use({ trace: 'off' })

/** A window of 1280 by 800 pixels as a page sees it that is zoomed to 200 %. */
const zoomed = { width: 640, height: 400 }

/**
 * Returns what axe finds wrong with the widget, by WCAG 2.2 AA and the advice of axe, one line for
 * each finding.
 */
async function audit(page: Page, least = 10): Promise<string[]> {
  // The chat follows the colours of the page in the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  const { violations, passes } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: (root: string) => Promise<AxeResults> } }).axe.run(
      '.ambit-chat',
    ),
  )
  expect(passes.length).toBeGreaterThan(least)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )
}

/** Returns the fields that a phone would zoom in on: those whose text is smaller than 16 pixels. */
const smallFields = (page: Page): Promise<string[]> =>
  page
    .locator('.ambit-chat')
    .locator('input:not([type=checkbox], [type=file]), textarea, select')
    .evaluateAll((fields) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 160)),
    )

for (const { name, query, reach } of widgetStates) {
  test(`W15 ${name}: axe finds nothing in light and dark, wide, at 200 % and on a phone; the policy forbids nothing`, async ({
    page,
    assistant,
    openWidget,
    record,
  }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openWidget(query)
    await reach(assistant, page)
    await page.evaluate(axe)
    expect(await audit(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await audit(page), 'dark').toEqual([])
    await page.setViewportSize(zoomed)
    expect(await audit(page), 'at 200 %').toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await smallFields(page)).toEqual([])
    await expect(assistant.dialog).toHaveAttribute('aria-modal', 'true')
    expect(await audit(page), 'dark, on a phone').toEqual([])
    const over = await assistant.dialog.evaluate((element) => element.scrollWidth - 360)
    expect(over, 'pixels too wide').toBe(0)
    expect(record.violations).toEqual([])
    expect(record.requests).toEqual([])
  })
}

test('W15 offline, at half height and closed: axe finds nothing, and what was sent goes by itself', async ({
  page,
  context,
  assistant,
  openWidget,
}) => {
  const auditBoth = async (state: string, least?: number): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await audit(page, least), `${state}, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await openWidget('scenario=conversation')
  await page.evaluate(axe)
  await assistant.say('Which orders are unpaid?')
  await expect(assistant.dialog.getByRole('heading', { name: 'What I would do' })).toBeVisible()
  await expect(assistant.dialog).toHaveAttribute('data-half')
  await expect(assistant.dialog).not.toHaveAttribute('aria-modal')
  await auditBoth('half')

  await context.setOffline(true)
  await assistant.say('And now?')
  await expect(assistant.dialog.getByText('You are offline.')).toBeVisible()
  await expect(assistant.status.last()).toContainText('Offline')
  await auditBoth('offline')
  await context.setOffline(false)
  await expect(assistant.dialog.getByText('Remind Ada')).toBeVisible()

  await assistant.dialog.getByRole('button', { name: 'Close assistant' }).click()
  await expect(assistant.dialog).toHaveCount(0)
  await auditBoth('closed', 1)
})

test('at 200 % the list of what it can do is reached by Tab, and scrolls by the keyboard', async ({
  page,
  assistant,
  openWidget,
}) => {
  await page.setViewportSize(zoomed)
  await openWidget('')
  await assistant.dialog.getByRole('button', { name: 'What it can do here' }).focus()
  await page.keyboard.press('Enter')
  const list = assistant.dialog.getByRole('region', { name: 'What it can do here' })
  await expect(list.getByText('Select an order first')).toBeAttached()
  const isFocused = (): Promise<boolean> =>
    list.evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < 6 && !(await isFocused()); stops++) await page.keyboard.press('Tab')
  await expect(list).toBeFocused()
  await page.keyboard.press('End')
  await expect(list.getByText('Book courier')).toBeInViewport()
})

test('W2 W3 a policy that lets no picture in from elsewhere holds, and nothing of the hostile corpus tries', async ({
  page,
  assistant,
  openWidget,
  record,
}) => {
  await openWidget('scenario=hostile')
  await assistant.say('Read the page')
  // A whole answer can be asked for again. The status line tells only of runs that end while it is
  // there, and this one may be over before the code of the conversation has come.
  await expect(assistant.dialog.getByRole('button', { name: 'Answer again' })).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(record).toEqual({ requests: [], violations: [] })
  expect(await assistant.dialog.locator('img, script, iframe, style, [onclick]').count()).toBe(0)

  // A request to another server is recorded as a violation.
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://canary.example/a.png'
    document.body.append(image)
  })
  await expect.poll(() => record.violations).toHaveLength(1)
})
