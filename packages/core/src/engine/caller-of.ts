import { isOutside, type OutsideSource } from '../tools/call-source.ts'
import type { RunCore } from './run-core.ts'

/** Returns the kind of the caller from outside that a run works for; undefined if it has none. */
export const callerOf = ({ source, parent }: RunCore): OutsideSource | undefined =>
  isOutside(source) ? source : parent && callerOf(parent)
