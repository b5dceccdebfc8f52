import type {
  Agent,
  AgentEvent,
  AssistantMessage,
  EventOf,
  Message,
  MessagePart,
  PendingItem,
} from '@ambit/core'
import type { UIMessageChunk } from 'ai'
import type * as laterChunks from './later-chunks.ts'
import { toAnswer } from './answer.ts'
import { type PartOptions, toAnswerChunk, toCallChunk } from './ui-part.ts'

type Made = UIMessageChunk[]

type Asked = Extract<PendingItem, { kind: 'approval' }>
type Decided = Extract<EventOf<'agent:pending_resolved'>, { kind: 'approval' }>

const startStep: UIMessageChunk = { type: 'start-step' }

/** Converts the events of one run to chunks, which a chat of the AI SDK reads. */
export class RunChunks {
  readonly options: PartOptions
  readonly #agent: Agent
  /** The part that text is added to. */
  #text: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined
  #count = 0
  #finishReason = 'stop'
  /** True if the last step has calls of the page's tools. */
  #hasCalls = false
  #iteration: number | undefined
  /** The code that few answers need, and the end of each. */
  #code: typeof laterChunks | undefined
  /** The last message of the model. */
  #messageId: string | undefined
  readonly #begun = new Set<string>()
  /** The requests for approval that were shown, by the ids of their calls. */
  readonly #asked = new Map<string, string>()
  /** The parts of the open message that were shown as they came, as JSON. */
  readonly #shown = new Set<string>()
  /** The messages of the page since the last request, in their order. */
  readonly #others: Message[] = []
  /** The calls that run. */
  readonly #running = new Set<string>()

  constructor(agent: Agent, options: PartOptions) {
    this.#agent = agent
    // The end of the answer needs it.
    this.#later(() => []).catch(() => undefined)
    this.options = { titleOf: (name) => agent.scopes.find(name)?.tool.title, ...options }
  }

  /** True if nothing goes on until the user has answered a request that was shown. */
  get isWaiting(): boolean {
    if (this.#running.size > 0) return false
    return this.#agent.pending
      .list('approval')
      .some(({ id, callId }) => this.#asked.get(callId) === id)
  }

  /** Returns the chunks of one event. Events that a chat does not show have none. */
  of(event: AgentEvent): Made | Promise<Made> {
    switch (event.type) {
      case 'agent:message':
        // The page itself made calls meanwhile.
        if (event.message.role !== 'user') this.#others.push(event.message)
        return []
      case 'agent:request_started':
        return this.#ofStart(event)
      case 'agent:delta': {
        if (event.of === 'part') return this.#ofPart(event.part)
        if (event.of !== 'call') return this.#delta(event.of, event.text)
        const { callId: toolCallId, tool, text: inputTextDelta } = event
        const input: UIMessageChunk = { type: 'tool-input-delta', toolCallId, inputTextDelta }
        if (this.#begun.has(toolCallId)) return [input]
        this.#begun.add(toolCallId)
        return [
          ...this.#endText(),
          toCallChunk('tool-input-start', toolCallId, tool, this.options),
          input,
        ]
      }
      case 'agent:request_completed':
        return event.message ? this.#ofMessage(event.message) : []
      case 'agent:tool_started':
        this.#running.add(event.callId)
        return []
      case 'agent:tool_progress':
      case 'agent:custom':
        return this.#later(({ toDataChunk }) => [toDataChunk(event)])
      case 'agent:pending_added':
        return event.pending.kind === 'approval' ? this.#ofRequest(event.pending) : []
      case 'agent:pending_resolved':
        return event.kind === 'approval' ? this.#ofDecision(event) : []
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        return this.#ofAnswer(event)
      case 'agent:completed': {
        const { usage } = event
        const finishReason = this.#finishReason.replace('_', '-') as 'stop'
        return this.#end({ type: 'finish', finishReason, messageMetadata: { usage } })
      }
      case 'agent:failed':
        return this.#end({ type: 'error', errorText: event.error.message })
      case 'agent:cancelled':
        return this.#end({ type: 'abort', reason: event.reason.message ?? event.reason.kind })
      default:
        return []
    }
  }

  #delta(kind: 'text' | 'reasoning', delta: string): Made {
    if (this.#text?.kind === kind) return [{ type: `${kind}-delta`, id: this.#text.id, delta }]
    const made = this.#endText()
    const id = `${kind}-${++this.#count}`
    this.#text = { kind, id }
    return [...made, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
  }

  /** Shows a part at the place where it came: the text after it is a part of its own. */
  #ofPart(part: MessagePart): Promise<Made> {
    const made = this.#endText()
    this.#shown.add(JSON.stringify(part))
    return this.#later(({ toPartChunks }) => [
      ...made,
      ...toPartChunks({ parts: [part] }, this.options),
    ])
  }

  #endText(): Made {
    const open = this.#text
    this.#text = undefined
    return open ? [{ type: `${open.kind}-end`, id: open.id }] : []
  }

