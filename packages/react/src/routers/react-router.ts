import type { Until } from '../settle/until.ts'

/** The part of a React Router data router that `reactRouter` uses. */
export interface ReactRouterLike {
  readonly state: { readonly navigation: { readonly state: string } }
  subscribe(listener: () => void): () => void
}

/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the navigation of the
 * router, with its loaders and lazy routes. The router is a React Router data router, 6.4 or newer:
 * the result of `createBrowserRouter` or a similar function. `<BrowserRouter>` needs no `until`,
 * because it navigates in React.
 */
export const reactRouter = (router: ReactRouterLike): Until => ({
  isPending: () => router.state.navigation.state !== 'idle',
  subscribe: (listener) => router.subscribe(() => listener()),
})
