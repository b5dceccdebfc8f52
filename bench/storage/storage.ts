import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { build, defaultClientConditions } from 'vite'
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts'
import { type Suite, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import { traceTasks } from '../widget/trace-tasks.ts'
import { type LargeStep, largeSteps } from './large-steps.ts'

const messages = 10_000

/** The messages and the photos of the large conversation. */
const large = { messages: 20_000, photos: 4, photoBytes: 5_000_000 }

/**
 * The cost of a storage in Chromium's own IndexedDB. It measures elapsed time, so it needs a quiet
 * machine.
 */
export const storage: Suite = {
  name: 'storage',
  isOnRequest: true,
  async run(isFull) {
    const files = await bundle()
    const server = createServer(({ url = '/' }, response) => {
      const file = files.get(url)
      response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
      response.statusCode = file === undefined ? 404 : 200
      response.end(file)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const executablePath = findBrowser()
    const browser = await chromium.launch({
      args: browserFlags,
      ...(executablePath && { executablePath }),
    })
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.waitForFunction(() => window.storageBench !== undefined)
      return await measure(page, isFull ? 9 : 3)
    } finally {
      await browser.close()
      server.closeAllConnections()
      server.close()
    }
  },
}

async function measure(page: Page, rounds: number): Promise<ReturnType<typeof toFigure>[]> {
  const stored: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(...(await page.evaluate(() => window.storageBench.timeCalls(false, 100))))
    stored.push(...(await page.evaluate(() => window.storageBench.timeCalls(true, 100))))
  }
  const id = await page.evaluate((count) => window.storageBench.fill(count), messages)
  const openings: Awaited<ReturnType<typeof window.storageBench.timeOpening>>[] = []
  for (let round = 0; round < rounds; round++) {
    openings.push(await page.evaluate((sid) => window.storageBench.timeOpening(sid), id))
  }
  const us = (of: (opening: (typeof openings)[number]) => number): number =>
    median(openings.map(of)) * 1_000
  return [
    toFigure('journalling a call', (median(stored) - median(bare)) * 1_000, 'the budget', 4_000, 1),
    toFigure(
      'the last 50 of 10,000',
      us(({ newestMs }) => newestMs),
      'the budget',
      10_000,
      1,
    ),
    toFigure(
      'the longest task, reading all',
      us(({ longestMs }) => longestMs),
      'the budget',
      50_000,
      1,
    ),
    toFigure(
      'all 10,000, by pages',
      us(({ allMs }) => allMs),
      'a second',
      1_000_000,
    ),
    ...(await measureLarge(page, rounds)),
  ]
}

/** Measures the longest task of each step with a large conversation. */
async function measureLarge(page: Page, rounds: number): Promise<ReturnType<typeof toFigure>[]> {
  const longest = new Map<LargeStep, number[]>()
  for (let round = 0; round < rounds; round++) {
    const { messages: count, photos, photoBytes } = large
    await page.evaluate((given) => window.storageBench.makeLarge(...given), [
      count,
      photos,
      photoBytes,
    ] as const)
    for (const step of largeSteps) {
      const { longestMs } = await traceTasks(page, () =>
        page.evaluate((name) => window.storageBench.doLarge(name), step),
      )
      longest.set(step, [...(longest.get(step) ?? []), longestMs])
    }
  }
  return Array.from(longest, ([step, times]) =>
    toFigure(`the longest task, 20,000: ${step}`, median(times) * 1_000, 'the budget', 50_000, 1),
  )
}

/** Builds the page, and resolves with the text of each file by its path. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
    build: {
      write: false,
      modulePreload: false,
      target: 'esnext',
      rollupOptions: {
        input: fileURLToPath(new URL('page.ts', import.meta.url)),
        output: { entryFileNames: 'entry.js' },
      },
    },
  })
  const files = new Map([
    ['/', '<!doctype html><title>Storage</title><script type="module" src="/entry.js"></script>'],
  ])
  for (const { output } of [built].flat() as { output: { fileName: string; code?: string }[] }[]) {
    for (const { fileName, code } of output) if (code) files.set(`/${fileName}`, code)
  }
  return files
}
