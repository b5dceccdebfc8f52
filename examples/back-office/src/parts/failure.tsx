import type { ReactElement } from 'react'
import { ApiFailureError } from '../api/api-failure-error.ts'
import { useOnline } from './use-online.ts'

/** Shows why there is nothing to see, and what to do about it, with a button to try again. */
export function Failure(props: { error: unknown; onRetry: () => void }): ReactElement {
  const { message, steps, code } = ApiFailureError.of(props.error)
  const isOnline = useOnline()
  const titles: Partial<Record<typeof code, string>> = {
    unavailable: 'No database',
    unreachable: isOnline ? 'No answer' : 'You are offline',
  }
  return (
    <div className="panel failure" role="alert">
      <h2>{titles[code] ?? 'This did not work'}</h2>
      <p>{message}</p>
      {steps.length > 0 && (
        <ul>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      <button className="primary" onClick={props.onRetry}>
        Try again
      </button>
    </div>
  )
}
