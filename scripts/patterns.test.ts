import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { findPatterns, type Pattern } from './find-patterns.ts'

/**
 * The patterns that may cost more than the length of their text: file, start, and why that does
 * no harm. Every other pattern is tried on hostile texts.
 */
const bounded = [
  [
    'packages/chat/src/markdown/repair-tail.ts',
    '^[ \\t]*(?:>[ \\t]?)*[ \\t]*(?:',
    'Reads less than 200 characters.',
  ],
  ['packages/local-models/src/demo/steps.ts', '[\\s.!]+$', 'Reads at most 80 characters.'],
  [
    'packages/proxy/src/vite/ambit-proxy.ts',
    '\\/+$',
    'Reads `AMBIT_LOCAL_MODELS`, a setting of the dev server.',
  ],
  [
    'packages/proxy/src/providers/providers-from-env.ts',
    '\\/+$',
    'Reads `baseURL`, a setting of the server.',
  ],
  [
    'packages/core/src/features/proxy/proxy-request.ts',
    '\\/+$',
    'Reads `baseURL`, an option of the page.',
  ],
  [
    'packages/core/src/features/redaction/named-values.ts',
    '\\w+ $',
    'Reads the last 40 characters before a name.',
  ],
  [
    'packages/core/src/features/redaction/redaction.ts',
    '\\d+$',
    'Reads the last 100 characters of a name.',
  ],
] as const

/** The files that build a pattern of a text, and what the text is. */
const built: Readonly<Record<string, string>> = {
  'packages/core/src/features/redaction/secrets.ts':
    'All patterns of the same file, which are tried.',
  'packages/core/src/features/redaction/redaction.ts':
    'The patterns of an option, as the page gives them.',
  'packages/chat/src/markdown/emphasis-rules.ts':
    'Classes of characters, which are constants. Its patterns are read in markdown-document.test.ts.',
  'packages/chat/src/values/numbers.ts':
    "A sign of the page's language between digits, escaped. What a user types is short.",
  'packages/create-ambit/src/tool.ts':
    'The name of a tool: letters, digits and underscores. It searches the files of the app.',
  'packages/local-models/src/demo/prompt.ts':
    'The name of an attribute, which is one of ours. Around it is one class of characters.',
}

/**
 * The time after which a trial is given up. A linear pattern takes some milliseconds, and one that
 * costs the square of the length many minutes.
 */
const hopeless = 15_000

let worker: Worker | undefined

/** Resolves with false if the trial of a pattern does not end in time. */
function ends(pattern: Pattern, time: number = hopeless): Promise<boolean> {
  const tried = (worker ??= new Worker(new URL('try-patterns.ts', import.meta.url)))
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => {
    worker = undefined
    void tried.terminate()
    resolve(false)
  }, time)
  tried.once('error', reject)
  tried.once('message', () => {
    tried.off('error', reject)
    clearTimeout(timer)
    resolve(true)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  tried.postMessage(pattern)
  return promise
}

const isBounded = ({ file, source }: Pattern): boolean =>
  bounded.some(([path, start]) => file === path && source.startsWith(start))

const nameOf = ({ file, source, flags }: Pattern): string => `${file} /${source}/${flags}`

describe('the regular expressions of the packages', () => {
  const { patterns, builders } = findPatterns()
  const named = new Map(patterns.map((pattern) => [nameOf(pattern), pattern]))

  afterAll(() => worker?.terminate())

  it('are all found, and those that are listed are still there', () => {
    expect(patterns.length).toBeGreaterThan(100)
    expect(patterns.filter(isBounded)).toHaveLength(bounded.length)
    expect(builders.filter((file) => !(file in built))).toEqual([])
    expect(Object.keys(built).filter((file) => !builders.includes(file))).toEqual([])
  })

  it(
    'are linear: each ends on a million characters of what costs it most',
    { timeout: 600_000 },
    async () => {
      const endless: string[] = []
      for (const [name, pattern] of named) {
        if (!isBounded(pattern) && !(await ends(pattern))) endless.push(name)
      }
      expect(endless).toEqual([])
    },
  )

  it('are told from those that are not linear', { timeout: 600_000 }, async () => {
    const known = ['\\s+$', '^\\s*```(?:json)?\\s*\\n([\\s\\S]*?)\\n\\s*```\\s*$']
    const trials = known.map((source) => ({ file: '', source, flags: '', isRepeated: false }))
    for (const pattern of trials)
      expect([pattern.source, await ends(pattern, 3_000)]).toEqual([pattern.source, false])
  })
})
