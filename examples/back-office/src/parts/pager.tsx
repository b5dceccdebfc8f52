import type { ReactElement } from 'react'

export function Pager(props: {
  page: number
  pages: number
  onPage: (page: number) => void
}): ReactElement | null {
  const { page, pages, onPage } = props
  if (pages <= 1) return null
  return (
    <nav className="pager" aria-label="Pages">
      <button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  )
}
