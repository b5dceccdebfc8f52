import { AgentBusyError } from './errors/run-errors.ts'
import { History } from './messages/history.ts'
import type { ChatInput } from './messages/content.ts'
import type { Message } from './messages/message.ts'
import type { CallOptions } from './agent-options.ts'
import type { Branch } from './messages/branch.ts'
import type { Run } from './run.ts'
import type { RunResult } from './run-result.ts'

/** What a history asks of its agent. */
export interface HistoryChats {
  /** Whether a chat writes the history now. */
  isBusy(): boolean
  /** Starts a chat from another place of it. */
  chat(input: ChatInput | undefined, options: CallOptions, branch: Branch): Run<RunResult>
}

/**
 * The open session's history. People can go back in it: what they leave stays, as another branch. While a chat writes it, its head is that
 * chat's: `select`, `moveTo` and `load` throw `AgentBusyError`.
 */
export class AgentHistory extends History {
  readonly #chats: HistoryChats

  constructor(chats: HistoryChats) {
    super()
    this.#chats = chats
  }

  /**
   * Has the model answer once more, beside the answer that is there. `id` is the assistant message to write again, the tool's answer whose call
   * to make again, or the user message to answer again; default: the last that the person said. While a chat runs `onBusy` decides, and
   * `steer` waits as `queue` does. Rejects as `chat` does, and with `AgentError` where there is nothing to answer.
   */
  regenerate(id?: string, options: CallOptions = {}): Run<RunResult> {
    return this.#chats.chat(undefined, options, { kind: 'regenerate', id })
  }

  /**
   * Says something else in the place of a user message, and runs from there. While a chat runs `onBusy` decides, and `steer` waits as
   * `queue` does. Rejects as `chat` does, and with `AgentError` where `id` is nothing that a person said.
   */
  edit(id: string, content: ChatInput, options: CallOptions = {}): Run<RunResult> {
    return this.#chats.chat(content, options, { kind: 'edit', id })
  }

  override load(messages: readonly Message[]): void {
    this.#refuseWhileBusy()
    super.load(messages)
  }

  override moveTo(id: string | null): void {
    this.#refuseWhileBusy()
    super.moveTo(id)
  }

  #refuseWhileBusy(): void {
    if (!this.#chats.isBusy()) return
    throw new AgentBusyError(
      'A chat is writing this history and would go on in another branch. Await it or cancel it first.',
    )
  }
}
