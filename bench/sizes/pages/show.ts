import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders a page. */
export function show(page: ReactNode): void {
  createRoot(document.getElementById('root') ?? document.body).render(page)
}
