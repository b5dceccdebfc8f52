import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'

const sizes = { few: 30, many: 300 }
const DELTAS = 200
const KEYS = 20
const CHATS = 5
const most = 1.2

/**
 * Measures a transcript of 300 chats beside one of 30, the end in view. It measures a delta, a key
 * in the composer, a whole chat, and the elements on the page.
 */
export async function lasting(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const from of ['page', 'storage'] as const) {
    const few: Lasted[] = []
    const many: Lasted[] = []
    for (let round = 0; round < (isFull ? 7 : 1); round++) {
      few.push(await last(browser, sizes.few, from))
      many.push(await last(browser, sizes.many, from))
    }
    const of = (all: readonly Lasted[], key: keyof Lasted): number =>
      median(all.map((lasted) => lasted[key]))
    const where = `after 300 chats${from === 'storage' ? ' that were stored' : ''}`
    const times = { deltaUs: 'a delta', keyUs: 'a key', chatUs: 'a chat with two calls' } as const
    for (const key of ['deltaUs', 'keyUs', 'chatUs'] as const) {
      const what = `${times[key]}, ${where}`
      figures.push(toFigure(what, of(many, key), 'after 30', of(few, key), most))
    }
    const nodes = [of(many, 'nodes'), of(few, 'nodes')] as const
    figures.push({
      what: `elements ${where}`,
      ours: String(nodes[0]),
      against: 'after 30',
      theirs: String(nodes[1]),
      ratio: nodes[0] / nodes[1],
      most,
    })
    const heap = [of(many, 'heapMb'), of(few, 'heapMb')] as const
    figures.push({
      what: `heap ${where}`,
      ours: `${heap[0].toFixed(1)} MB`,
      against: 'after 30',
      theirs: `${heap[1].toFixed(1)} MB`,
      ratio: heap[0] / heap[1],
    })
  }
  return figures
}

interface Lasted {
  readonly deltaUs: number
  readonly keyUs: number
  readonly chatUs: number
  readonly nodes: number
  readonly heapMb: number
}

async function last(
  browser: BenchBrowser,
  chats: number,
  from: 'page' | 'storage',
): Promise<Lasted> {
  const { page, measure, close } = await browser.open()
  await page.evaluate(([many, where]) => window.widgetBench.last(many, where), [
    chats,
    from,
  ] as const)
  const answer = async (): Promise<void> => {
    // Each delta has a frame of its own, as in a stream of a fast model.
    await page.evaluate((count) => window.widgetBench.stream(count, 17), DELTAS)
  }
  const type = async (): Promise<void> => {
    for (let key = 0; key < KEYS; key++) await page.keyboard.press('x')
    await page.evaluate(() => window.widgetBench.settle())
  }
  const one = async (step: () => Promise<unknown>, count: number): Promise<number> => {
    await page.requestGC()
    const { mainMs } = await measure(step)
    return (mainMs * 1_000) / count
  }
  // The first of each compiles the code.
  await page.evaluate((count) => window.widgetBench.chat(count), CHATS)
  await page.locator('textarea').focus()
  await type()
  const chatUs = await one(
    () => page.evaluate((count) => window.widgetBench.chat(count), CHATS),
    CHATS,
  )
  const keyUs = await one(type, KEYS)
  await page.evaluate(() => window.widgetBench.begin())
  await page.evaluate((count) => window.widgetBench.stream(count, 'tasks'), DELTAS)
  const deltaUs = await one(answer, DELTAS)
  await page.evaluate(() => window.widgetBench.finish())
  await page.evaluate(() => window.widgetBench.settle())
  await page.requestGC()
  const nodes = await page.locator('*').count()
  const heapMb = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  )
  await close()
  return { deltaUs, keyUs, chatUs, nodes, heapMb: heapMb / 1e6 }
}
