import { AgentBusyError } from './errors/run-errors.ts'
import { History } from './messages/history.ts'
import type { ChatInput } from './messages/content.ts'
import { checkPairs } from './messages/check-pairs.ts'
import { type MessageInput, type MessageSource, toMessages } from './messages/message-input.ts'
import type { CallOptions } from './call-options.ts'
import type { Branch } from './messages/branch.ts'
import type { Run } from './run.ts'
import type { RunResult } from './run-result.ts'

/** The functions of the agent that its history uses. */
export interface HistoryChats {
  /** Tells if a chat writes the history now. */
  isBusy(): boolean
  /** Returns the sources of ids and of the time. */
  ports(): MessageSource
  /** Starts a chat from another point of the history. */
  chat(input: ChatInput | undefined, options: CallOptions, branch: Branch): Run<RunResult>
}

/**
 * The history of the open session. A person can go back in it; the messages that are left stay as
 * another branch. While a chat writes the history, that chat owns the head: `select`, `moveTo` and
 * `load` throw `AgentBusyError`.
 */
export class AgentHistory extends History {
  readonly #chats: HistoryChats

  /** @internal */
  constructor(chats: HistoryChats) {
    super()
    this.#chats = chats
  }

  /**
   * Lets the model answer again, in a new branch beside the existing answer. `id` is one of these:
   *
   * - an assistant message, to write it again
   * - a tool's answer, to write the message again that made its call
   * - a user message, to answer it again
   *
   * Default: the last message of the person. While a chat runs, `onBusy` decides; `steer` waits as
   * `queue` does. Rejects as `chat` does, and with `AgentError` if there is nothing to answer.
   */
  regenerate(id?: string, options: CallOptions = {}): Run<RunResult> {
    return this.#chats.chat(undefined, options, { kind: 'regenerate', id })
  }

  /**
   * Replaces a user message by another one in a new branch, and runs from there. While a chat runs,
   * `onBusy` decides; `steer` waits as `queue` does. Rejects as `chat` does, and with `AgentError`
   * if `id` is not a message of the person, or if the new one is empty.
   */
  edit(id: string, content: ChatInput, options: CallOptions = {}): Run<RunResult> {
    return this.#chats.chat(content ?? '', options, { kind: 'edit', id })
  }

  /**
   * Adds messages of an earlier conversation: whole ones, or `{ role, content }`. Missing ids,
   * times and parents are filled in; a message without `parentId` follows the one before it. The
   * last one becomes the head. A call whose id is used before, or is of a form that a provider
   * refuses, gets a new id, and its answer too. Throws `AgentError`, and adds none, if one cannot
   * be read, or if an answer does not follow its call.
   */
  override load(messages: readonly MessageInput[]): void {
    this.#refuseWhileBusy()
    const whole = toMessages(messages, 'messages', this.head, this.#chats.ports())
    checkPairs(whole, (id) => this.get(id))
    super.load(whole)
  }

  override moveTo(id: string | null): void {
    this.#refuseWhileBusy()
    super.moveTo(id)
  }

  #refuseWhileBusy(): void {
    if (!this.#chats.isBusy()) return
    throw new AgentBusyError(
      'A chat is writing this history, and would continue in another branch if the head moved. Wait for the chat, or cancel it first.',
    )
  }
}
