import type { TestStep } from './test-step.ts'

/**
 * Runs steps in their order, at most `lanes` at once. A step begins when those that it comes after
 * have ended, and when no other step with the same `alone` runs. Rejects if `run` does.
 */
export async function runSteps(
  steps: readonly TestStep[],
  lanes: number,
  run: (step: TestStep) => Promise<void>,
): Promise<void> {
  const waiting = [...steps]
  const running = new Map<TestStep, Promise<void>>()
  const mayBegin = ({ after = [], alone }: TestStep): boolean => {
    const unfinished = [...waiting, ...running.keys()]
    if (unfinished.some(({ name }) => after.includes(name))) return false
    return alone === undefined || [...running.keys()].every((other) => other.alone !== alone)
  }
  while (waiting.length > 0 || running.size > 0) {
    const at = running.size < lanes ? waiting.findIndex(mayBegin) : -1
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (next) {
      running.set(
        next,
        run(next).finally(() => running.delete(next)),
      )
    } else if (running.size > 0) await Promise.race(running.values())
    else throw new Error(`No step can begin: ${waiting.map(({ name }) => name).join(', ')}.`)
  }
}
