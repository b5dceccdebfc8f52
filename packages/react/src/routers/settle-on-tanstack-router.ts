import type { Until } from '../settle/until.ts'

/** What this needs of a TanStack Router: what `createRouter` returns. */
export interface TanStackRouterLike {
  readonly state: { readonly status: string; readonly isLoading: boolean }
  subscribe(event: 'onLoad' | 'onResolved' | 'onRendered', listener: () => void): () => void
}

/**
 * For the `until` of `AgentProvider`: after tools the agent waits for the navigation that a TanStack
 * Router has under way, its loaders and lazy routes.
 */
export const settleOnTanStackRouter = (router: TanStackRouterLike): Until => ({
  isPending: () => router.state.status !== 'idle' || router.state.isLoading,
  subscribe(listener) {
    // The event comes out of the midst of the change that it announces.
    const listenSoon = (): void => queueMicrotask(listener)
    const events = ['onLoad', 'onResolved', 'onRendered'] as const
    const stops = events.map((event) => router.subscribe(event, listenSoon))
    return () => stops.forEach((stop) => stop())
  },
})
