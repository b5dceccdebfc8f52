import { ScopeProvider } from '@ambit/react'
import type { ReactElement, ReactNode } from 'react'

/**
 * A page's heading, what can be done with the page, and the page. To the agent it is the scope `scope`, which knows the `context`,
 * holds the tools of all that stands on the page, and lights up while they run.
 */
export function Page(props: {
  title: string
  scope: string
  context: () => unknown
  actions?: ReactNode
  children: ReactNode
}): ReactElement {
  const { title, scope, context, actions, children } = props
  return (
    <ScopeProvider name={scope} label={title} context={context}>
      <main className="page" data-ambit-scope={scope}>
        <header className="page-head">
          <h1>{title}</h1>
          {actions}
        </header>
        {children}
      </main>
    </ScopeProvider>
  )
}
