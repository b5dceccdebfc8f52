import { useInsertionEffect, useRef } from 'react'

/** The value of the latest render that was committed: one that React threw away is never seen. */
export function useCommitted<T>(value: T): { readonly current: T } {
  const ref = useRef(value)
  useInsertionEffect(() => {
    ref.current = value
  })
  return ref
}
