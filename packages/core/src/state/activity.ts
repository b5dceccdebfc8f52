import type { CancelReason } from '../cancel-reason.ts'
import type { AssistantMessage } from '../messages/message.ts'
import { Store } from './store.ts'

/** One call of the running iteration, as the page may show it. Ended calls are in the history. */
export interface CallActivity {
  readonly callId: string
  readonly tool: string
  /** The assistant message that asks for it. */
  readonly messageId: string
  readonly status: 'input-streaming' | 'pending' | 'awaiting-approval' | 'running'
  /** The arguments' text so far. */
  readonly input: string
  readonly pct?: number | undefined
  /** What the tool last reported. */
  readonly message?: string | undefined
}

/** The message a model is writing. */
export interface MessageDraft {
  /** The id it will have in the history. */
  readonly id: string
  readonly content: string
  readonly reasoning: string
  /** As it would stand in the history now, without a `finishReason`; undefined until there is anything in it. */
  readonly message?: AssistantMessage | undefined
}

/** What a page shows of what the agent is doing. */
export interface ActivityState {
  /** `settling`: the page is catching up with a tool. `waiting`: for a retry, or for a person. */
  readonly status: 'idle' | 'running' | 'settling' | 'waiting'
  /** While it waits: to call the model again, for the network to be back, or for what a person was asked. */
  readonly waitingFor?: 'retry' | 'network' | 'person' | undefined
  /** While it waits for a retry: when the model is called again, in milliseconds since 1970. */
  readonly retryAt?: number | undefined
  readonly runId?: string | undefined
  /** Why the last run did not complete; gone when the next starts. */
  readonly error?: Error | undefined
  /** Why the last run was cancelled; gone when the next starts. */
  readonly cancelled?: CancelReason | undefined
  /** Present while a model writes. */
  readonly draft?: MessageDraft | undefined
  /** The calls that are not answered yet, by id. One Map, whose entries are replaced. */
  readonly calls: ReadonlyMap<string, CallActivity>
}

/** What the agent is doing right now: a zustand store that follows the events of the open session's runs. */
export class Activity extends Store<ActivityState> {
  constructor() {
    super({ status: 'idle', calls: new Map() })
  }

  /** For what runs the agent: takes in a change. */
  change(change: Partial<ActivityState>): void {
    this.setState({ ...this.getState(), ...change }, true)
  }

  /** A run begins: what the one before came to is forgotten. */
  begin(runId: string): void {
    const { runId: before } = this.getState()
    if (before !== none) return
    this.change({ status: 'running', ...unwaiting, runId, error: none, cancelled: none })
  }

  /** The run has ended, with an error or a cancel where it did not complete. */
  end(how: Pick<ActivityState, 'error' | 'cancelled'> = {}): void {
    this.change({ status: 'idle', runId: none, ...unwaiting, draft: none, ...how })
  }
}

const none = undefined
const unwaiting = { waitingFor: none, retryAt: none }
