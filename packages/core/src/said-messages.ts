import type { AgentParts } from './agent-parts.ts'
import type { ChatInput } from './messages/content.ts'
import type { Draft, UserMessage } from './messages/message.ts'
import type { Run, RunHead } from './run.ts'
import type { RunResult } from './run-result.ts'
import { endSaid, type SaidMessage } from './said-message.ts'
import type { Session } from './session.ts'
import type { ChatTurns } from './turns.ts'

/**
 * Notes what the person says to an agent with a storage, so that the storage can keep it until a
 * run takes it.
 */
export class SaidMessages {
  readonly #parts: Pick<AgentParts, 'open' | 'options' | 'ports'>

  constructor(parts: Pick<AgentParts, 'open' | 'options' | 'ports'>) {
    this.#parts = parts
  }

  /**
   * Notes the message of a chat. Returns the id that the message gets in the history; undefined if
   * there is nothing to note.
   */
  note(session: Session, head: RunHead, input: ChatInput | undefined): string | undefined {
    const { options, ports } = this.#parts
    if (!options.storage || input === undefined) return undefined
    const id = ports.createId()
    this.#set(session, id, { id, content: input, head })
    return id
  }

  /** Adds a message to the running chat, as `ChatTurns.steer` does, and notes the message. */
  steer(turns: ChatTurns, message: Draft<UserMessage>): Run<RunResult> | undefined {
    const { open, options } = this.#parts
    const { head } = turns
    const joined = turns.steer(message)
    if (!joined || !options.storage) return joined
    const { session } = open
    const { id, content } = message
    this.#set(session, id, { id, content, head })
    // A guardrail can refuse the message.
    joined.result.catch(() => {
      if (session.said?.get(id)?.head) this.#set(session, id, undefined)
    })
    return joined
  }

  /** Notes that a chat has ended, as `endSaid` does. */
  end(session: Session, { id }: RunHead): void {
    endSaid(session, id)
    this.#parts.open.onSaid?.(session)
  }

  #set(session: Session, id: string, message: SaidMessage | undefined): void {
    session.said ??= new Map()
    session.said.set(id, message)
    this.#parts.open.onSaid?.(session)
  }
}
