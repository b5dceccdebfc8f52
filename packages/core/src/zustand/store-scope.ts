import type { StandardSchema } from '../schema/parameters.ts'
import { type Enabled, type Unavailable, evaluate } from '../tools/availability.ts'
import { Scope, type ScopeOptions } from '../tools/scope.ts'
import { Tool, type ToolOptions } from '../tools/tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { type StoreLike, watchChanges } from './store-changes.ts'

/** One thing the agent may do to a store: a tool whose name is its key. */
export interface StoreAction<State, Args, Result = unknown> extends Omit<
  ToolOptions<Args, Result>,
  'name' | 'parameters' | 'handler' | 'enabled'
> {
  /** As a tool's. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined
  /** Does it, with the store's state as it is then. What it returns is the result. */
  run: (args: Args, state: State, ctx: ToolContext) => Result | PromiseLike<Result>
  /** Whether it is possible in a state. Looked at again whenever the store changes. Default: always. */
  enabled?: ((state: State) => boolean | Unavailable) | undefined
  /** False where the store is not all that it changes: nothing is taken back then but what `run` gives `ctx.onUndo`. Default true. */
  undo?: boolean | undefined
}

/** What a scope of a store is made of. */
export interface StoreScopeOptions<State, Actions> extends Omit<
  ScopeOptions,
  'tools' | 'context' | 'enabled'
> {
  /** A zustand store, with whatever middleware, or anything of that shape whose state is replaced and not changed in place. */
  readonly store: StoreLike<State>
  /** What of the state the model sees, read again for every request. Default: nothing. */
  readonly context?: ((state: State) => unknown) | undefined
  readonly enabled?: ((state: State) => boolean | Unavailable) | undefined
  /** The tools, by name. */
  readonly actions: { readonly [Name in keyof Actions]: StoreAction<State, Actions[Name]> }
}

/**
 * A scope of a store: its actions as tools, part of its state as context.
 *
 * What an action changes can be undone: each top-level key that it changed goes back to what it was, unless somebody changed that since, which
 * `agent.undo` then reports. While an action waits for something, other changes of the store count as its own, unless they are of another
 * action of a scope of this store, or two such actions wait at once: then what changes in between stays.
 *
 * Throws `AgentError` for what `new Scope` and `new Tool` throw for.
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

/** A predicate of a store's state, which announces when it comes to something else. */
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
