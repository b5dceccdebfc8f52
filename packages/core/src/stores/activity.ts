import type { CancelReason } from '../values/cancel-reason.ts'
import type { AgentEvent } from '../values/event.ts'
import { Store } from './store.ts'

/** One call of the running iteration, as the page may show it. Ended calls are in the history. */
export interface CallActivity {
  readonly callId: string
  readonly tool: string
  /** The assistant message that asks for it. */
  readonly messageId: string
  readonly status: 'input-streaming' | 'pending' | 'running'
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
}

export interface ActivityState {
  /** `settling`: the page is catching up with a tool. `waiting`: for a retry, or for a person. */
  readonly status: 'idle' | 'running' | 'settling' | 'waiting'
  readonly runId?: string | undefined
  /** Why the last run did not complete; gone when the next starts. */
  readonly error?: unknown
  /** Why the last run was cancelled; gone when the next starts. */
  readonly cancelled?: CancelReason | undefined
  /** Present while a model writes. */
  readonly draft?: MessageDraft | undefined
  /** The calls that are not answered yet, by id. One Map, whose entries are replaced. */
  readonly calls: ReadonlyMap<string, CallActivity>
}

/** What the agent is doing right now: a zustand store that follows the events of the open session's runs. */
export class Activity extends Store<ActivityState> {
  readonly #calls: Map<string, CallActivity>

  constructor() {
    const calls = new Map<string, CallActivity>()
    super({ status: 'idle', calls })
    this.#calls = calls
  }

  /** Takes in the next event. */
  readonly follow = (event: AgentEvent): void => {
    const { runId } = this.getState()
    // A chat that is refused, or cancelled while it waits, says nothing of the one that runs.
    if (event.type === 'agent:started' ? runId !== undefined : event.runId !== runId) return
    switch (event.type) {
      case 'agent:started':
        this.setState({
          status: 'running',
          runId: event.runId,
          error: undefined,
          cancelled: undefined,
        })
        break
      case 'agent:iteration_started':
        this.setState({
          status: 'running',
          draft: { id: event.messageId, content: '', reasoning: '' },
        })
        break
      case 'agent:content_delta':
        this.#write('content', event.delta)
        break
      case 'agent:reasoning_delta':
        this.#write('reasoning', event.delta)
        break
      case 'agent:tool_call_delta': {
        const { callId, tool, messageId, delta } = event
        const input = (this.#calls.get(callId)?.input ?? '') + delta
        this.#setCall({ callId, tool, messageId, status: 'input-streaming', input })
        break
      }
      case 'agent:iteration_completed':
        for (const { id: callId, name: tool, arguments: args } of event.message.calls ?? []) {
          const input = JSON.stringify(args)
          this.#calls.set(callId, {
            callId,
            tool,
            messageId: event.message.id,
            status: 'pending',
            input,
          })
        }
        this.setState({ draft: undefined })
        break
      case 'agent:tool_started':
        this.#changeCall(event.callId, { status: 'running' })
        break
      case 'agent:tool_progress':
        this.#changeCall(event.callId, { pct: event.pct, message: event.message })
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        this.#calls.delete(event.callId)
        this.setState({})
        break
      case 'agent:settled':
        this.setState({ status: 'running' })
        break
      case 'agent:request_retrying':
        this.#calls.clear()
        this.setState({ status: 'waiting' })
        break
      case 'agent:completed':
      case 'agent:failed':
      case 'agent:cancelled':
        this.#calls.clear()
        this.setState({
          status: 'idle',
          runId: undefined,
          draft: undefined,
          error: event.type === 'agent:failed' ? event.error : undefined,
          cancelled: event.type === 'agent:cancelled' ? event.reason : undefined,
        })
        break
      default:
    }
  }

  /** Says that the loop waits for the page. */
  readonly startSettling = (): void => this.setState({ status: 'settling' })

  #write(part: 'content' | 'reasoning', delta: string): void {
    this.setState(({ draft }) =>
      draft ? { status: 'running', draft: { ...draft, [part]: draft[part] + delta } } : {},
    )
  }

  #setCall(call: CallActivity): void {
    this.#calls.set(call.callId, call)
    this.setState({})
  }

  #changeCall(callId: string, change: Partial<CallActivity>): void {
    const call = this.#calls.get(callId)
    if (call) this.#setCall({ ...call, ...change })
  }
}
