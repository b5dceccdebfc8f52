import { AgentError, isThenable } from '../../errors/agent-error.ts'
import { isJsonObject } from '../../json/json.ts'
import type { StandardSchema } from '../../schema/parameters.ts'
import { type Enabled, evaluate, type Unavailable } from '../../tools/availability.ts'
import type { ToolContext } from '../../tools/context.ts'
import { Scope, type ScopeOptions } from '../../tools/scope.ts'
import { Tool, type ToolOptions } from '../../tools/tool.ts'
import {
  absent,
  type Change,
  describeStays,
  findClashes,
  inWords,
  isSame,
  putBack,
  redo,
  refuseChange,
} from './put-back.ts'

/** An action of the agent on a store: a tool whose name is its key. */
export interface StoreAction<State, Args, Result = unknown> extends Omit<
  ToolOptions<Args, Result>,
  | 'name'
  | 'parameters'
  | 'handler'
  | 'enabled'
  | 'edits'
  | 'run'
  | 'undo'
  | 'inputSchema'
  | 'execute'
> {
  /** The schema of the arguments, as of a tool. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined
  /** Performs the action with the store's current state. The returned value is the result. */
  run: (args: Args, state: State, ctx: ToolContext) => Result | PromiseLike<Result>
  /**
   * Whether the action is possible in a state. Called again whenever the store changes. Default:
   * always possible.
   */
  enabled?: ((state: State) => boolean | Unavailable) | undefined
  /**
   * False if the action changes more than the store. Then only the functions that `run` gives to
   * `ctx.undo` can undo it, and nothing is compared with what the user has changed. Default: true,
   * except for actions with the effect `read`.
   */
  undo?: boolean | undefined
}

/** The options of a scope of a store. */
export interface StoreScopeOptions<State, Actions> extends Omit<
  ScopeOptions,
  'tools' | 'context' | 'enabled'
> {
  /**
   * A zustand store, with any middleware, or any store of that shape. Its state must be replaced,
   * not changed in place.
   */
  readonly store: StoreLike<State>
  /**
   * Returns the part of the state that the model sees. Called again for every request. Default: the
   * model sees nothing.
   */
  readonly context?: ((state: State) => unknown) | undefined
  readonly enabled?: ((state: State) => boolean | Unavailable) | undefined
  /** The actions, by tool name. */
  readonly actions: { readonly [Name in keyof Actions]: StoreAction<State, Actions[Name]> }
}

/**
 * Creates a scope from a store. Its actions are tools, and part of its state is context.
 *
 * An undo takes back what the action added, changed or removed. It goes into records, and into
 * lists of things with an `id` (a string or a number), thing by thing and field by field. What
 * somebody changed since stays as it is, and `agent.undo` reports it in a sentence for people. What
 * a canvas writes by itself (`measured`, `selected`, `dragging`, `resizing`) does not count.
 *
 * What the user changed since the page was shown is not overwritten. An action that returns or
 * throws at once and has changed the same is taken back, and its call is `stale` if it returned. Of
 * an action that returns a promise, what it does before its first `await` is compared. One with the
 * effect `read` is not.
 *
 * The undo covers every change of the store while the action was awaited. A change made by the code
 * of another action of a scope of this store belongs to that action. If two actions are awaited at
 * the same time, changes that others make meanwhile are kept.
 *
 * Throws `AgentError` in the same cases as `new Scope` and `new Tool`, and if an action with undo
 * has a store without `setState`.
 */
export function storeScope<State, Actions>(options: StoreScopeOptions<State, Actions>): Scope {
  const { store, context, enabled, actions, ...scope } = options
  const tools = Object.entries(actions) as [string, StoreAction<State, never>][]
  return new Scope({
    ...scope,
    context: context && (() => context(store.getState())),
    enabled: enabled && follow(store, enabled),
    tools: tools.map(([name, action]) => toTool(name, action, store)),
  })
}

