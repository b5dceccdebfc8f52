import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { say } from '../parts/said.tsx'

/** The queries that each kind of change makes out of date. */
export const touched = {
  orders: [['orders'], ['sales']],
  refunds: [['refunds'], ['orders'], ['sales']],
  customers: [['customers'], ['orders']],
  stock: [['products'], ['sales']],
} satisfies Record<string, readonly QueryKey[]>

/**
 * Returns a mutation for a change by hand. After the change, the queries in `invalidates` are
 * fetched again, and a screen reader says `done`.
 */
export function useChange<Args, Data>(
  mutationFn: (args: Args) => Promise<Data>,
  invalidates: readonly QueryKey[],
  done?: (args: Args) => string,
): UseMutationResult<Data, Error, Args> {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (_, args) => {
      if (done) say(done(args))
      return Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
