import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Assistant } from './assistant'

export const metadata: Metadata = { title: 'Shopping list', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Assistant>{children}</Assistant>
      </body>
    </html>
  )
}
