import type { Thing } from './collect-things.ts'

/** What an id slot refers to. */
export interface FoundThings {
  ids: readonly (string | number)[]
  /** Set when the words fit several things and the person has to choose. */
  among?: readonly Thing[]
}
