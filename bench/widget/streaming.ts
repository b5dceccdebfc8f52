import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import type { ChatKind } from './page/main.ts'

const count = 2_000
const sizes = [2, 200, 2_000]
const everyMs = 4

const names: Record<Exclude<ChatKind, 'ambit'>, string> = {
  floor: 'floor, memoised rows',
  useChatThrottled: 'useChat, 50 ms throttle, react-markdown',
  useChat: 'useChat, react-markdown',
  assistantUi: "assistant-ui's Thread, its Markdown",
}

/**
 * Measures the main-thread time of 2,000 deltas until the whole answer is on the page: one after
 * another, and at 250 a second.
 */
export async function streaming(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const times = new Map<string, number[]>()
  const add = async (kind: ChatKind, earlier: number, pace: 'tasks' | number): Promise<void> => {
    const key = `${kind} ${earlier} ${pace}`
    times.set(key, [...(times.get(key) ?? []), await streamOnce(browser, kind, earlier, pace)])
  }
  for (let round = 0; round < (isFull ? 9 : 3); round++) {
    for (const earlier of sizes) {
      await add('ambit', earlier, 'tasks')
      await add('floor', earlier, 'tasks')
    }
    await add('useChatThrottled', 200, 'tasks')
    await add('ambit', 200, everyMs)
    await add('floor', 200, everyMs)
  }
  // They take seconds, or half a minute. One pass is enough to see that.
  for (const kind of ['useChat', 'assistantUi'] as const) await add(kind, 200, 'tasks')

  const us = (kind: ChatKind, earlier = 200, pace: 'tasks' | number = 'tasks'): number =>
    median(times.get(`${kind} ${earlier} ${pace}`) ?? [])
  const toWhat = (earlier: number): string => `2,000 deltas, ${earlier} messages before`
  const against = (kind: Exclude<ChatKind, 'ambit'>, most: number): Figure =>
    toFigure(toWhat(200), us('ambit'), names[kind], us(kind), most)
  return [
    against('floor', 3),
    against('useChatThrottled', 1),
    against('useChat', 1),
    against('assistantUi', 1),
    ...[200, 2_000].map((earlier) =>
      toFigure(toWhat(earlier), us('ambit', earlier), 'Ambit, 2 before', us('ambit', 2), 1.3),
    ),
    toFigure(`${toWhat(2_000)} (floor)`, us('floor', 2_000), 'floor, 2 before', us('floor', 2)),
    toFigure(
      `${toWhat(200)}, 250 a second`,
      us('ambit', 200, everyMs),
      names.floor,
      us('floor', 200, everyMs),
      3,
    ),
  ]
}

/** Measures the microseconds of main thread, after a first answer that is not measured. */
async function streamOnce(
  browser: BenchBrowser,
  kind: ChatKind,
  earlier: number,
  pace: 'tasks' | number,
): Promise<number> {
  const { page, measure, close } = await browser.open()
  const show = () =>
    page.evaluate(([of, before]) => window.widgetBench.show(of, before), [kind, earlier] as const)
  const answer = async (deltas: number, at: 'tasks' | number): Promise<void> => {
    await page.evaluate(([many, how]) => window.widgetBench.stream(many, how), [
      deltas,
      at,
    ] as const)
    await page.evaluate(() => window.widgetBench.finish())
  }
  await show()
  await page.evaluate(() => window.widgetBench.begin())
  await answer(kind === 'assistantUi' || kind === 'useChat' ? 100 : count, 'tasks')
  await show()
  await page.evaluate(() => window.widgetBench.begin())
  await page.requestGC()
  const { mainMs } = await measure(() => answer(count, pace))
  await close()
  return mainMs * 1_000
}
