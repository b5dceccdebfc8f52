import type { AssistantMessage, AssistantToolCall, MessagePart } from '../messages/message.ts'
import { noUsage } from '../budget/usage.ts'
import type { CallActivity, MessageDraft } from '../state/activity.ts'

/** What a draft belongs to. */
interface DraftPlace {
  readonly id: string
  readonly createdAt: number
  /** The calls that are not answered yet, of whatever message. */
  readonly calls: ReadonlyMap<string, CallActivity>
  /** The id of the message it follows. */
  readonly head: () => string | null
}

/** A draft as far as it has come; whatever more is written or asked for makes another. */
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

  /** Made when it is first read: a page looks less often than a model writes. */
  get message(): AssistantMessage | undefined {
    return (this.#message ??= this.#toMessage())
  }

  #toMessage(): AssistantMessage | undefined {
    const { id, content, reasoning } = this
    const { createdAt, calls, head } = this.#place
    // Read once a frame, and mostly of text alone.
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
