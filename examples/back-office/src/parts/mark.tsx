import type { ReactElement } from 'react'

/** Shows the mark of the shop. */
export function Mark(): ReactElement {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden>
      <rect width="16" height="16" rx="4" />
      <path d="M4 11V8m4 3V5m4 6V7" />
    </svg>
  )
}
