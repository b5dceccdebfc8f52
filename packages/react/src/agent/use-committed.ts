import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react'

/** Returns a ref to the value of the latest committed render. It never holds an abandoned one. */
export function useCommitted<T>(value: T): { readonly current: T } {
  const ref = useRef(value)
  useInsertionEffect(() => {
    ref.current = value
  })
  return ref
}

/**
 * The layout effect. On a server, where no effect runs, it is `useEffect`: React 18 warns about the
 * other.
 */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? useEffect : useLayoutEffect
