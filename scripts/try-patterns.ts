import { parentPort } from 'node:worker_threads'
import type { Pattern } from './find-patterns.ts'
import { hostileTexts } from './hostile-texts.ts'

/** The characters of a text that all kinds are tried with, and of one for the slowest kinds. */
const short = 2 ** 13
const long = 2 ** 20

/** The number of kinds that are tried with the long text. */
const slowest = 2

/** Runs one pattern on hostile texts. Does not return in any useful time if it is not linear. */
function tryPattern({ source, flags, isRepeated }: Pattern): void {
  const pattern = new RegExp(source, flags)
  const run = (start: string, part: string, length: number): number => {
    const text = `${start}${part.repeat(length / part.length)}\n\0`
    const begin = performance.now()
    if (isRepeated) text.split(pattern)
    else pattern.exec(text)
    return performance.now() - begin
  }
  const kinds = [...hostileTexts(source)].map(
    ([start, part]) => [run(start, part, short), start, part] as const,
  )
  for (const [, start, part] of kinds.toSorted(([a], [b]) => b - a).slice(0, slowest)) {
    run(start, part, long)
  }
}

parentPort?.on('message', (pattern: Pattern) => {
  tryPattern(pattern)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage('done')
})
