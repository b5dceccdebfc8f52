import type { ReactElement } from 'react'
import { ApiFailureError } from '../api/api-failure-error.ts'

/** Shows why there is nothing to see, and what to do about it, with a button to try again. */
export function Failure(props: { error: unknown; onRetry: () => void }): ReactElement {
  const { message, steps, code } = ApiFailureError.of(props.error)
  return (
    <div className="panel" role="alert">
      <h2>{code === 'unavailable' ? 'No database' : 'This did not work'}</h2>
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
