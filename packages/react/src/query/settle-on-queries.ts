import type { Until } from '../settle/until.ts'

/** What this needs of a TanStack Query client. */
export interface QueryClientLike<Filters> {
  isFetching(filters?: Filters): number
  getQueryCache(): { subscribe(listener: () => void): () => void }
}

/**
 * For the `until` of `AgentProvider`: after tools the agent waits for the queries that a TanStack
 * Query client is fetching. Name those that pages cannot do without in `filters`: with all of them,
 * a query that polls or is fetched again in the background is waited for as well.
 */
export const settleOnQueries = <Filters>(
  client: QueryClientLike<Filters>,
  filters?: Filters,
): Until => ({
  isPending: () => client.isFetching(filters) > 0,
  subscribe: (listener) => client.getQueryCache().subscribe(() => listener()),
})
