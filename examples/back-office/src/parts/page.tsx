import type { ReactElement, ReactNode } from 'react'

/** A page's heading, what can be done with the page, and the page. `scope` is whose tools light it up. */
export function Page(props: {
  title: string
  scope: string
  actions?: ReactNode
  children: ReactNode
}): ReactElement {
  const { title, scope, actions, children } = props
  return (
    <main className="page" data-ambit-scope={scope}>
      <header className="page-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </main>
  )
}
