import {
  CancellationError,
  Tool,
  type ToolContext,
  type ToolOptions,
  type TouchTarget,
} from '@ambit/core'
import type {
  DefaultError,
  InferDataFromTag,
  Mutation,
  MutationOptions,
  QueryClient,
  QueryKey,
  UseMutationResult,
} from '@tanstack/react-query'

/** The options of `mutationTool`: those of a tool, with a mutation in place of the handler. */
export interface MutationToolOptions<
  Args,
  Data,
  Failure = DefaultError,
  OnMutate = unknown,
> extends Omit<ToolOptions<Args, Data>, 'handler'> {
  client: QueryClient
  /**
   * The options of `useMutation` or `mutationOptions`, or the result of `useMutation`. The
   * arguments of the tool are the variables of the mutation.
   */
  mutation:
    | MutationOptions<Data, Failure, Args, OnMutate>
    | Pick<UseMutationResult<Data, Failure, Args, OnMutate>, 'mutateAsync'>
  /**
   * The queries that the mutation makes out of date, by their keys or the start of their keys.
   * Those on the page are fetched again before the call ends.
   */
  invalidates?: readonly QueryKey[] | ((data: Data, args: Args) => readonly QueryKey[]) | undefined
  /**
   * Shows the expected result while the mutation runs: `change` replaces the data of a query that
   * has data. When the mutation ends, the query is invalidated. If the mutation fails, the old data
   * is restored first, unless the data has changed since.
   */
  optimistic?: ((args: Args, change: ChangeQuery) => void) | undefined
  /**
   * Returns what a mutation that succeeded has changed on the page, for `ctx.touched`: elements, or
   * their ids. An empty array says that it has changed nothing, so there is nothing to undo.
   * Default: the element of the tool's scope.
   */
  touched?: ((data: Data, args: Args) => TouchTarget | readonly TouchTarget[]) | undefined
  /**
   * As of any tool, but the default of `toModel` is `{ ok: true }`. An answer of the server may
   * hold what the model must not have, such as a password hash.
   */
  result?: ToolOptions<Args, Data>['result']
  /**
   * Undoes a mutation that succeeded, as of any tool. The same queries are then fetched again.
   * Without this option, the call cannot be undone.
   */
  undo?: ToolOptions<Args, Data>['undo']
}

/**
 * Creates a tool from a TanStack Query mutation. The mutation runs in the client's MutationCache,
 * with its retries, callbacks and defaults, and `useIsMutating` counts it. The model gets only
 * `{ ok: true }`, or what `result.toModel` returns.
 *
 * The call ends when the queries that it invalidates have been fetched again. A query that fails
 * does not fail the call. If the call is cancelled, the mutation goes on, and can be undone when it
 * has succeeded. One that is paused, such as offline, shows the agent as `waitingFor` the network.
 * It never begins if the call is cancelled: it fails at once, and the model is told that it was not
 * run. The call outlives its component, which the mutation may take off the page.
 *
 * Throws as `new Tool` does. In a component use `useMutationTool`.
 */
export const mutationTool = <Args, Data, Failure = DefaultError, OnMutate = unknown>(
  options: MutationToolOptions<Args, Data, Failure, OnMutate>,
): Tool<Args, Data> => new Tool(toToolOptions(options))

/** Returns the options of a tool that runs the mutation. */
export function toToolOptions<Args, Data, Failure, OnMutate>(
  options: MutationToolOptions<Args, Data, Failure, OnMutate>,
): ToolOptions<Args, Data> {
  const { client, mutation, invalidates = [], optimistic, touched, undo, ...tool } = options
  const invalidate = (queryKeys: readonly QueryKey[]): Promise<unknown> =>
    Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
  return {
    ...tool,
    result: { ...tool.result, toModel: tool.result?.toModel ?? onlyOk },
    handler: async (args, ctx) => {
      // The server does it whether or not the component is still there to see it.
      ctx.outlive()
      const changes = optimistic && changeQueries(client, (change) => optimistic(args, change))
      let data: Data
      try {
        data = await run(client, mutation, args, ctx, changes)
      } catch (error) {
        const changed = await changes
        changed?.restore()
        await invalidate(changed?.queryKeys ?? [])
        throw error
      }
      const changed = await changes
      const named = typeof invalidates === 'function' ? invalidates(data, args) : invalidates
      const queryKeys = [...named, ...(changed?.queryKeys ?? [])]
      let isChanged = true
      try {
        const things = touched?.(data, args)
        isChanged = !Array.isArray(things) || things.length > 0
        if (touched) ctx.touched(things)
      } finally {
        if (undo && isChanged) {
          ctx.undo(async ({ signal }) => {
            try {
              await undo({ args, result: data as Awaited<Data>, signal })
            } finally {
              await invalidate(queryKeys)
            }
          })
        }
      }
      await invalidate(queryKeys)
      return data
    },
  }
}

