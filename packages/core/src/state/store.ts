import { type StoreApi, createStore } from 'zustand/vanilla'

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

/** What waits for somebody at the page. */
interface Waiting {
  readonly id: string
}

/** Who waits. */
interface Owner {
  /** Nobody is there any more who could answer. */
  leave(): void
}

/** A store of what waits for somebody at the page. */
export abstract class AttendedStore<
  Item extends Waiting,
  ItemOwner extends Owner,
  State extends { readonly pending: readonly Item[] },
> extends Store<State> {
  readonly #present = new Set<object>()
  readonly #owners = new Map<string, ItemOwner>()

  /**
   * Says that somebody is there to answer, until the returned function is called. When the last one has gone, and no other has come in
   * its place at once, what waits is given up.
   */
  attach(): () => void {
    const one = {}
    this.#present.add(one)
    return () => {
      if (!this.#present.delete(one)) return
      // A page that replaces one part by another has nobody there for a moment.
      queueMicrotask(() => this.isAttached || this.#abandon())
    }
  }

  /** Whether somebody is there to answer. */
  get isAttached(): boolean {
    return this.#present.size > 0
  }

  /** Shows what waits, and has its owner take each answer, until the returned function is called. */
  open(item: Item, owner: ItemOwner): () => void {
    const { id } = item
    this.#owners.set(id, owner)
    this.#show([...this.getState().pending, item])
    return () => {
      this.#owners.delete(id)
      this.hide(id)
    }
  }

  protected ownerOf(id: string): ItemOwner | undefined {
    return this.#owners.get(id)
  }

  /** Takes it out of sight. */
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
