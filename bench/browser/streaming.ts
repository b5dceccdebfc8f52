import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import type { BenchBrowser } from './open-page.ts'
import type { ChatKind } from './page/main.ts'
import type { Seen } from './page/stream.ts'

const count = 2_000
const sizes = [2, 200, 2_000]

const names: Partial<Record<ChatKind, string>> = {
  useChat: 'useChat, react-markdown',
  assistantUi: 'assistant-ui thread, its Markdown',
}

interface Streamed extends Seen {
  /** All time of the main thread. */
  readonly us: number
  /** The part of it that is JavaScript. */
  readonly scriptUs: number
}

/** Measures 2,000 deltas, each in its own task, until the whole answer is on the page. */
export async function streaming(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const all = new Map<string, Streamed[]>()
  const add = async (kind: ChatKind, earlier: number, warmUp: number): Promise<void> => {
    const key = `${kind} ${earlier}`
    all.set(key, [...(all.get(key) ?? []), await streamOnce(browser, kind, earlier, warmUp)])
  }
  for (let round = 0; round < (isFull ? 11 : 5); round++) {
    for (const earlier of sizes) {
      await add('ambit', earlier, count)
      await add('floor', earlier, count)
    }
    await add('useChatThrottled', 200, count)
  }
  // They take seconds, or half a minute. One pass is enough to see that.
  const slow: readonly ChatKind[] = isFull ? ['useChat', 'assistantUi'] : []
  for (const kind of slow) await add(kind, 200, 100)

  const of = (kind: ChatKind, earlier: number): readonly Streamed[] =>
    all.get(`${kind} ${earlier}`) ?? []
  const us = (kind: ChatKind, earlier: number): number => median(of(kind, earlier).map((s) => s.us))
  const scriptUs = (kind: ChatKind, earlier: number): number =>
    median(of(kind, earlier).map((streamed) => streamed.scriptUs))
  const oldRenders = sizes.flatMap((earlier) => of('ambit', earlier).map((seen) => seen.oldRenders))
  const longTasks = (kind: ChatKind): number =>
    Math.max(...sizes.flatMap((earlier) => of(kind, earlier).map((seen) => seen.longTasks)))
  const what = (earlier: number) => `2,000 deltas, ${earlier} messages before`
  const against = (name: string, kind: ChatKind) =>
    toFigure(what(200), us('ambit', 200), name, us(kind, 200))
  return [
    ...sizes.map((earlier) =>
      toFigure(
        what(earlier),
        us('ambit', earlier),
        'floor, memoised rows',
        us('floor', earlier),
        2,
      ),
    ),
    ...[200, 2_000].map((earlier) =>
      toFigure(what(earlier), us('ambit', earlier), 'Ambit, 2 before', us('ambit', 2), 1.3),
    ),
    ...(['ambit', 'floor'] as const).map((kind) =>
      toFigure(
        `${what(2_000)}, JavaScript${kind === 'floor' ? ' (floor)' : ''}`,
        scriptUs(kind, 2_000),
        'the same, 2 before',
        scriptUs(kind, 2),
      ),
    ),
    against('useChat, 50 ms throttle, react-markdown', 'useChatThrottled'),
    ...slow.map((kind) => against(names[kind] ?? kind, kind)),
    toCount('renders of old messages', Math.max(...oldRenders)),
    toCount('tasks over 50 ms', longTasks('ambit')),
    {
      ...toCount('tasks over 50 ms', longTasks('ambit')),
      against: 'floor, memoised rows',
      theirs: String(longTasks('floor')),
      most: undefined,
    },
  ]
}

async function streamOnce(
  browser: BenchBrowser,
  kind: ChatKind,
  earlier: number,
  warmUp: number,
): Promise<Streamed> {
  const { page, measure, close } = await browser.open()
  const begin = () =>
    page.evaluate(([of, before]) => window.bench.begin(of, before, 0), [kind, earlier] as const)
  await begin()
  await page.evaluate((deltas) => window.bench.stream(deltas, 'tasks'), warmUp)
  await page.evaluate(() => window.bench.finish())
  await begin()
  await page.requestGC()
  const { value, mainMs, scriptMs } = await measure(async () => {
    const seen = await page.evaluate((deltas) => window.bench.stream(deltas, 'tasks'), count)
    await page.evaluate(() => window.bench.finish())
    return seen
  })
  await close()
  return { ...value, us: mainMs * 1_000, scriptUs: scriptMs * 1_000 }
}

/** Returns the figure of a count that should be zero. */
const toCount = (what: string, count: number): Figure => ({
  what,
  ours: String(count),
  against: 'none',
  theirs: '0',
  ratio: count,
  most: 0,
})
