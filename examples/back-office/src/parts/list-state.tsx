import type { ReactElement, ReactNode } from 'react'
import { ApiFailureError } from '../api/api-failure-error.ts'
import { Failure } from './failure.tsx'
import { Skeleton } from './skeleton.tsx'

/** The parts of a query that say if its list is there. */
interface ListQuery {
  data: unknown
  error: Error | null
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

/**
 * Shows a list. Until it is there, shows that it is loading, that the user is offline, or why it
 * failed: nothing that looks like an empty list.
 */
export function ListState(props: {
  label: string
  query: ListQuery
  children: ReactNode
}): ReactElement {
  const { label, query, children } = props
  const retry = (): void => void query.refetch()
  if (query.error) return <Failure error={query.error} onRetry={retry} />
  if (query.data !== undefined) return <>{children}</>
  if (query.fetchStatus === 'paused') return <Failure error={offline} onRetry={retry} />
  return (
    <div className="table-box">
      <Skeleton label={`Loading ${label}`} lines={12} />
    </div>
  )
}

const offline = new ApiFailureError({
  code: 'unreachable',
  message: 'There is no connection to the internet. The list comes when you are back.',
})
