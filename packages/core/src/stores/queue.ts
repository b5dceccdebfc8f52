import type { ChatInput } from '../values/content.ts'
import { Store } from './store.ts'

/** A message that waits for the running chat to end. */
export interface QueuedChat {
  /** The id of its run; cancelling that takes it out of the queue. */
  readonly runId: string
  readonly input: ChatInput
}

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
}
