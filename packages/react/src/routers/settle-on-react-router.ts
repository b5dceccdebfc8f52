import type { Until } from '../settle/until.ts'

/** What this needs of a React Router data router: what `createBrowserRouter` and its like return. */
export interface ReactRouterLike {
  readonly state: { readonly navigation: { readonly state: string } }
  subscribe(listener: () => void): () => void
}

/**
 * For the `until` of `AgentProvider`: after tools the agent waits for the navigation that a React
 * Router data router (6.4 or newer) has under way, its loaders and lazy routes. `<BrowserRouter>`
 * navigates in React, which is waited for without this.
 */
export const settleOnReactRouter = (router: ReactRouterLike): Until => ({
  isPending: () => router.state.navigation.state !== 'idle',
  subscribe: (listener) => router.subscribe(() => listener()),
})
