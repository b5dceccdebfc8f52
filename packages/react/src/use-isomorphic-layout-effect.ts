import { useEffect, useLayoutEffect } from 'react'

/** A layout effect; on a server, where neither runs, the one React 18 does not warn of. */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? useEffect : useLayoutEffect
