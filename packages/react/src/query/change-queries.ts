import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

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
