import { PageBusy } from 'ambit/react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
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
  return (
    <main className="page">
      <Failure error={error} onRetry={retry} />
    </main>
  )
}

export function NotFound(): ReactElement {
  return (
    <main className="page">
      <h1>There is no such page</h1>
      <p>
        <Link to="/">To the dashboard</Link>
      </p>
    </main>
  )
}
