import { type StoreApi, createStore } from 'zustand/vanilla'
import { callIsolated } from '../errors/agent-error.ts'

/**
 * A zustand store that everyone can read and only its own class writes. The first error of a
 * subscriber is reported, and stops neither the writer nor another subscriber.
 */
export abstract class Store<State> implements Pick<StoreApi<State>, 'getState' | 'subscribe'> {
  // zustand's `createStore` makes all of these. They keep its names.
  declare readonly getState: () => State
  declare readonly getInitialState: () => State
  declare readonly subscribe: StoreApi<State>['subscribe']
  declare protected readonly setState: StoreApi<State>['setState']

  constructor(initial: State) {
    const { subscribe, ...store } = createStore(() => initial)
    const isolated: StoreApi<State>['subscribe'] = (listener) =>
      subscribe((now, before) => callIsolated(listener, now, before, subscriberThrew))
    Object.assign(this, { ...store, subscribe: isolated })
  }
}

const subscriberThrew = 'A subscriber of a store of the agent threw. The agent goes on.'
