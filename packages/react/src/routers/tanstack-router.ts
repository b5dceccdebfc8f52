import type { Until } from '../settle/until.ts'

/** The part of a TanStack Router that `tanstackRouter` uses: `createRouter` returns it. */
export interface TanStackRouterLike {
  readonly state: { readonly status: string; readonly isLoading: boolean }
  subscribe(event: 'onLoad' | 'onResolved' | 'onRendered', listener: () => void): () => void
}

/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the navigation of a
 * TanStack Router, with its loaders and lazy routes.
 */
export const tanstackRouter = (router: TanStackRouterLike): Until => ({
  isPending: () => router.state.status !== 'idle' || router.state.isLoading,
  subscribe(listener) {
    // The router emits the event while the change that it announces is still in progress.
    const listenSoon = (): void => queueMicrotask(listener)
    const events = ['onLoad', 'onResolved', 'onRendered'] as const
    const stops = events.map((event) => router.subscribe(event, listenSoon))
    return () => stops.forEach((stop) => stop())
  },
})
