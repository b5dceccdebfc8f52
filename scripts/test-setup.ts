import { afterAll, afterEach, vi } from 'vitest'

// The set-up of all tests. It gives the timers back after each test. A line of the console that
// begins with `[ambit]` tells of a mistake, so it fails the test that prints it, unless that test
// spies on the console.
type Level = 'warn' | 'error'
type Tell = (...said: unknown[]) => void

/** What the console does by itself. Files of one thread share the console, and not this module. */
const own = ((globalThis as { ambitConsole?: Record<Level, Tell> }).ambitConsole ??= {
  warn: console.warn,
  error: console.error,
})
const unexpected: string[] = []

/** Tells of a slow machine rather than of a mistake. */
const isOfMachine = (line: string): boolean =>
  /^\[ambit\] (?:The page was not ready|A transition that began before the tool) /.test(line)

for (const level of ['warn', 'error'] as const) {
  console[level] = (...said) => {
    const line = said.map(String).join(' ')
    const isExpected = vi.isMockFunction(console[level]) || isOfMachine(line)
    if (line.startsWith('[ambit]') && !isExpected) unexpected.push(line)
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
// Files of one thread share the timers, too: a failed test would leave its own to all that follow.
afterEach(() => void vi.useRealTimers())
// What is printed outside of a test, such as after the last one.
afterAll(failIfWarned)
