import { join, relative } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, preview } from 'vite'
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts'
import { freePort } from '../../scripts/free-port.ts'

/** A page of the benchmark in its own browser context. */
export interface BenchPage {
  readonly page: Page
  /** Measures the milliseconds of CPU time that a step takes on the page's main thread. */
  readonly measure: <T>(step: () => Promise<T>) => Promise<Measured<T>>
  readonly close: () => Promise<void>
}

export interface Measured<T> {
  readonly value: T
  /** All time of the main thread: tasks, with style, layout and paint. */
  readonly mainMs: number
  /** The part of it that is JavaScript, without the continuations of promises. */
  readonly scriptMs: number
}

/** Chromium with the page of the benchmark. */
export interface BenchBrowser {
  readonly open: () => Promise<BenchPage>
  readonly close: () => Promise<void>
}

const repository = join(import.meta.dirname, '../..')

/** A built page with the server that serves it. */
interface ServedPage {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Builds the page in a folder as for production, and serves it. */
export async function servePage(root: string): Promise<ServedPage> {
  const outDir = join(repository, '.reports', relative(repository, root))
  const shared = { root, configFile: false, logLevel: 'warn' } as const
  await build({
    ...shared,
    plugins: [react()],
    resolve: {
      conditions: ['ambit-source', ...defaultClientConditions],
      dedupe: ['react', 'react-dom'],
    },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
  })
  const port = await freePort()
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port, strictPort: true },
  })
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Starts the Chromium that the tests use. */
export function startChromium(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({ args: browserFlags, ...(executablePath && { executablePath }) })
}

/** Builds the page in a folder as for production, serves it, and starts Chromium. */
export async function openBrowser(
  root: string = join(import.meta.dirname, 'page'),
): Promise<BenchBrowser> {
  const served = await servePage(root)
  const browser = await startChromium()
  return {
    open: async () => {
      const context = await browser.newContext({ viewport: { width: 1_000, height: 800 } })
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(error))
      await page.goto(served.url)
      await page.waitForFunction(
        () => 'bench' in window || 'widgetBench' in window || 'panelBench' in window,
      )
      return { page, measure: await createMeasure(page), close: () => context.close() }
    },
    async close() {
      await browser.close()
      await served.close()
    },
  }
}

/** Returns a function that measures what steps take of a page's main thread. */
export async function createMeasure(page: Page): Promise<BenchPage['measure']> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (): Promise<{ mainMs: number; scriptMs: number }> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const ms = (name: string) =>
      (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000
    return { mainMs: ms('TaskDuration'), scriptMs: ms('ScriptDuration') }
  }
  return async (step) => {
    const before = await read()
    const value = await step()
    const after = await read()
    return {
      value,
      mainMs: after.mainMs - before.mainMs,
      scriptMs: after.scriptMs - before.scriptMs,
    }
  }
}
