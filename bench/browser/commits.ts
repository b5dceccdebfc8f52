import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import type { BenchBrowser } from './open-page.ts'
import type { ChatKind } from './page/main.ts'
import type { Pace } from './page/stream.ts'

const budgetUs = 300
const [start, end] = [0, 50_000]
const everyMs = 10

/** What one commit of an answer costs, at its start and at the end of 50 kB: with a commit for every delta, and as 100 deltas a second bring it. */
export async function commits(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const times = new Map<string, number[]>()
  const measure = async (kind: ChatKind, chars: number, pace: Pace): Promise<void> => {
    const key = toKey(kind, chars, pace)
    times.set(key, [...(times.get(key) ?? []), await timeCommit(browser, kind, chars, pace)])
  }
  for (const chars of [start, end]) await measure('useChat', chars, 'frames')
  for (let round = 0; round < (isFull ? 7 : 3); round++) {
    for (const chars of [start, end]) {
      for (const kind of ['ambit', 'floor', 'useChat'] as const)
        await measure(kind, chars, 'frames')
      for (const kind of ['ambit', 'floor'] as const) await measure(kind, chars, everyMs)
    }
    await measure('nothing', start, everyMs)
  }
  const us = (kind: ChatKind, chars: number, pace: Pace): number =>
    median(times.get(toKey(kind, chars, pace)) ?? [])
  const paced = (kind: ChatKind, chars: number): number =>
    us(kind, chars, everyMs) - us('nothing', start, everyMs)
  return [start, end].flatMap((chars) => {
    const what = chars === end ? 'a commit at the end of 50 kB' : 'a commit'
    const often = `${what}, 100 deltas a second`
    const ours = us('ambit', chars, 'frames')
    return [
      toFigure(what, ours, 'the budget', budgetUs, 1),
      toFigure(what, ours, 'floor, memoised rows', us('floor', chars, 'frames')),
      toFigure(what, ours, 'useChat, react-markdown', us('useChat', chars, 'frames')),
      toFigure(often, paced('ambit', chars), 'the budget', budgetUs, 1),
      toFigure(often, paced('ambit', chars), 'floor, memoised rows', paced('floor', chars)),
    ]
  })
}

const toKey = (kind: ChatKind, chars: number, pace: Pace): string => `${kind} ${chars} ${pace}`

/** Microseconds of JavaScript by commit, in a conversation of 200 earlier messages. */
async function timeCommit(
  browser: BenchBrowser,
  kind: ChatKind,
  chars: number,
  pace: Pace,
): Promise<number> {
  const { page, measure, close } = await browser.open()
  const begin = (text: number) =>
    page.evaluate(([of, begun]) => window.bench.begin(of, 200, begun), [kind, text] as const)
  const stream = (count: number) =>
    page.evaluate(([deltas, at]) => window.bench.stream(deltas, at), [count, pace] as const)
  await begin(0)
  await stream(200)
  await begin(chars)
  await page.requestGC()
  const { value, scriptMs } = await measure(() => stream(300))
  await close()
  return (scriptMs * 1_000) / value.commits
}
