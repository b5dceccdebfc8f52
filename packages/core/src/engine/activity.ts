import type { AgentStores } from '../agent.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import { callState } from '../messages/call-state.ts'
import type { History } from '../messages/history.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type MessagePart,
  openCalls,
  type ToolMessage,
} from '../messages/message.ts'
import { noUsage } from '../model/usage.ts'
import type { CallRecord, Calls } from '../state/calls.ts'
import type { CallWriter, PendingEvent } from './call-writer.ts'
import type { Activity, MessageDraft } from '../state/stores.ts'
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
  readonly #calls: Calls
  readonly #writer: CallWriter
  readonly #history: History
  #draft: WrittenDraft | undefined
  /** The ids of the questions and approvals that a user has not answered. */
  readonly #asked = new Set<string | undefined>()

  constructor({ activity, calls, history }: AgentStores, writer: CallWriter) {
    this.#writer = writer
    this.#activity = activity
    this.#calls = calls
    this.#history = history
    writer.onPending = (event) => this.#ask(event)
  }

  /** Updates the activity, and the calls that the model asks for, with the next event. */
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
        this.#showDraft(
          new WrittenDraft({
            id: event.messageId,
            createdAt: event.at,
            calls: this.#calls.getState,
            head: () => this.#history.head,
          }),
        )
        break
      case 'agent:delta':
        if (event.of === 'call') this.#writeCall(event)
        else if (event.of === 'text') this.#showDraft(this.#draft?.plus(event.text, ''))
        else if (event.of === 'reasoning') this.#showDraft(this.#draft?.plus('', event.text))
        break
      case 'agent:request_completed':
        // Nothing is left of what a guardrail refused.
        this.#expect(event.message, event.message?.calls)
        this.#activity.change({ draft: (this.#draft = undefined) })
        break
      case 'agent:settled':
        this.#activity.change(running)
        break
      case 'agent:waiting':
        this.#activity.change({ status: 'waiting', waitingFor: 'network' })
        break
      case 'agent:request_retrying':
        this.#writer.replace(event.runId, [])
        this.#draft = this.#draft?.plus('', '')
        this.#activity.change({
          status: 'waiting',
          waitingFor: 'retry',
          retryAt: event.at + event.delayMs,
          draft: this.#draft,
        })
        break
      case 'agent:completed':
      case 'agent:failed':
      case 'agent:cancelled':
        this.#writer.replace(event.runId, [])
        this.#asked.clear()
        this.#draft = undefined
        this.#activity.end({
          error: event.type === 'agent:failed' ? event.error : undefined,
          cancelled: event.type === 'agent:cancelled' ? event.reason : undefined,
        })
        break
      case 'agent:tool_progress':
        this.#wait(event.waitingFor)
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        this.#wait(undefined)
        break
      // `#ask` follows these, in runs inside the chat too.
      case 'agent:pending_added':
      case 'agent:pending_resolved':
      // `Calls` follows these, and nothing of the others is shown.
      case 'agent:tool_started':
      case 'agent:tool_retrying':
      case 'agent:tool_undone':
      case 'agent:message':
      case 'agent:warning':
      case 'agent:custom':
        break
    }
  }

  #writeCall({ callId, runId, tool, messageId, text }: CallDelta): void {
    const before = this.#calls.get(callId)
    const isBegun = before?.runId === runId && before.state === 'input-streaming'
    const input = (isBegun ? (before.input ?? '') : '') + text
    this.#writer.put({ callId, tool, runId, messageId, state: 'input-streaming', input })
    if (isBegun) this.#activity.change(running)
    else this.#showDraft(this.#draft?.plus('', ''))
  }

  /** Shows the calls that a resumed run goes on with. */
  resume({ pending, waiting }: NonNullable<LoopRun['resumed']>): void {
    if (pending) this.#expect(pending, openCalls(this.#history.messages), waiting)
  }

  /** Shows the calls of a message, in place of those that were being written. */
  #expect(
    message: AssistantMessage | undefined,
    calls: AssistantMessage['calls'] = [],
    answers?: ReadonlyMap<string, ToolMessage>,
  ): void {
    const { runId } = this.#activity.getState()
    const records = calls.map(({ id: callId, name: tool, arguments: args }): CallRecord => {
      const answer = answers?.get(callId)
      const state = callState(undefined, answer)
      const input = JSON.stringify(args)
      return { callId, tool, runId, messageId: message?.id, state, input, answer }
    })
    this.#writer.replace(runId, records)
  }

  /** Shows that the loop waits for the page, or sends a request again. */
  readonly show = (status: 'settling' | 'running'): void =>
    this.#activity.change({ ...running, status })

  /** Shows that the chat waits for the user, or no longer. */
  #ask(event: PendingEvent): void {
    if (event.rootRunId !== this.#activity.getState().runId) return
    if (event.type === 'agent:pending_added') this.#asked.add(keyOf(event.pending))
    // A remembered decision is resolved without a request before it.
    else if (!this.#asked.delete(keyOf(event))) return
    if (this.#asked.size > 0) this.#activity.change({ status: 'waiting', waitingFor: 'user' })
    else this.#activity.change(running)
  }

  /** Shows that a call waits for the network, or no longer. A question to the user goes first. */
  #wait(waitingFor: 'network' | undefined): void {
    const { waitingFor: before } = this.#activity.getState()
    if (waitingFor && before === undefined) this.#activity.change({ status: 'waiting', waitingFor })
    else if (!waitingFor && before === 'network') this.#activity.change(running)
  }

  /** Shows a new draft, with the calls that the model has asked for so far. */
  #showDraft(draft: WrittenDraft | undefined): void {
    this.#draft = draft
    this.#activity.change({ ...running, draft })
  }
}

/** The place of a draft: its message, the calls, and the message before it. */
interface DraftPlace {
  readonly id: string
  readonly createdAt: number
  /** Returns the calls of all messages, by call id. */
  readonly calls: () => ReadonlyMap<string, CallRecord>
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
    const asked = [...calls().values()].filter(({ messageId }) => messageId === id)
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

const toCall = ({ callId, tool }: CallRecord): AssistantToolCall => ({
  id: callId,
  name: tool,
  arguments: {},
})