const onlyOk = (): string => '{"ok":true}'

/** Takes back in core that the call has started. */
const neverBegan = Symbol.for('ambit.neverBegan')

/**
 * Runs the mutation after `before`, and shows that it is paused. A stopped call then ends it as
 * failed.
 */
async function run<Args, Data, Failure, OnMutate>(
  client: QueryClient,
  mutation: MutationToolOptions<Args, Data, Failure, OnMutate>['mutation'],
  args: Args,
  ctx: ToolContext,
  before: Promise<unknown> | undefined,
): Promise<Data> {
  const { signal, progress } = ctx
  const cache = client.getMutationCache()
  const ended = Promise.withResolvers<Data>()
  let own: Mutation<Data, Failure, Args, OnMutate> | undefined
  let observer: { reset(): void } | undefined
  let answer: Promise<Data> | undefined
  let isWaiting = false
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'added') own ??= event.mutation
    if (!own || event.mutation !== own) return
    if (event.type === 'observerAdded') observer = event.observer
    if (event.type === 'observerRemoved') observer = undefined
    const isPaused = own.state.isPaused && !isBehind(own.options.scope, cache.getAll())
    if (isPaused !== isWaiting) progress({ waitingFor: isPaused ? 'network' : undefined })
    isWaiting = isPaused
  })
  const stop = (): void => {
    unsubscribe()
    const began = answer && (!own?.state.isPaused || own.state.failureCount > 0)
    if (!began) (Reflect.get(ctx, neverBegan) as (() => void) | undefined)?.()
    if (!own?.state.isPaused) return
    const stopped = new CancellationError(signal.reason, began)
    observer?.reset()
    cache.remove(own)
    // Its callbacks put back what the page shows, so it runs at once, but for its function.
    const mutationFn = (): Promise<never> => Promise.reject(stopped)
    const options = { ...own.options, mutationFn, retry: 0, networkMode: 'always' as const }
    delete options.scope
    own.setOptions(options)
    ended.resolve(own.execute(own.state.variables as Args))
  }
  signal.addEventListener('abort', stop)
  try {
    await before
    signal.throwIfAborted()
    answer =
      'mutateAsync' in mutation
        ? mutation.mutateAsync(args)
        : cache.build(client, mutation).execute(args)
    // Another mutation may be the next one.
    if (!own) unsubscribe()
    return await Promise.race([answer, ended.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    unsubscribe()
  }
}

/** Whether a mutation of the scope runs, so that the others of it are paused. */
const isBehind = (scope: Mutation['options']['scope'], all: readonly Mutation[]): boolean =>
  scope !== undefined &&
  all.some(
    ({ options, state }) =>
      options.scope?.id === scope.id && state.status === 'pending' && !state.isPaused,
  )

/**
 * Replaces the data of one query, by its whole key. Does nothing if the query has no data. `update`
 * must not mutate its input.
 */
export type ChangeQuery = <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(
  queryKey: Key,
  update: (data: Data) => Data,
) => void

/** The changes of a cache, which can be restored. */
interface ChangedQueries {
  readonly queryKeys: readonly QueryKey[]
  /** Restores the data that has not changed since. */
  restore(): void
}

/** Changes queries, after cancelling their fetches: these would bring older data. */
async function changeQueries(
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
    restore: () => {
      for (const { queryKey, before, after } of made.reverse()) {
        if (client.getQueryData(queryKey) === after) client.setQueryData(queryKey, before)
      }
    },
  }
}
