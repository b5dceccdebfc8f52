import { AgentScope } from 'ambit/react'
import { type ReactElement, type ReactNode, useEffect } from 'react'

/**
 * Shows the heading of a page, its actions and its content. For the agent, the page is the scope
 * `scope`, with the `context` and with the tools of everything on the page.
 */
export function Page(props: {
  title: string
  scope: string
  context: () => unknown
  actions?: ReactNode
  children: ReactNode
}): ReactElement {
  const { title, scope, context, actions, children } = props
  useEffect(() => {
    document.title = `${title} · Roast & Co.`
  }, [title])
  return (
    <AgentScope name={scope} label={title} context={context}>
      <main className="page">
        <header className="page-head">
          <h1>{title}</h1>
          {actions}
        </header>
        {children}
      </main>
    </AgentScope>
  )
}
