import type { Until } from '../settle/until.ts'

/** The part of a TanStack Query client that `queries` uses. */
export interface QueryClientLike<Filters> {
  isFetching(filters?: Filters): number
  getQueryCache(): { subscribe(listener: () => void): () => void }
}

/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the queries that a
 * TanStack Query client is fetching. Name the queries that pages need in `filters`. Without
 * filters, the agent also waits for queries that poll or are fetched again in the background.
 */
export const queries = <Filters>(client: QueryClientLike<Filters>, filters?: Filters): Until => ({
  isPending: () => client.isFetching(filters) > 0,
  subscribe: (listener) => client.getQueryCache().subscribe(() => listener()),
})
