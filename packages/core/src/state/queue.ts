import type { ChatInput } from '../messages/content.ts'
import { Store } from './store.ts'

/** A message that waits for the running chat to end. */
export interface QueuedChat {
  /** The id of the chat's run. */
  readonly runId: string
  /** The message; empty for `retry` and `regenerate`, which have no new one. */
  readonly input: ChatInput
  /** Removes the chat for the person, so that it never starts. */
  readonly cancel: () => void
}

/** The state of the queue, for a page to show. */
export interface QueueState {
  /** The waiting chats in the order in which they will run. */
  readonly waiting: readonly QueuedChat[]
}

/** The chats that wait for their turn: a zustand store. */
export class Queue extends Store<QueueState> {
  constructor() {
    super({ waiting: [] })
  }

  /** Adds a chat. Returns a function that removes it. */
  add(chat: QueuedChat): () => void {
    this.setState(({ waiting }) => ({ waiting: [...waiting, chat] }))
    return () =>
      this.setState(({ waiting }) => ({
        waiting: waiting.filter((other) => other !== chat),
      }))
  }

  /** Cancels the waiting chat of this run id. Returns false if none waits. */
  cancel(runId: string): boolean {
    const chat = this.getState().waiting.find((waiting) => waiting.runId === runId)
    chat?.cancel()
    return chat !== undefined
  }
}
