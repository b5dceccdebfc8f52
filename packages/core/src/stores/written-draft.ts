import type { AssistantMessage } from '../values/message.ts'
import { noUsage } from '../values/usage.ts'
import type { CallActivity, MessageDraft } from './activity.ts'

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
    const asked = [...calls.values()].filter(({ messageId }) => messageId === id)
    if (!content && !reasoning && asked.length === 0) return undefined
    return {
      id,
      parentId: head(),
      role: 'assistant',
      createdAt,
      ...(content && { content }),
      ...(reasoning && { reasoning }),
      ...(asked.length > 0 && {
        calls: asked.map(({ callId, tool }) => ({ id: callId, name: tool, arguments: {} })),
      }),
      usage: noUsage,
      parts: [
        ...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []),
        ...(content ? [{ type: 'text', text: content } as const] : []),
        ...asked.map(
          ({ callId, tool }) => ({ type: 'tool-call', id: callId, name: tool }) as const,
        ),
      ],
    }
  }
}
