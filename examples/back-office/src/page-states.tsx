import { PageBusy } from 'ambit/react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { ApiFailureError } from './api/api-failure-error.ts'
import { Failure } from './parts/failure.tsx'
import { Skeleton } from './parts/skeleton.tsx'

/** Shows that a page is loading, and lets the agent wait for the page. */
export function PagePending(): ReactElement {
  return (
    <main className="page">
      <div className="panel">
        <Skeleton label="Loading the page" lines={8} />
      </div>
      <PageBusy />
    </main>
  )
}

export function PageFailure({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const retry = (): void => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  const { code, message } = ApiFailureError.of(error)
  if (code === 'not_found') {
    const [, list = ''] = router.state.location.pathname.split('/')
    return (
      <Missing title={message} to={`/${list}`}>
        To all {list}
      </Missing>
    )
  }
  return (
    <main className="page">
      <Failure error={error} onRetry={retry} />
    </main>
  )
}

export function NotFound(): ReactElement {
  return (
    <Missing title="There is no such page" to="/">
      To the dashboard
    </Missing>
  )
}

/** Says that nothing is at an address, with a link to where the user can go on. */
function Missing(props: { title: string; to: string; children: ReactNode }): ReactElement {
  const { title, to, children } = props
  return (
    <main className="page">
      <h1>{title}</h1>
      <p>
        <Link to={to}>{children}</Link>
      </p>
    </main>
  )
}
