import type { AssistantMessage, AssistantToolCall, MessagePart } from '../messages/message.ts'
import { noUsage } from '../budget/usage.ts'
import type { CallActivity, MessageDraft } from '../state/activity.ts'

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
export class WrittenDraft implements MessageDraft {
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
