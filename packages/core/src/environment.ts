export type { Duration } from '@ambit/protocol'
import { reportThrown } from './errors/agent-error.ts'
import type { Lifecycle } from './model/over-network.ts'
import type { Pending } from './state/pending.ts'

/** The environment of a run. */
export interface Ports {
  readonly clock: Clock
  readonly createId: CreateId
  /** Returns a number from 0 to 1, for jitter. */
  readonly random: () => number
  /** The network and the pauses of the page. Default: those of the browser, if there is one. */
  readonly lifecycle?: Lifecycle | undefined
  /** What waits for the user; absent if nobody can be asked. */
  readonly pending?: Pending | undefined
}

/** The parts of the environment that a test or a simulation may replace. */
export type Environment = {
  readonly [Part in 'clock' | 'createId' | 'lifecycle' | 'random']?: Ports[Part] | undefined
}

const environmentKey = Symbol.for('ambit.environment')

/**
 * Gives the options of an agent or of `runAgent` another environment, and returns them. For tests:
 * no option has it.
 */
export const inEnvironment = <Options extends object>(
  environment: Environment,
  options: Options,
): Options => ({ ...options, [environmentKey]: { ...environmentOf(options), ...environment } })

/** Returns the environment of options; empty for most. */
export const environmentOf = (options: object): Environment =>
  (options as { [environmentKey]?: Environment })[environmentKey] ?? {}

/**
 * Returns the ports of an environment. Defaults: the system's clock, random ids and `Math.random`.
 * If a function of the environment throws, the error is reported and the default takes its place
 * for that call.
 */
export const toPorts = ({ clock, createId, lifecycle, random }: Environment): Ports => ({
  lifecycle,
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

/**
 * The source of time and timers. Core uses no other source, so tests and simulations can replace
 * it.
 */
export interface Clock {
  /**
   * Returns milliseconds since the Unix epoch. The time may go back, so Ambit orders by sequence
   * numbers.
   */
  now(): number
  /** Calls `callback` once after `ms` milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** The time and timers of the environment. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Browsers and Node run a timer with a longer delay (over 24 days) at once.
  setTimeout: (callback, ms) => setTimeout(callback, Math.min(ms, 2 ** 31 - 1)),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

/**
 * A function that makes ids. Each call returns an id that no other call, tab or process returns.
 */
export type CreateId = () => string

let prefix: string | undefined
let count = 0

/**
 * Returns an id made from a random prefix of 96 bits and a counter. The id is unique without new
 * random bytes for each id.
 */
export const nextId: CreateId = () => {
  prefix ??= Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('')
  return `${prefix}_${(++count).toString(36)}`
}

/**
 * Calls `callback` when the page is idle; after 1 ms if the environment has no
 * `requestIdleCallback`.
 */
export function whenIdle(callback: () => void): void {
  const { requestIdleCallback } = globalThis as {
    requestIdleCallback?: (callback: () => void) => unknown
  }
  if (requestIdleCallback) requestIdleCallback(callback)
  else systemClock.setTimeout(callback, 1)
}
