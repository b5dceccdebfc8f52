/** What this needs of a store: zustand's, with or without middleware, or any of this shape. */
export interface StoreLike<State> {
  getState(): State
  setState: {
    (change: Partial<State>, replace?: false): void
    (state: State, replace: true): void
  }
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** What one action changed of a store. */
export interface StoreChanges {
  /** Whether there is anything to take back. */
  readonly isEmpty: boolean
  /** Puts back what is still as the action left it. Throws, naming the keys, for what somebody changed since. */
  takeBack(): void
}

interface Change {
  readonly before: unknown
  after: unknown
  /** Two actions ran when it was made, and nobody knows which of them made it. */
  isShared: boolean
}

/** The changes of one store, each told apart by the action that made it. */
class Watch<State> {
  readonly #store: StoreLike<State>
  /** The actions that have not ended. */
  readonly #open = new Set<Map<PropertyKey, Change>>()
  /** Whose synchronous code runs now. */
  #current: Map<PropertyKey, Change> | undefined
  #seen: State
  #unsubscribe: (() => void) | undefined

  constructor(store: StoreLike<State>) {
    this.#store = store
    this.#seen = store.getState()
  }

  /** Watches an action until it has settled. */
  watch<Result>(action: () => Result, onEnd: (changes: StoreChanges) => void): Result {
    const changes = new Map<PropertyKey, Change>()
    if (this.#open.size === 0) {
      this.#seen = this.#store.getState()
      this.#unsubscribe = this.#store.subscribe(this.#onChange)
    }
    this.#open.add(changes)
    const end = (): void => {
      this.#open.delete(changes)
      if (this.#open.size === 0) this.#unsubscribe?.()
      onEnd(this.#toChanges(changes))
    }
    let result: Result | undefined
    try {
      return (result = this.#run(changes, action))
    } finally {
      if (isThenable(result)) result.then(end, end)
      else end()
    }
  }

  #toChanges(changes: ReadonlyMap<PropertyKey, Change>): StoreChanges {
    const store = this.#store
    return {
      get isEmpty() {
        return netOf(changes).length === 0
      },
      takeBack: () => {
        const stays: string[] = []
        const now = store.getState()
        const back = new Map<PropertyKey, unknown>()
        for (const [key, { before, after, isShared }] of netOf(changes)) {
          if (isShared || !Object.is(read(now, key), after)) stays.push(String(key))
          else back.set(key, before)
        }
        this.#run(new Map(), () => putBack(store, back))
        if (stays.length) throw new Error(describe(stays, back.size > 0))
      },
    }
  }

  #run<Result>(changes: Map<PropertyKey, Change>, run: () => Result): Result {
    const outer = this.#current
    this.#current = changes
    try {
      return run()
    } finally {
      this.#current = outer
    }
  }

  readonly #onChange = (): void => {
    const before = this.#seen
    const after = (this.#seen = this.#store.getState())
    // What comes while no action's own code runs is the doing of the one that is under way.
    const makers = this.#current ? [this.#current] : [...this.#open]
    for (const key of changedKeys(before, after)) {
      for (const changes of makers) {
        const known = changes.get(key)
        const isShared = makers.length > 1 || known?.isShared === true
        const first = known ? known.before : read(before, key)
        changes.set(key, { before: first, after: read(after, key), isShared })
      }
    }
  }
}

const watches = new WeakMap<object, unknown>()

/** Runs an action, and tells what it changed of a store once it has settled: before anybody else is told. */
export function watchChanges<State, Result>(
  store: StoreLike<State>,
  action: () => Result,
  onEnd: (changes: StoreChanges) => void,
): Result {
  const watch = (watches.get(store) as Watch<State> | undefined) ?? new Watch(store)
  watches.set(store, watch)
  return watch.watch(action, onEnd)
}

/** Stands for a key that is not there, and for the whole of a state that is no object. */
const absent: unique symbol = Symbol('absent')
const whole: unique symbol = Symbol('state')

const read = (state: unknown, key: PropertyKey): unknown =>
  key === whole ? state : key in (state as object) ? Reflect.get(state as object, key) : absent

function changedKeys(before: unknown, after: unknown): PropertyKey[] {
  if (!isObject(before) || !isObject(after)) return Object.is(before, after) ? [] : [whole]
  const keys = new Set([...Reflect.ownKeys(before), ...Reflect.ownKeys(after)])
  return [...keys].filter((key) => !Object.is(read(before, key), read(after, key)))
}

function putBack<State>(store: StoreLike<State>, back: ReadonlyMap<PropertyKey, unknown>): void {
  if (back.size === 0) return
  if (back.has(whole)) return store.setState(back.get(whole) as State, true)
  const kept = [...back].filter(([, value]) => value !== absent)
  if (kept.length === back.size) return store.setState(Object.fromEntries(kept) as Partial<State>)
  const state = { ...store.getState() } as Record<PropertyKey, unknown>
  for (const [key, value] of back) {
    if (value === absent) delete state[key]
    else state[key] = value
  }
  store.setState(state as State, true)
}

const describe = (stays: readonly string[], isPartial: boolean): string =>
  `${stays.map((key) => `\`${key}\``).join(', ')} changed since and ${stays.length > 1 ? 'stay' : 'stays'} as ${stays.length > 1 ? 'they are' : 'it is'}.${isPartial ? ' The rest is put back.' : ''}`

/** What is not again as it was, such as the mark of an action that it is under way. */
const netOf = (changes: ReadonlyMap<PropertyKey, Change>): [PropertyKey, Change][] =>
  [...changes].filter(([, { before, after }]) => !Object.is(before, after))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  isObject(value) && 'then' in value && typeof value.then === 'function'
