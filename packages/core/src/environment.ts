import type { AgentOptions } from './agent-options.ts'
import type { Approvals } from './approval/approvals.ts'
import { type Clock, type CreateId, nextId, systemClock } from './clock.ts'
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
 * and `Math.random`.
 */
export const toPorts = ({ clock, createId, random }: Partial<AgentOptions>): Ports => ({
  clock: clock ?? systemClock,
  createId: createId ?? nextId,
  random: random ?? Math.random,
})
