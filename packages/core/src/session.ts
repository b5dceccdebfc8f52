import type { Artifacts } from './state/artifacts.ts'
import type { History } from './messages/history.ts'
import type { UsageMeter } from './state/usage-meter.ts'
import type { Draft, Message } from './messages/message.ts'
import type { State } from './register.ts'

/** A conversation: its history, and the state that its tools share. */
export interface Session {
  readonly id: string
  readonly history: History
  state: State
  /** The messages outside the turns, committed before the next model request. */
  notes?: Draft<Message>[] | undefined
  /** The counter of what its model calls used; absent if nobody reads the usage. */
  readonly usage?: UsageMeter | undefined
  /** The store for the artifacts that tools give to the page. */
  readonly artifacts?: Artifacts | undefined
}
