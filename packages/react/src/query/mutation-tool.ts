import { Tool, type ToolOptions, type UndoContext } from '@ambit/core'
import type {
  DefaultError,
  InferDataFromTag,
  MutationOptions,
  QueryClient,
  QueryKey,
  UseMutationResult,
} from '@tanstack/react-query'

/** What a tool made of a mutation takes: the options of a tool without its handler, and those of the mutation. */
export interface MutationToolOptions<
  Args,
  Data,
  Failure = DefaultError,
  OnMutate = unknown,
> extends Omit<ToolOptions<Args, Data>, 'handler'> {
  client: QueryClient
  /** The options of `useMutation` or `mutationOptions`, or what `useMutation` returned. The arguments are its variables. */
  mutation:
    | MutationOptions<Data, Failure, Args, OnMutate>
    | Pick<UseMutationResult<Data, Failure, Args, OnMutate>, 'mutateAsync'>
  /** The queries that it makes out of date, by their keys or the beginning of these. Those on the page are fetched again before the call ends. */
  invalidates?: readonly QueryKey[] | ((data: Data, args: Args) => readonly QueryKey[]) | undefined
  /**
   * Shows what is to be expected while the mutation runs: `change` has a query's data replaced, where there is any. It is invalidated when the
   * mutation ends, and put back first where that fails and nobody changed it since.
   */
  optimistic?: ((args: Args, change: ChangeQuery) => void) | undefined
  /** Takes back a mutation that succeeded, for `agent.undo`; the same queries are fetched again. Without it the call cannot be undone. */
  undo?: ((data: Data, args: Args, ctx: UndoContext) => unknown) | undefined
}

/**
 * A TanStack Query mutation as a tool: it runs through the client's MutationCache, so with its retries, callbacks and defaults, and
 * `useIsMutating` sees it. The call ends when the queries it invalidates have been fetched again; one of them that fails does not fail the call. A cancelled
 * call leaves the mutation running, and can be undone when that has succeeded.
 *
 * Throws what `new Tool` throws. In a component use `useMutationTool`.
 */
export const mutationTool = <Args, Data, Failure = DefaultError, OnMutate = unknown>(
  options: MutationToolOptions<Args, Data, Failure, OnMutate>,
): Tool<Args, Data> => new Tool(toToolOptions(options))

/** The mutation as the options of a tool. */
export function toToolOptions<Args, Data, Failure, OnMutate>(
  options: MutationToolOptions<Args, Data, Failure, OnMutate>,
): ToolOptions<Args, Data> {
  const { client, mutation, invalidates = [], optimistic, undo, ...tool } = options
  const invalidate = (queryKeys: readonly QueryKey[]): Promise<unknown> =>
    Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
  return {
    ...tool,
    handler: async (args, ctx) => {
      const changed =
        optimistic && (await changeQueries(client, (change) => optimistic(args, change)))
      let data: Data
      try {
        data = await run(client, mutation, args)
      } catch (error) {
        changed?.putBack()
        await invalidate(changed?.queryKeys ?? [])
        throw error
      }
      const named = typeof invalidates === 'function' ? invalidates(data, args) : invalidates
      const queryKeys = [...named, ...(changed?.queryKeys ?? [])]
      if (undo) {
        ctx.onUndo(async (at) => {
          try {
            await undo(data, args, at)
          } finally {
            await invalidate(queryKeys)
          }
        })
      }
      await invalidate(queryKeys)
      return data
    },
  }
}

const run = <Args, Data, Failure, OnMutate>(
  client: QueryClient,
  mutation: MutationToolOptions<Args, Data, Failure, OnMutate>['mutation'],
  args: Args,
): Promise<Data> =>
  'mutateAsync' in mutation
    ? mutation.mutateAsync(args)
    : client.getMutationCache().build(client, mutation).execute(args)

/** Replaces the data of one query, by its whole key; does nothing where there is none. `update` must not change what it is given. */
export type ChangeQuery = <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(
  queryKey: Key,
  update: (data: Data) => Data,
) => void

/** Changes of a cache that can be put back. */
export interface ChangedQueries {
  readonly queryKeys: readonly QueryKey[]
  /** Puts back the data that nobody changed since. */
  putBack(): void
}

/** Makes changes once what is being fetched of these queries is stopped: it would be older than they. */
export async function changeQueries(
  client: QueryClient,
  changes: (change: ChangeQuery) => void,
): Promise<ChangedQueries> {
  const asked: { queryKey: QueryKey; update: (data: never) => unknown }[] = []
  changes((queryKey, update) => asked.push({ queryKey, update }))
  const queryKeys = asked.map(({ queryKey }) => queryKey)
  await Promise.all(queryKeys.map((queryKey) => client.cancelQueries({ queryKey, exact: true })))
  const made = asked.flatMap(({ queryKey, update }) => {
    const before = client.getQueryData(queryKey)
    if (before === undefined) return []
    return [{ queryKey, before, after: client.setQueryData(queryKey, update(before as never)) }]
  })
  return {
    queryKeys,
    putBack: () => {
      for (const { queryKey, before, after } of made.reverse()) {
        if (client.getQueryData(queryKey) === after) client.setQueryData(queryKey, before)
      }
    },
  }
}
