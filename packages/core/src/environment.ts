import type { AgentOptions } from './agent-options.ts'
import type { Approvals } from './approval/approvals.ts'
import { type Clock, type CreateId, nextId, systemClock } from './clock.ts'
import { reportThrown } from './errors/report-thrown.ts'
import type { Asks } from './state/questions.ts'

/** The environment of a run. */
export interface Ports {
  readonly clock: Clock
  readonly createId: CreateId
  /** Returns a number from 0 to 1, for jitter. */
  readonly random: () => number
  /** The questions of tools to the person; absent if nobody can be asked. */
  readonly asks?: Asks | undefined
  /** The calls that wait for the approval of a person; absent if nobody can be asked. */
  readonly approvals?: Approvals | undefined
}

/**
 * Returns the environment that an agent's options name. Defaults: the system's clock, random ids
 * and `Math.random`. If a function of the options throws, the error is reported and the default
 * takes the function's place for that call.
 */
export const toPorts = ({ clock, createId, random }: Partial<AgentOptions>): Ports => ({
  clock: clock ? guardClock(clock) : systemClock,
  createId: createId ? () => attempt('createId', createId, nextId) : nextId,
  random: random ? () => attempt('random', random, Math.random) : Math.random,
})

function attempt<T>(name: string, own: () => T, fallback: () => T, source: object = own): T {
  try {
    return own()
  } catch (thrown) {
    reportThrown(source, `\`${name}\` threw, so Ambit's own took its place.`, thrown)
    return fallback()
  }
}

/**
 * Returns a clock that never throws. The handle of a timer is a function, because the timer may be
 * of either clock.
 */
function guardClock(own: Clock): Clock {
  const guard = <T>(call: (clock: Clock) => T): T =>
    attempt(
      'clock',
      () => call(own),
      () => call(systemClock),
      own,
    )
  return {
    now: () => guard((clock) => clock.now()),
    setTimeout: (callback, ms) =>
      guard((clock) => {
        const timer = clock.setTimeout(callback, ms)
        return () => clock.clearTimeout(timer)
      }),
    clearTimeout: (clear) => {
      if (typeof clear === 'function') attempt('clock', clear as () => void, () => undefined, own)
    },
  }
}
