import type { AgentEvent, EventOf } from '../events.ts'
import type { History } from '../messages/history.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type MessagePart,
  openCalls,
  type ToolMessage,
} from '../messages/message.ts'
import { noUsage } from '../model/usage.ts'
import type { Activity, ActivityState, CallActivity, MessageDraft } from '../state/stores.ts'
import type { LoopRun } from './run.ts'

const running = { status: 'running', waitingFor: undefined, retryAt: undefined } as const

type CallDelta = Extract<EventOf<'agent:delta'>, { of: 'call' }>

/**
 * The key of what waits for the user. A call may be asked about again, and is resolved once.
 */
const keyOf = ({
  kind,
  id,
  callId,
}: {
  readonly kind: string
  readonly id?: string | undefined
  readonly callId: string
}): string | undefined => (kind === 'approval' ? callId : id)

/** A follower of the events of an agent's chats, which keeps the agent's activity up to date. */
export class ActivityFollower {
  readonly #activity: Activity
  readonly #history: History
  #draft: WrittenDraft | undefined
  readonly #calls = new Map<string, CallActivity>()
  /** The ids of the questions and approvals that a person has not answered. */
  readonly #asked = new Set<string | undefined>()

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
      case 'agent:request_started':
        this.#show(
          new WrittenDraft({
            id: event.messageId,
            createdAt: event.at,
            calls: this.#calls,
            head: () => this.#history.head,
          }),
        )
        break
      case 'agent:delta':
        if (event.of === 'call') this.#writeCall(event)
        else if (event.of === 'text') this.#write(event.text, '')
        else this.#write('', event.text)
        break
      case 'agent:request_completed':
        if (event.message) this.#expect(event.message, event.message.calls)
        // Nothing is left of what a guardrail refused.
        else this.#calls.clear()
        this.#change({ draft: (this.#draft = undefined) })
        break
      case 'agent:tool_started':
        this.#changeCall(event.callId, { status: 'running', label: event.label })
        break
      case 'agent:tool_progress':
        this.#changeCall(event.callId, { percent: event.percent, message: event.message })
        break
      case 'agent:pending_added': {
        const { pending, callId } = event
        this.#asked.add(keyOf(pending))
        if (pending.kind === 'approval') this.#changeCall(callId, { status: 'awaiting-approval' })
        this.#waitForPerson()
        break
      }
      case 'agent:pending_resolved':
        // A remembered decision is resolved without a request before it.
        if (!this.#asked.delete(keyOf(event))) break
        if (event.kind === 'approval') this.#changeCall(event.callId, { status: 'running' })
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
      case 'agent:waiting':
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
      case 'agent:message':
      case 'agent:warning':
      case 'agent:custom':
        break
    }
  }

  #writeCall({ callId, tool, messageId, text }: CallDelta): void {
    const before = this.#calls.get(callId)
    const input = (before?.input ?? '') + text
    this.#calls.set(callId, { callId, tool, messageId, status: 'input-streaming', input })
    if (before) this.#change(running)
    else this.#write('', '')
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

/** The place of a draft: its message, the calls, and the message before it. */
interface DraftPlace {
  readonly id: string
  readonly createdAt: number
  /** The calls of all messages that are not answered yet, by call id. */
  readonly calls: ReadonlyMap<string, CallActivity>
  /** Returns the id of the message that the draft follows; null if there is none. */
  readonly head: () => string | null
}

/** A message as far as the model has written it. More text or calls make a new draft. */
class WrittenDraft implements MessageDraft {
  readonly id: string
  readonly content: string
  readonly reasoning: string
  readonly #place: DraftPlace
  #message: AssistantMessage | undefined

  constructor(place: DraftPlace, content = '', reasoning = '') {
    this.id = place.id
    this.content = content
    this.reasoning = reasoning
    this.#place = place
  }

  plus(content: string, reasoning: string): WrittenDraft {
    return new WrittenDraft(this.#place, this.content + content, this.reasoning + reasoning)
  }

  /**
   * The message, made when it is first read, because a page reads less often than a model writes.
   */
  get message(): AssistantMessage | undefined {
    return (this.#message ??= this.#toMessage())
  }

  #toMessage(): AssistantMessage | undefined {
    const { id, content, reasoning } = this
    const { createdAt, calls, head } = this.#place
    // A page reads this once a frame, and most drafts hold only text.
    const asked = calls.size === 0 ? none : [...calls.values()].filter((c) => c.messageId === id)
    if (!content && !reasoning && asked.length === 0) return undefined
    const parts: MessagePart[] = []
    if (reasoning) parts.push({ type: 'reasoning', text: reasoning })
    if (content) parts.push({ type: 'text', text: content })
    for (const { callId, tool } of asked) parts.push({ type: 'tool-call', id: callId, name: tool })
    return {
      id,
      parentId: head(),
      role: 'assistant',
      createdAt,
      content: content || undefined,
      reasoning: reasoning || undefined,
      calls: asked.length > 0 ? asked.map(toCall) : undefined,
      usage: noUsage,
      parts,
    }
  }
}

const none: readonly CallActivity[] = []

const toCall = ({ callId, tool }: CallActivity): AssistantToolCall => ({
  id: callId,
  name: tool,
  arguments: {},
})
