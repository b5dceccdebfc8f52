import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'

/** A change by hand: a mutation after which what it makes out of date is fetched again. */
export function useChange<Args, Data>(
  mutationFn: (args: Args) => Promise<Data>,
  invalidates: readonly QueryKey[],
): UseMutationResult<Data, Error, Args> {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
