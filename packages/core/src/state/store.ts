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
      subscribe((...states) => callIsolated(listener, states, () => subscriberThrew))
    Object.assign(this, { ...store, subscribe: isolated })
  }
}

const subscriberThrew =
  'A subscriber of a store of the agent threw. Subscribers only observe, so the agent goes on.'

/** An item that waits for a person at the page. */
interface Waiting {
  readonly id: string
  /** The id of the item whose place it takes. */
  readonly replaces?: string | undefined
}

/** The part of a run that waits. */
interface Owner {
  /** Takes note that the last person who could answer has gone. */
  leave(): void
}

/** A store of the items that wait for a person at the page. */
export abstract class AttendedStore<
  Item extends Waiting,
  ItemOwner extends Owner,
  State extends { readonly pending: readonly Item[] },
> extends Store<State> {
  readonly #present = new Set<object>()
  readonly #owners = new Map<string, ItemOwner>()

  /**
   * Attaches a person who can answer. Returns a function that detaches them. Once the last one is
   * detached, and no other is attached at once, every waiting item is given up.
   */
  attach(): () => void {
    const one = {}
    this.#present.add(one)
    return () => {
      if (!this.#present.delete(one)) return
      // A page that replaces one part by another has nobody attached for a moment.
      queueMicrotask(() => this.isAttached || this.#abandon())
    }
  }

  /** True while somebody is attached who can answer. */
  get isAttached(): boolean {
    return this.#present.size > 0
  }

  /**
   * Shows an item, whose owner takes each answer. Returns a function that removes the item.
   *
   * @internal
   */
  open(item: Item, owner: ItemOwner): () => void {
    const { id, replaces } = item
    this.#owners.set(id, owner)
    const { pending } = this.getState()
    const at = pending.findIndex((other) => other.id === replaces)
    this.#show(at < 0 ? [...pending, item] : pending.with(at, item))
    // The last person may have gone since it was asked whether one is there.
    if (!this.isAttached) queueMicrotask(() => this.isAttached || owner.leave())
    return () => {
      this.#owners.delete(id)
      this.hide(id)
    }
  }

  protected ownerOf(id: string): ItemOwner | undefined {
    return this.#owners.get(id)
  }

  /** Hides an item. Its owner stays until the item is removed. */
  protected hide(id: string): void {
    const { pending } = this.getState()
    const rest = pending.filter((item) => item.id !== id)
    if (rest.length < pending.length) this.#show(rest)
  }

  #show(pending: readonly Item[]): void {
    this.setState({ pending } as Partial<State>)
  }

  #abandon(): void {
    for (const owner of this.#owners.values()) owner.leave()
  }
}
