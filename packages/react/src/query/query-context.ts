import type { InferDataFromTag, Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** What the model is told of a query. */
export type QueryContext<Seen> =
  /** Nothing asked for it yet. */
  | { readonly status: 'missing' }
  /** It is being fetched for the first time. */
  | { readonly status: 'loading' }
  /** The last fetch failed. `data` is of an earlier one. */
  | { readonly status: 'error'; readonly error: string; readonly data?: Seen }
  /** It was invalidated, or is older than the `staleTime` the page gave it. `updatedAt` is an ISO 8601 time. */
  | {
      readonly status: 'stale'
      readonly data: Seen
      readonly updatedAt: string
      readonly isFetching: boolean
    }
  | { readonly status: 'fresh'; readonly data: Seen }

/**
 * A `context` for `useScope` or `new Scope` that shows the model one query of a TanStack Query cache, read again for every request: what
 * `select` makes of its data, and whether that is loading, failed or stale. It fetches nothing: what the page does not ask for is `missing`.
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
 * TanStack Query calls all data stale at once where the page gave no `staleTime`, which says when to fetch again and not that anything is
 * out of date: that counts only where the page gave one.
 */
const isOld = <Data>(query: Query<Data>): boolean =>
  query.state.isInvalidated ||
  query.observers.some(({ options: { staleTime } }) => {
    const allowed = typeof staleTime === 'function' ? staleTime(query) : staleTime
    return Boolean(allowed) && query.isStaleByTime(allowed)
  })

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