function toTool<State>(
  name: string,
  { run, enabled, undo, ...action }: StoreAction<State, never>,
  store: StoreLike<State>,
): Tool {
  const isUndoable = undo ?? action.effect !== 'read'
  if (isUndoable && (typeof store.setState !== 'function' || Array.isArray(store.getState())))
    throw new AgentError(
      `"${name}" needs a store with \`setState\`, of an object, to be undone, or \`undo: false\`.`,
    )
  return new Tool<never, unknown>({
    ...action,
    name,
    enabled: enabled && follow(store, enabled),
    edits: isUndoable ? () => store.getState() : undefined,
    handler: (args, ctx) => {
      const state = store.getState()
      if (!isUndoable) return run(args, state, ctx)
      const text = textOf(state)
      return watchChanges(
        store,
        () => actBeside(name, store, ctx, () => run(args, state, ctx)),
        (changes) => {
          if (!changes.isEmpty) ctx.undo(() => changes.takeBack())
          if (text !== textOf(state)) console.warn(`[ambit] "${name}" ${inPlace}`)
        },
      )
    },
  })
}

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const inPlace = 'changed the state in place, which nothing can undo. Let `getState` return a copy.'

/** Returns a state as text in development, to see whether it is changed in place. */
function textOf(state: unknown): string | undefined {
  try {
    return process.env.NODE_ENV === 'production' ? undefined : JSON.stringify(state)
  } catch {
    // A page without a bundler has no `process`, and not every state is JSON.
    return undefined
  }
}

/**
 * Runs an action. Puts its state back if it has changed at once what others have changed since the
 * page was shown. Throws `DisabledToolError` then, if the action has not thrown itself.
 */
function actBeside<State, Result>(
  name: string,
  store: StoreLike<State>,
  ctx: ToolContext,
  act: () => Result,
): Result {
  const { base } = ctx
  const before = store.getState()
  if (base === undefined || base === before) return act()
  const meet = (): string[] => {
    const after = store.getState()
    const names = [...findClashes([base, before, after], inWords(name))]
    if (names.length) store.setState(before, true)
    return names
  }
  let result: Result
  try {
    result = act()
  } catch (thrown) {
    meet()
    throw thrown
  }
  const names = meet()
  const kept = store.getState()
  if (names.length) {
    const refusal = refuseChange(name, names)
    if (!isThenable(result)) throw refusal
    return result.then(() => {
      if (isSame(store.getState(), kept)) throw refusal
      const { reason } = refusal.details
      throw new Error(`${reason}, so that was put back. What it did after that stays.`)
    }) as Result
  }
  ctx.base = redo({ before, after: kept }, base)
  return result
}

/**
 * Makes an `Enabled` from a predicate of a store's state. It announces a change only if the
 * predicate's result changes.
 */
function follow<State>(
  store: StoreLike<State>,
  predicate: (state: State) => boolean | Unavailable,
): Enabled {
  const get = (): boolean | Unavailable => predicate(store.getState())
  return {
    get,
    subscribe: (listener) => {
      let last = JSON.stringify(evaluate(get))
      return store.subscribe(() => {
        const now = JSON.stringify(evaluate(get))
        if (now === last) return
        last = now
        listener()
      })
    },
  }
}

/**
 * The part of a store that this file uses: a zustand store, with or without middleware, or any
 * store of this shape.
 */
export interface StoreLike<State> {
  getState(): State
  setState: {
    (change: Partial<State>, replace?: false): void
    (state: State, replace: true): void
  }
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** The changes that one action made to a store. */
interface StoreChanges {
  /** True if there is nothing to undo. */
  readonly isEmpty: boolean
  /**
   * Takes back what is still as the action left it. Throws a sentence for people that names the
   * rest.
   */
  takeBack(): void
}

/** A change of one key, from its first value to its last, between which nobody else changed it. */
interface Step extends Change {
  readonly key: PropertyKey
  after: unknown
  /**
   * True if two actions ran when the change was made, so that nobody knows which of them made it.
   */
  isShared: boolean
}

/** The changes of one store, attributed to the actions that made them. */
class Watch<State> {
  readonly #store: StoreLike<State>
  /** The actions that have not ended. */
  readonly #open = new Set<Step[]>()
  /** The changes of the action whose synchronous code runs now. */
  #current: Step[] | undefined
  #seen: State
  #unsubscribe: (() => void) | undefined

