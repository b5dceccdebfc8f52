import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react'

/** The value of the latest render that was committed: one that React threw away is never seen. */
export function useCommitted<T>(value: T): { readonly current: T } {
  const ref = useRef(value)
  useInsertionEffect(() => {
    ref.current = value
  })
  return ref
}

/** A layout effect; on a server, where neither runs, the one React 18 does not warn of. */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? useEffect : useLayoutEffect
