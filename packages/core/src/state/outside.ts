import type { AgentEvent } from '../events.ts'
import type { ToolStatus } from '../messages/message.ts'
import type { OutsideSource } from '../tools/call-source.ts'
import { Store } from './store.ts'

/** One call of a caller from outside. */
export interface OutsideCall {
  readonly callId: string
  readonly runId: string
  readonly tool: string
  /** The name, for people, of the row or card that the call is for. */
  readonly label?: string | undefined
  /** The kind of caller, such as `webmcp`. */
  readonly source: OutsideSource
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly status: 'running' | ToolStatus
}

/** The state of the callers from outside, for a page to show. */
export interface OutsideState {
  /** True if the person has stopped callers from outside: none of their calls runs. */
  readonly isStopped: boolean
  /** The last 20 calls, oldest first. */
  readonly calls: readonly OutsideCall[]
}

/** The most calls that are shown. */
const maxOutsideCalls = 20

/**
 * The callers from outside of the page, such as the agent of the browser: a zustand store of what
 * they called, with a switch. Kept in memory only.
 */
export class Outside extends Store<OutsideState> {
  constructor() {
    super({ isStopped: false, calls: [] })
  }

  /** Stops callers from outside: cancels their calls, and denies all further ones. */
  stop(): void {
    this.setState({ isStopped: true })
  }

  /** Lets callers from outside call again. */
  allow(): void {
    this.setState({ isStopped: false })
  }

  /**
   * Follows the events of one call from outside. Only core calls this.
   *
   * @internal
   */
  readonly follow = (event: AgentEvent): void => {
    const { calls } = this.getState()
    if (event.type === 'agent:tool_started') {
      const { callId, runId, tool, label, source = '', at: startedAt } = event
      const call = { callId, runId, tool, label, source, startedAt, status: 'running' } as const
      this.setState({ calls: [...calls, call].slice(-maxOutsideCalls) })
    } else if ('callId' in event && 'message' in event && typeof event.message === 'object') {
      const { callId, message } = event
      const { status } = message
      const told = calls.map((call) => (call.callId === callId ? { ...call, status } : call))
      this.setState({ calls: told })
    }
  }
}
