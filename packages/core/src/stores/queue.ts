import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChatInput } from '../values/content.ts'

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
export class Queue implements Pick<StoreApi<QueueState>, 'getState' | 'subscribe'> {
  readonly #store: StoreApi<QueueState> = createStore<QueueState>(() => ({ waiting: [] }))

  readonly getState: () => QueueState = this.#store.getState
  readonly getInitialState: () => QueueState = this.#store.getInitialState
  readonly subscribe: StoreApi<QueueState>['subscribe'] = this.#store.subscribe

  /** Adds a chat and returns what takes it out again. */
  add(chat: QueuedChat): () => void {
    this.#store.setState(({ waiting }) => ({ waiting: [...waiting, chat] }))
    return () =>
      this.#store.setState(({ waiting }) => ({
        waiting: waiting.filter((other) => other !== chat),
      }))
  }
}
