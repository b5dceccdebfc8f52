import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, test } from './support/back-office.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The pages, and the heading that each has once it is loaded. */
const paths: Readonly<Record<string, RegExp>> = {
  '/': /^Dashboard$/,
  '/orders': /^Orders$/,
  '/orders/A-20001': /^Order A-20001$/,
  '/customers': /^Customers$/,
  '/customers/C-1001': /\w/,
  '/inventory': /^Inventory$/,
  '/refunds': /^Refunds$/,
  '/tickets': /^Tickets$/,
  '/nothing-here': /no such page/,
}

/** Zoom of 200 % and 400 % on a screen of 1,280 px leaves these widths. */
const looks = [
  { name: 'light', width: 1280, media: { colorScheme: 'light' } },
  { name: 'dark', width: 1280, media: { colorScheme: 'dark' } },
  { name: 'forced colours', width: 1280, media: { forcedColors: 'active' } },
  { name: '200 %', width: 640, media: { colorScheme: 'light' } },
  { name: '400 %', width: 320, media: { colorScheme: 'dark' } },
] as const

/** Returns what axe finds wrong with the page, one line for each element. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

/** Expects no violation in any look, and nothing that is wider than the screen. */
async function expectAccessible(page: Page): Promise<void> {
  for (const { name, width, media } of looks) {
    await page.setViewportSize({ width, height: 720 })
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media })
    expect(await violationsOf(page), name).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, name).toBeLessThanOrEqual(width)
  }
}

for (const [path, heading] of Object.entries(paths)) {
  test(`the page ${path} has no violation in any colours or zoom`, async ({ page, office }) => {
    await page.setViewportSize({ width: 1000, height: 720 })
    await office.open(path, 'manager', 'demo')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('the sign-in has no violation, and says what is wrong with a password', async ({
  page,
  office,
}) => {
  await office.open('/', 'manager', 'demo')
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Come in as one of two people' })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Sign in with a password').click()
  await page.getByRole('textbox', { name: 'Email' }).fill('mia@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('a user works with the orders by keyboard alone, and hears what was done', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 1000, height: 720 })
  await office.open('/orders', 'manager', 'demo')
  const said = page.getByRole('status', { name: 'Changes' })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  const table = page.getByRole('table', { name: 'Orders' })
  const box = table.getByRole('checkbox', { name: /^Select A-/ }).first()
  const unmarked = await tabTo(page, () => box.evaluate((node) => node === document.activeElement))
  expect(unmarked).toEqual([])
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await expect(page.getByText(/, 1 selected$/)).toBeVisible()

  await page.getByRole('button', { name: 'Mark as shipped' }).focus()
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('1 marked as shipped.')
  await page.getByRole('combobox', { name: 'Payment' }).focus()
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/payment=unpaid/)
})

test('a chart can be read as a table, added and removed by keyboard', async ({ page, office }) => {
  await page.setViewportSize({ width: 1000, height: 720 })
  await office.open('/', 'manager', 'demo')
  const said = page.getByRole('status', { name: 'Changes' })
  const panel = page.getByRole('region', { name: 'Sales by week', exact: true })
  await panel.getByText('Sales by week as a table').focus()
  await page.keyboard.press('Enter')
  const figures = panel.getByRole('table', { name: 'Sales by week, in figures' })
  await expect(figures.getByRole('rowheader').first()).toHaveText(/W\d+$/)
  await page.getByRole('button', { name: 'Add chart' }).focus()
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('The chart “Sales by product” is on the dashboard.')
  await page.getByRole('button', { name: 'Remove Sales by product' }).focus()
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('The chart “Sales by product” is removed.')
  await expect(page.locator('#charts')).toBeFocused()
})

test('on a phone the end of each list is above the launcher and the strip', async ({
  page,
  assistant,
  office,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/orders', '/inventory', '/refunds']) {
    await office.open(path, 'manager', 'demo')
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expect(assistant.launcher).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = await page
      .getByRole('main')
      .locator('.table-box, .pager, .panel')
      .last()
      .boundingBox()
    const launcher = await assistant.launcher.boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(launcher?.y ?? 0)
  }
})

/** Presses Tab until `isThere`. Returns the elements on the way whose focus is not to be seen. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<string[]> {
  const unmarked: string[] = []
  for (let stop = 0; stop < 60; stop++) {
    const mark = await page.evaluate(() => {
      const node = document.activeElement
      return node && getComputedStyle(node).outlineStyle === 'none' ? node.outerHTML : undefined
    })
    if (mark) unmarked.push(mark)
    if (await isThere()) return unmarked
    await page.keyboard.press('Tab')
  }
  throw new Error('Sixty presses of Tab do not lead there.')
}
