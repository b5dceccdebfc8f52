import type { FakeClock } from '@ambit/testing'
import type { Run } from '../src/index.ts'
import { failureOf } from './agent-under-test.ts'

/** Returns a promise that never settles, as a deaf handler does. */
export const never = (): Promise<never> => new Promise(() => undefined)

/** Advances the clock until a run has ended, and returns its error. */
export async function endOf(run: Run<unknown>, clock: FakeClock): Promise<Error> {
  const failed = failureOf(run)
  for (let at = 0; at < 10 && run.status === 'running'; at++) await clock.advance(25)
  return failed
}
