import type { AgentOptions } from './agent-options.ts'
import type { Approvals } from './approval/approvals.ts'
import { type Clock, type CreateId, nextId, systemClock } from './clock.ts'
import type { Asks } from './state/questions.ts'

/** The environment a run stands in. */
export interface Ports {
  readonly clock: Clock
  readonly createId: CreateId
  /** 0 to 1, for jitter. */
  readonly random: () => number
  /** Where tools ask the person; absent where nobody could be asked. */
  readonly asks?: Asks | undefined
  /** Where calls wait for a person; absent where nobody could be asked. */
  readonly approvals?: Approvals | undefined
}

/** The environment an agent's options name. */
export const toPorts = ({ clock, createId, random }: Partial<AgentOptions>): Ports => ({
  clock: clock ?? systemClock,
  createId: createId ?? nextId,
  random: random ?? Math.random,
})
