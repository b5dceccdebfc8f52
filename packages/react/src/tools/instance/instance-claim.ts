import type { Agent } from '@ambit/core'
import type { ScopeSlot } from '../scope-slot.ts'
import type { AnyToolOptions } from '../tool-options.ts'

/** A mount that asks to be one instance of a tool. */
export interface InstanceClaim {
  readonly agent: Agent
  /** The scope it is given; undefined for one of the tool's own name. */
  readonly scope: ScopeSlot | undefined
  readonly committed: { readonly current: AnyToolOptions }
}
