import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserFlags, findBrowser } from '../scripts/find-browser.ts'

const built = 'docs/.vitepress/dist'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

/** Serves the built site, each address as a static host does. */
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
  const file = join(built, extname(path) ? path : `${path}.html`)
  readFile(file).then(
    (body) => response.setHeader('content-type', types[extname(file)] ?? '').end(body),
    () => response.writeHead(404).end(),
  )
})
let browser: Browser
let site: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    executablePath: findBrowser() ?? chromium.executablePath(),
    args: browserFlags,
  })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server.close()
})

async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  // The bytes of each answer as a host would compress them.
  const sizes: Promise<{ path: string; bytes: number }>[] = []
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname
    sizes.push(answer.body().then((body) => ({ path, bytes: gzipSync(body).byteLength })))
  })
  await page.goto(site + path, { waitUntil: 'networkidle' })
  return { page, sizes }
}

async function wrongs(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

describe('the site', { timeout: 120_000 }, () => {
  it('begins with a page whose assistant changes the board on it', async () => {
    const { page } = await open('/')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).first().textContent())
      .toContain('React')
    await page.locator('iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
    const board = page.frameLocator('iframe[title="A task board with its assistant"]')
    await board.getByRole('textbox', { name: 'Message' }).fill('Add a task called "Order the cake"')
    await page.keyboard.press('Enter')
    await board.getByRole('region', { name: /To do/ }).getByText('Order the cake').waitFor()
    expect(asked).toContainEqual(expect.stringContaining('/board/'))
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  })

  it('has a program in a guide that a reader changes, runs and speaks to', async () => {
    const { page } = await open('/guides/tools-and-scopes')
    await page.locator('iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
    const live = page.frameLocator('iframe[title="A program to change"]')
    const program = live.getByRole('textbox', { name: 'The program' })
    const source = await program.inputValue()
    const message = live.getByRole('textbox', { name: 'Message' })
    await program.fill(source.replace('onAdd(name)', 'onAdd('))
    await live.getByRole('button', { name: 'Run', exact: true }).click()
    expect(await live.getByRole('alert').textContent()).toContain('SyntaxError')
    await program.fill(source.replace('onAdd(name)', 'onAdd(name.toUpperCase())'))
    await program.press('ControlOrMeta+Enter')
    await expect.poll(() => live.getByRole('alert').count()).toBe(0)
    await message.fill('Add honey to the list')
    await message.press('Enter')
    await live.getByRole('listitem').getByText('HONEY').waitFor()
    expect(await wrongs(page)).toEqual([])
  })

  it.each(readdirSync('docs/live/programs').map((file) => file.replace('.tsx', '')))(
    'runs the program of the guide %s, and what it suggests',
    async (guide) => {
      const { page } = await open(`/live/index.html?program=${guide}`)
      const before = await page.getByRole('main').innerHTML()
      const suggested = page.locator('.ambit-suggestions button')
      await suggested.first().click()
      await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(1)
      const hasCard = ['enabled', 'tool-ui'].includes(guide)
      if (!hasCard) await expect.poll(() => page.getByRole('main').innerHTML()).not.toBe(before)
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await wrongs(page)).toEqual([])
    },
  )

  it('loads less than 100 kB of its own and 165 kB of the live board, and moves nothing', async () => {
    const { page, sizes } = await open('/')
    await page.frameLocator('iframe').getByRole('textbox', { name: 'Message' }).waitFor()
    await page.waitForLoadState('networkidle')
    const sums = { board: 0, own: 0 }
    for (const { path, bytes } of await Promise.all(sizes))
      sums[path.startsWith('/board/') ? 'board' : 'own'] += bytes
    expect(sums.own).toBeLessThan(100_000)
    expect(sums.board).toBeLessThan(165_000)
    expect(Math.min(sums.own, sums.board)).toBeGreaterThan(20_000)
    const shift = await page.evaluate(
      () =>
        new Promise<number>(
          (resolve) =>
            new PerformanceObserver((list) =>
              resolve(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
              ),
            ).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(resolve, 500, 0),
        ),
    )
    expect(shift).toBeLessThan(0.02)
  })

  it.each(['light', 'dark'] as const)('has nothing that axe finds, %s', async (colorScheme) => {
    for (const path of ['/', '/start', '/guides/theming']) {
      for (const width of [390, 1280]) {
        const { page } = await open(path, { colorScheme, viewport: { width, height: 900 } })
        expect(await wrongs(page)).toEqual([])
      }
    }
  })

  it('finds the guide before the signature', async () => {
    const { page } = await open('/')
    // Until the page has hydrated, nobody hears the keys.
    const box = page.locator('.VPLocalSearchBox input')
    await vi.waitFor(
      async () => {
        await page.keyboard.press('Control+k')
        await box.waitFor({ timeout: 2_000 })
      },
      { timeout: 25_000 },
    )
    await box.fill('undo')
    const results = page.locator('.result')
    await results.first().waitFor()
    expect(await results.first().getAttribute('href')).toMatch(/guides|start/)
  })
})
