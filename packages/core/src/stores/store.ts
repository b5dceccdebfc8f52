import { createStore, type StoreApi } from 'zustand/vanilla'

/** A zustand store that everybody reads and only its own class writes. */
export abstract class Store<State> implements Pick<StoreApi<State>, 'getState' | 'subscribe'> {
  // All of these are what zustand makes, under its own names.
  declare readonly getState: () => State
  declare readonly getInitialState: () => State
  declare readonly subscribe: StoreApi<State>['subscribe']
  declare protected readonly setState: StoreApi<State>['setState']

  constructor(initial: State) {
    Object.assign(
      this,
      createStore(() => initial),
    )
  }
}
