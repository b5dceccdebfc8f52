import type { History } from '../stores/history.ts'
import type { State } from '../values/register.ts'

/** One conversation: its history, and the state its tools share. */
export interface Session {
  readonly id: string
  readonly history: History
  state: State
}
