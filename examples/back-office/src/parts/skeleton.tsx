import type { ReactElement } from 'react'

/** Shows bars in the place of lines that are still loading. */
export function Skeleton({ lines, label }: { lines: number; label: string }): ReactElement {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}
