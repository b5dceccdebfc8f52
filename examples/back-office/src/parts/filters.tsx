import type { ReactElement, ReactNode } from 'react'

/** The id of the filters of a list: a page has one. */
export const filtersId = 'filters'

/** Shows the filters of a list. */
export function Filters({ children }: { children: ReactNode }): ReactElement {
  return (
    <search id={filtersId} className="row filters">
      {children}
    </search>
  )
}
