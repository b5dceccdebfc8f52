import type { InferDataFromTag, Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** The state of a query, as the model gets it. */
export type QueryContext<Seen> =
  /** The page has not asked for the query yet. */
  | { readonly status: 'missing' }
  /** The query is being fetched for the first time. */
  | { readonly status: 'loading' }
  /** The last fetch failed. `data` is from an earlier one. */
  | { readonly status: 'error'; readonly error: string; readonly data?: Seen }
  /**
   * The query was invalidated, or is older than the `staleTime` of the page. `updatedAt` is an ISO
   * 8601 time.
   */
  | {
      readonly status: 'stale'
      readonly data: Seen
      readonly updatedAt: string
      readonly isFetching: boolean
    }
  | { readonly status: 'fresh'; readonly data: Seen }

/**
 * Creates a `context` for `useScope` or `new Scope` that shows the model one query of a TanStack
 * Query cache. The model gets the data, or the part that `select` returns, and its state: loading,
 * failed, stale or fresh. Each request reads it again. Nothing is fetched: a query that the page
 * did not ask for is `missing`.
 */
export const queryContext =
  <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>, Seen = Data>(
    client: QueryClient,
    queryKey: Key,
    select?: (data: Data) => Seen,
  ): (() => QueryContext<Seen>) =>
  () => {
    const query = client.getQueryCache().find<Data>({ queryKey, exact: true })
    if (!query) return { status: 'missing' }
    const { data, error, status, fetchStatus, dataUpdatedAt } = query.state
    const seen =
      data === undefined ? {} : { data: select ? select(data) : (data as unknown as Seen) }
    if (status === 'error') return { status, error: messageOf(error), ...seen }
    if (seen.data === undefined) return { status: fetchStatus === 'idle' ? 'missing' : 'loading' }
    if (!isOld(query)) return { status: 'fresh', data: seen.data }
    return {
      status: 'stale',
      data: seen.data,
      updatedAt: new Date(dataUpdatedAt).toISOString(),
      isFetching: fetchStatus === 'fetching',
    }
  }

/**
 * Whether the data is out of date. Without a `staleTime` of the page, TanStack Query calls all
 * data stale at once. That only means that it may be fetched again, so it does not count here.
 */
const isOld = <Data>(query: Query<Data>): boolean =>
  query.state.isInvalidated ||
  query.observers.some(({ options: { staleTime } }) => {
    const allowed = typeof staleTime === 'function' ? staleTime(query) : staleTime
    return Boolean(allowed) && query.isStaleByTime(allowed)
  })

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
