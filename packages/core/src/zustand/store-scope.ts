import type { StandardSchema } from '../schema/parameters.ts'
import { type Enabled, type Unavailable, evaluate } from '../tools/availability.ts'
import { Scope, type ScopeOptions } from '../tools/scope.ts'
import { Tool, type ToolOptions } from '../tools/tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { type StoreLike, watchChanges } from './store-changes.ts'

/** An action of the agent on a store: a tool whose name is its key. */
export interface StoreAction<State, Args, Result = unknown> extends Omit<
  ToolOptions<Args, Result>,
  'name' | 'parameters' | 'handler' | 'enabled'
> {
  /** The schema of the arguments, as of a tool. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined
  /** Performs the action with the store's current state. The returned value is the result. */
  run: (args: Args, state: State, ctx: ToolContext) => Result | PromiseLike<Result>
  /**
   * Tells if the action is possible in a state. Called again whenever the store changes. Default:
   * always possible.
   */
  enabled?: ((state: State) => boolean | Unavailable) | undefined
  /**
   * False if the action changes more than the store. Then only the functions that `run` gives to
   * `ctx.onUndo` can undo it. Default: true, except for actions with the effect `read`.
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
 * An undo restores the old value of each top-level key that the action changed. A key that somebody
 * changed since keeps its value, and `agent.undo` reports it.
 *
 * The undo covers every change of the store while the action was awaited. A change made by the code
 * of another action of a scope of this store belongs to that action. If two actions are awaited at
 * the same time, changes that others make meanwhile are kept.
 *
 * Throws `AgentError` in the same cases as `new Scope` and `new Tool`.
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
  return new Tool<never, unknown>({
    ...action,
    name,
    enabled: enabled && follow(store, enabled),
    handler: (args, ctx) => {
      if (!isUndoable) return run(args, store.getState(), ctx)
      return watchChanges(
        store,
        () => run(args, store.getState(), ctx),
        (changes) => {
          if (!changes.isEmpty) ctx.onUndo(() => changes.takeBack())
        },
      )
    },
  })
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
