import { type ReactElement, useEffect, useState } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'

/** The number of rows of a page. */
const PAGE_ROWS = 200
/** The number of rows that are added in one frame. More of them would hold up the page. */
const FRAME_ROWS = 25

/**
 * Returns the rows of the pages that are open, frame by frame, and the button for the next page.
 * The card counts as folded until the last row is shown.
 */
export function usePages<T>(
  rows: readonly T[],
  strings: ApprovalStrings,
): { readonly shown: readonly T[]; readonly more: ReactElement | null } {
  const [open, setOpen] = useState(PAGE_ROWS)
  const [count, setCount] = useState(FRAME_ROWS)
  const isGrowing = count < Math.min(open, rows.length)
  useEffect(() => {
    if (!isGrowing) return undefined
    const frame = requestAnimationFrame(() => setCount(count + FRAME_ROWS))
    return () => cancelAnimationFrame(frame)
  }, [isGrowing, count])
  const left = rows.length - count
  const more =
    left > 0 ? (
      <p className="ambit-fold">
        {strings.rowsLeft(left)}{' '}
        {isGrowing ? (
          <span data-folded="" />
        ) : (
          <button
            type="button"
            className="ambit-button"
            data-folded=""
            onClick={() => setOpen(open + PAGE_ROWS)}
          >
            {strings.showMore(Math.min(left, PAGE_ROWS))}
          </button>
        )}
      </p>
    ) : null
  return { shown: left > 0 ? rows.slice(0, count) : rows, more }
}
