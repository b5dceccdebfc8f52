import type { ChatInput } from '../messages/content.ts'
import { Store } from './store.ts'

/** A message that waits for the running chat to end. */
export interface QueuedChat {
  /** The id of its run. */
  readonly runId: string
  /** Empty where nothing new is said: `retry` and `regenerate`. */
  readonly input: ChatInput
  /** Takes it out, as the person's wish: it never starts. */
  readonly cancel: () => void
}

/** What a page shows of the chats that wait. */
export interface QueueState {
  /** In the order in which they will run. */
  readonly waiting: readonly QueuedChat[]
}

/** The chats that wait for their turn: a zustand store. */
export class Queue extends Store<QueueState> {
  constructor() {
    super({ waiting: [] })
  }

  /** Adds a chat and returns what takes it out again. */
  add(chat: QueuedChat): () => void {
    this.setState(({ waiting }) => ({ waiting: [...waiting, chat] }))
    return () =>
      this.setState(({ waiting }) => ({
        waiting: waiting.filter((other) => other !== chat),
      }))
  }

  /** Cancels the chat of this run id. Returns false where none such waits any more. */
  cancel(runId: string): boolean {
    const chat = this.getState().waiting.find((waiting) => waiting.runId === runId)
    chat?.cancel()
    return chat !== undefined
  }
}
