import { afterAll, afterEach, vi } from 'vitest'

// A set-up of the tests in Node, jsdom and happy-dom. A line of the console that begins with
// `[ambit]` tells of a mistake, so it fails the test that prints it, unless that test spies on the
// console.
type Level = 'warn' | 'error'
type Tell = (...said: unknown[]) => void

/** What the console does by itself. Files of one thread share the console, and not this module. */
const own = ((globalThis as { ambitConsole?: Record<Level, Tell> }).ambitConsole ??= {
  warn: console.warn,
  error: console.error,
})
const unexpected: string[] = []

for (const level of ['warn', 'error'] as const) {
  console[level] = (...said) => {
    if (String(said[0]).startsWith('[ambit]') && !vi.isMockFunction(console[level])) {
      unexpected.push(said.map(String).join(' '))
    }
    own[level].apply(console, said)
  }
}

function failIfWarned(): void {
  const lines = unexpected.splice(0)
  if (lines.length === 0) return
  throw new Error(
    `A warning that no test expects. Mend what it says, or expect it with vi.spyOn(console, …).\n${[...new Set(lines)].join('\n')}`,
  )
}

afterEach(failIfWarned)
// What is printed outside of a test, such as after the last one.
afterAll(failIfWarned)
