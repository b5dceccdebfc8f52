import { createStore, type StoreApi } from 'zustand/vanilla'

/** A zustand store that everybody reads and only its own class writes. */
export abstract class Store<State> implements Pick<StoreApi<State>, 'getState' | 'subscribe'> {
  readonly getState: () => State
  readonly getInitialState: () => State
  readonly subscribe: StoreApi<State>['subscribe']
  protected readonly setState: StoreApi<State>['setState']

  constructor(initial: State) {
    const { getState, getInitialState, subscribe, setState } = createStore(() => initial)
    this.getState = getState
    this.getInitialState = getInitialState
    this.subscribe = subscribe
    this.setState = setState
  }
}