  #end(last: UIMessageChunk): Made | Promise<Made> {
    const end: UIMessageChunk = { type: 'finish-step' }
    // A chat that sends by itself once all calls of the last step are answered would send again.
    // The model has the answers already, or a tool ended the run. So the last step has no calls.
    const more = this.#hasCalls ? [startStep, end] : []
    return this.kept([...this.#endText(), end, ...more], last)
  }

  /** Returns chunks, with the one that keeps what the parts of the message do not say. */
  kept(before: Made, last: UIMessageChunk): Made | Promise<Made> {
    const make = ({ toKeptChunk }: typeof laterChunks): Made => [
      ...before,
      ...toKeptChunk(this.#agent.history.messages, this.#messageId),
      last,
    ]
    // The answer was shown already, and without that code it still has an end.
    return this.#code ? make(this.#code) : this.#later(make).catch(() => [...before, last])
  }

  #ofStart({ iteration }: EventOf<'agent:request_started'>): Made | Promise<Made> {
    // A request that is made again, without a file that was refused, is of the same step.
    if (iteration === this.#iteration) return []
    this.#iteration = iteration
    this.#hasCalls = false
    this.#shown.clear()
    const made: Made = iteration > 0 ? [{ type: 'finish-step' }] : []
    const others = this.#others.splice(0)
    return others[0]
      ? this.#later(({ toHistoryChunks }) => [
          ...made,
          ...toHistoryChunks(others, this.options),
          startStep,
        ])
      : [...made, startStep]
  }

  #ofMessage(message: AssistantMessage): Made | Promise<Made> {
    this.#finishReason = message.finishReason ?? 'other'
    this.#hasCalls = !!message.calls?.length
    this.#messageId = message.id
    const made = this.#endText()
    const parts = message.parts.filter((part) => !this.#shown.has(JSON.stringify(part)))
    if (!parts.every(isPlain)) {
      const rest = { ...message, parts }
      return this.#later(({ toPartChunks }) => [...made, ...toPartChunks(rest, this.options)])
    }
    for (const { id, name, arguments: input } of message.calls ?? []) {
      made.push(toCallChunk('tool-input-available', id, name, this.options, { input }))
    }
    return made
  }

  /** Makes chunks by code that few answers need. */
  async #later(make: (code: typeof laterChunks) => Made): Promise<Made> {
    return make((this.#code = await import('./later-chunks.ts')))
  }

  #ofRequest(asked: Asked): Promise<Made> {
    this.#asked.set(asked.callId, asked.id)
    this.#running.delete(asked.callId)
    return this.#later(({ toRequestChunk }) => [toRequestChunk(asked)])
  }

  #ofDecision(event: Decided): Made | Promise<Made> {
    const { callId, decision, by } = event
    const asked = this.#asked.get(callId)
    this.#asked.delete(callId)
    const isApproved = decision === 'approved'
    if (isApproved) this.#running.add(callId)
    // Nobody was asked: only a refusal is reported, and a cancel is reported as a cancel.
    if (!asked && (isApproved || by === 'cancelled')) return []
    return this.#later(({ toDecisionChunks }) => toDecisionChunks(event, asked, this.options))
  }

  #ofAnswer({
    callId,
    message,
  }: EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>):
    | Made
    | Promise<Made> {
    this.#running.delete(callId)
    this.#asked.delete(callId)
    const made = message ? [toAnswerChunk(callId, toAnswer(message))] : []
    const { artifacts } = this.#agent.sessions.getState()
    const own = artifacts.filter((artifact) => artifact.callId === callId)
    if (own.length === 0) return made
    return this.#later(({ toArtifactPart }) => [...made, ...own.map(toArtifactPart)])
  }
}

/** Whether a part is brought by deltas, or is a call in `calls`. */
const isPlain = (part: MessagePart): boolean =>
  part.type === 'text' ||
  part.type === 'reasoning' ||
  (part.type === 'tool-call' && !part.providerExecuted)