  constructor(store: StoreLike<State>) {
    this.#store = store
    this.#seen = store.getState()
  }

  /** Watches an action until it has settled. */
  watch<Result>(action: () => Result, onEnd: (changes: StoreChanges) => void): Result {
    const changes: Step[] = []
    if (this.#open.size === 0) {
      this.#seen = this.#store.getState()
      this.#unsubscribe = this.#store.subscribe(this.#onChange)
    }
    this.#open.add(changes)
    const end = (): void => {
      // What a store has not told yet is there already.
      this.#onChange()
      this.#open.delete(changes)
      if (this.#open.size === 0) this.#unsubscribe?.()
      onEnd(this.#toChanges(changes))
    }
    let isLate = false
    try {
      const result = this.#run(changes, action)
      isLate = isThenable(result)
      // A lazy promise runs with each `then`.
      return isLate ? (Promise.resolve(result).finally(end) as Result) : result
    } finally {
      if (!isLate) end()
    }
  }

  #toChanges(changes: readonly Step[]): StoreChanges {
    return {
      isEmpty: netOf(changes).length === 0,
      takeBack: () => {
        const stays = new Set<string>()
        const now = this.#store.getState()
        const back = new Map<PropertyKey, unknown>()
        for (const { key, isShared, ...change } of netOf(changes).toReversed()) {
          const name = key === whole ? 'data' : inWords(key)
          const present = back.has(key) ? back.get(key) : read(now, key)
          if (isShared) stays.add(name)
          else back.set(key, putBack(change, present, name, stays))
        }
        const differing = [...back].filter(([key, value]) => !isSame(value, read(now, key)))
        this.#run([], () => write(this.#store, new Map(differing)))
        if (stays.size) throw new Error(describeStays([...stays], differing.length > 0))
      },
    }
  }

  #run<Result>(changes: Step[], run: () => Result): Result {
    this.#onChange()
    const outer = this.#current
    this.#current = changes
    try {
      return run()
    } finally {
      this.#onChange()
      this.#current = outer
    }
  }

  readonly #onChange = (): void => {
    const before = this.#seen
    const after = (this.#seen = this.#store.getState())
    // A change while no action's own code runs is attributed to every action that is awaited.
    const makers = this.#current ? [this.#current] : [...this.#open]
    for (const key of changedKeys(before, after)) {
      const change = { before: read(before, key), after: read(after, key) }
      for (const changes of makers) {
        const last = changes.findLast((step) => step.key === key)
        const isShared = makers.length > 1
        if (!last || !Object.is(last.after, change.before)) {
          changes.push({ key, ...change, isShared })
          continue
        }
        last.after = change.after
        last.isShared ||= isShared
      }
    }
  }
}

const watches = new WeakMap<object, unknown>()

/**
 * Runs an action. Calls `onEnd` with its changes of the store once the action has settled, before
 * any other listener of its result.
 */
function watchChanges<State, Result>(
  store: StoreLike<State>,
  action: () => Result,
  onEnd: (changes: StoreChanges) => void,
): Result {
  const watch = (watches.get(store) as Watch<State> | undefined) ?? new Watch(store)
  watches.set(store, watch)
  return watch.watch(action, onEnd)
}

/** The key of a whole state that is not an object. */
const whole: unique symbol = Symbol('state')

const read = (state: unknown, key: PropertyKey): unknown =>
  key === whole ? state : key in (state as object) ? Reflect.get(state as object, key) : absent

function changedKeys(before: unknown, after: unknown): PropertyKey[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return Object.is(before, after) ? [] : [whole]
  const keys = new Set([...Reflect.ownKeys(before), ...Reflect.ownKeys(after)])
  return [...keys].filter((key) => !isSame(read(before, key), read(after, key)))
}

function write<State>(store: StoreLike<State>, back: ReadonlyMap<PropertyKey, unknown>): void {
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

/**
 * Returns the changes whose last value differs from the first. An action's "is loading" flag, for
 * example, is the same again at the end.
 */
const netOf = (changes: readonly Step[]): Step[] =>
  changes.filter(({ before, after }) => !isSame(before, after))
