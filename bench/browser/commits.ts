import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import type { BenchBrowser } from './open-page.ts'
import type { ChatKind } from './page/main.ts'
import type { Pace } from './page/stream.ts'
import { traceScript } from './trace-script.ts'

const budgetUs = 300
const [start, end] = [0, 50_000]
const everyMs = 10

/** The microseconds of JavaScript for each commit. */
interface CommitTime {
  /** The time with the delivery of the deltas. */
  readonly all: number
  /** The time without the timers that deliver deltas and commit nothing. */
  readonly alone: number
}

/**
 * Measures one commit of an answer, at its start and at the end of 50 kB. It does so with a commit
 * for every delta, and with 100 deltas a second.
 */
export async function commits(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const times = new Map<string, CommitTime[]>()
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
    for (const pace of ['frames', everyMs] as const) await measure('textNode', start, pace)
    await measure('nothing', start, everyMs)
  }
  const us = (kind: ChatKind, chars: number, pace: Pace, part: keyof CommitTime): number =>
    median((times.get(toKey(kind, chars, pace)) ?? []).map((time) => time[part]))
  const eager = (kind: ChatKind, chars: number): number => us(kind, chars, 'frames', 'all')
  const paced = (kind: ChatKind, chars: number, part: keyof CommitTime): number =>
    us(kind, chars, everyMs, part) - us('nothing', start, everyMs, part)
  return [start, end].flatMap((chars) => {
    const what = chars === end ? 'a commit at the end of 50 kB' : 'a commit'
    const often = `${what}, 100 deltas a second`
    const ours = eager('ambit', chars)
    const alone = paced('ambit', chars, 'alone')
    const all = paced('ambit', chars, 'all')
    return [
      toFigure(what, ours, 'the budget', budgetUs, 1),
      toFigure(what, ours, 'a bare text node', eager('textNode', start)),
      toFigure(what, ours, 'floor, memoised rows', eager('floor', chars)),
      toFigure(what, ours, 'useChat, react-markdown', eager('useChat', chars)),
      toFigure(often, alone, 'the budget', budgetUs, 1),
      toFigure(often, alone, 'a bare text node', paced('textNode', start, 'alone')),
      toFigure(often, alone, 'floor, memoised rows', paced('floor', chars, 'alone')),
      toFigure(
        `${often}, they included`,
        all,
        'floor, memoised rows',
        paced('floor', chars, 'all'),
      ),
    ]
  })
}

const toKey = (kind: ChatKind, chars: number, pace: Pace): string => `${kind} ${chars} ${pace}`

/** Measures the time of a commit in a conversation of 200 earlier messages. */
async function timeCommit(
  browser: BenchBrowser,
  kind: ChatKind,
  chars: number,
  pace: Pace,
): Promise<CommitTime> {
  const { page, close } = await browser.open()
  const begin = (text: number) =>
    page.evaluate(([of, begun]) => window.bench.begin(of, 200, begun), [kind, text] as const)
  const stream = (count: number) =>
    page.evaluate(([deltas, at]) => window.bench.stream(deltas, at), [count, pace] as const)
  await begin(0)
  await stream(200)
  await begin(chars)
  await page.evaluate(() => window.bench.markRenders())
  await page.requestGC()
  const { value, allMs, renderingMs } = await traceScript(page, () => stream(300))
  await close()
  const us = (ms: number): number => (ms * 1_000) / value.commits
  return { all: us(allMs), alone: us(renderingMs) }
}
