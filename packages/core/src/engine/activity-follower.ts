import type { AgentEvent } from '../events.ts'
import type { Activity, ActivityState, CallActivity } from '../state/activity.ts'
import type { History } from '../messages/history.ts'
import type { AssistantMessage, ToolMessage } from '../messages/message.ts'
import { openCalls } from '../messages/open-calls.ts'
import type { LoopRun } from './run-core.ts'
import { WrittenDraft } from './written-draft.ts'

const running = { status: 'running', waitingFor: undefined, retryAt: undefined } as const

/** A follower of the events of an agent's chats, which keeps the agent's activity up to date. */
export class ActivityFollower {
  readonly #activity: Activity
  readonly #history: History
  #draft: WrittenDraft | undefined
  readonly #calls = new Map<string, CallActivity>()
  /** The ids of the questions and approvals that a person has not answered. */
  readonly #asked = new Set<string>()

  constructor(activity: Activity, history: History) {
    this.#activity = activity
    this.#history = history
  }

  /** Updates the activity with the next event. */
  readonly follow = (event: AgentEvent): void => {
    const { runId } = this.#activity.getState()
    // A chat that is refused, or cancelled while it waits, does not change what the running chat
    // shows.
    if (event.type === 'agent:started' ? runId !== undefined : event.runId !== runId) return
    switch (event.type) {
      case 'agent:started':
        this.#activity.begin(event.runId)
        break
      case 'agent:iteration_started':
        this.#show(
          new WrittenDraft({
            id: event.messageId,
            createdAt: event.at,
            calls: this.#calls,
            head: () => this.#history.head,
          }),
        )
        break
      case 'agent:content_delta':
        this.#write(event.delta, '')
        break
      case 'agent:reasoning_delta':
        this.#write('', event.delta)
        break
      case 'agent:tool_call_delta': {
        const { callId, tool, messageId, delta } = event
        const before = this.#calls.get(callId)
        const input = (before?.input ?? '') + delta
        this.#calls.set(callId, { callId, tool, messageId, status: 'input-streaming', input })
        if (before) this.#change(running)
        else this.#write('', '')
        break
      }
      case 'agent:iteration_completed':
        this.#expect(event.message, event.message.calls)
        this.#change({ draft: (this.#draft = undefined) })
        break
      case 'agent:tool_started':
        this.#changeCall(event.callId, { status: 'running', label: event.label })
        break
      case 'agent:tool_progress':
        this.#changeCall(event.callId, { pct: event.pct, message: event.message })
        break
      case 'agent:ask_requested':
        this.#asked.add(event.askId)
        this.#waitForPerson()
        break
      case 'agent:ask_resolved':
        if (this.#asked.delete(event.askId)) this.#waitForPerson()
        break
      case 'agent:approval_requested':
        this.#asked.add(event.callId)
        this.#changeCall(event.callId, { status: 'awaiting-approval' })
        this.#waitForPerson()
        break
      case 'agent:approval_resolved':
        // A remembered decision is resolved without a request before it.
        if (!this.#asked.delete(event.callId)) break
        this.#changeCall(event.callId, { status: 'running' })
        this.#waitForPerson()
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        this.#endCall(event.callId, event.message)
        break
      case 'agent:settled':
        this.#change(running)
        break
      case 'agent:waiting_online':
        this.#change({ status: 'waiting', waitingFor: 'network' })
        break
      case 'agent:request_retrying':
        this.#calls.clear()
        this.#draft = this.#draft?.plus('', '')
        this.#change({
          status: 'waiting',
          waitingFor: 'retry',
          retryAt: event.at + event.delayMs,
          draft: this.#draft,
        })
        break
      case 'agent:message_refused':
        if (event.error.phase === 'input') break
        this.#calls.clear()
        this.#change({ draft: (this.#draft = undefined) })
        break
      case 'agent:completed':
      case 'agent:failed':
      case 'agent:cancelled':
        this.#calls.clear()
        this.#asked.clear()
        this.#draft = undefined
        this.#activity.end({
          error: event.type === 'agent:failed' ? event.error : undefined,
          cancelled: event.type === 'agent:cancelled' ? event.reason : undefined,
        })
        break
      // Nothing of these is shown.
      case 'agent:tool_retrying':
      case 'agent:tool_undone':
      case 'agent:request_built':
      case 'agent:compacted':
      case 'agent:usage':
      case 'agent:storage_degraded':
      case 'agent:warning':
      case 'agent:custom':
        break
    }
  }

  /** Shows the calls that a resumed run goes on with. */
  resume({ pending, waiting }: NonNullable<LoopRun['resumed']>): void {
    if (!pending) return
    this.#expect(pending, openCalls(this.#history.messages))
    for (const [id, answer] of waiting) this.#changeCall(id, { answer })
    this.#change({})
  }

  #expect({ id: messageId }: AssistantMessage, calls: AssistantMessage['calls'] = []): void {
    for (const { id: callId, name: tool, arguments: args } of calls) {
      const input = JSON.stringify(args)
      this.#calls.set(callId, { callId, tool, messageId, status: 'pending', input })
    }
  }

  /** Shows that the loop waits for the page. */
  readonly startSettling = (): void => this.#change({ status: 'settling' })

  #waitForPerson(): void {
    if (this.#asked.size > 0) this.#change({ status: 'waiting', waitingFor: 'person' })
    else this.#change(running)
  }

  /** Shows a new draft, with the added text and the calls that the model has asked for so far. */
  #write(content: string, reasoning: string): void {
    this.#show(this.#draft?.plus(content, reasoning))
  }

  #show(draft: WrittenDraft | undefined): void {
    this.#draft = draft
    this.#change({ ...running, draft })
  }

  #setCall(call: CallActivity): void {
    this.#calls.set(call.callId, call)
    this.#change({})
  }

  #changeCall(callId: string, change: Partial<CallActivity>): void {
    const call = this.#calls.get(callId)
    if (call) this.#setCall({ ...call, ...change })
  }

  /** Keeps a call that has ended until the history has its answer. */
  #endCall(callId: string, answer: ToolMessage | undefined): void {
    const ended = this.#calls.get(callId)
    if (ended && answer) this.#calls.set(callId, { ...ended, answer })
    else this.#calls.delete(callId)
    for (const [id, call] of this.#calls) {
      if (call.answer && this.#history.has(id)) this.#calls.delete(id)
    }
    this.#change({})
  }

  #change(change: Partial<ActivityState>): void {
    const { calls } = this.#activity.getState()
    this.#activity.change(calls === this.#calls ? change : { ...change, calls: this.#calls })
  }
}
