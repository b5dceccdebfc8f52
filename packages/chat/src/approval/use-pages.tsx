import { type ReactElement, useState } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'

/** The number of rows that a card shows at once. More of them would hold up the page. */
const PAGE_ROWS = 200

/**
 * Returns the rows of the pages that are open, and the button for the next page. The card counts as
 * folded until the last page is open.
 */
export function usePages<T>(
  rows: readonly T[],
  strings: ApprovalStrings,
): { readonly shown: readonly T[]; readonly more: ReactElement | null } {
  const [pages, setPages] = useState(1)
  const left = rows.length - pages * PAGE_ROWS
  const more =
    left > 0 ? (
      <p className="ambit-fold">
        {strings.rowsLeft(left)}{' '}
        <button
          type="button"
          className="ambit-button"
          data-folded=""
          onClick={() => setPages(pages + 1)}
        >
          {strings.showMore(Math.min(left, PAGE_ROWS))}
        </button>
      </p>
    ) : null
  return { shown: left > 0 ? rows.slice(0, pages * PAGE_ROWS) : rows, more }
}
