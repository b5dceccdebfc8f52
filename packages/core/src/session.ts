import type { Artifacts } from './state/artifacts.ts'
import type { History } from './messages/history.ts'
import type { UsageMeter } from './state/usage-meter.ts'
import type { Draft, UserMessage } from './messages/message.ts'
import type { State } from './register.ts'

/** One conversation: its history, and the state its tools share. */
export interface Session {
  readonly id: string
  readonly history: History
  state: State
  /** What the application has to say to the model before its next request. */
  notes?: Draft<UserMessage>[] | undefined
  /** Counts what its model calls used; none where nobody asks. */
  readonly usage?: UsageMeter | undefined
  /** Takes what its tools give the page. */
  readonly artifacts?: Artifacts | undefined
}
