import type { ActQueue } from './act-queue.ts'

const flag = 'IS_REACT_ACT_ENVIRONMENT'

/**
 * The value of the flag that stands for "true, but an agent works". React takes it for false. A
 * testing library that keeps the value, and writes it back later, writes back true.
 */
const paused = 0

/**
 * Takes over React's flag for tests. While it is true, React warns of every update outside of
 * `act`. An agent works outside of `act`, so the flag reads as false while one does. In an `act` it
 * stays true.
 */
export function pauseActEnvironment(queue: ActQueue, isWorking: () => boolean): void {
  let given: unknown = (globalThis as { [flag]?: unknown })[flag]
  Object.defineProperty(globalThis, flag, {
    configurable: true,
    enumerable: true,
    get: () => (given === true && isWorking() && !queue.isOpen ? paused : given),
    set: (value: unknown) => {
      given = value === paused ? true : value
    },
  })
}
