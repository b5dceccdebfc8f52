import { memo } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ambit, ambitInline } from './ambit.tsx'
import { assistantUi } from './assistant-ui.tsx'
import { bare, bareInline } from './bare.tsx'
import { type Registering, rendered } from './registering.ts'

const contestants = { ambit, ambitInline, bare, bareInline, assistantUi }

export type RegisteringKind = keyof typeof contestants

const mounted = new Map<RegisteringKind, (count: number) => void>()

/** Mounts the parent of the rows. */
export function prepareRows(kind: RegisteringKind): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const { Around, Row } = contestants[kind]
  const Memoised = memo(Row)
  mounted.set(kind, (count) =>
    flushSync(() => root.render(toRows({ Around, Row: Memoised }, count))),
  )
  showRows(kind, 0)
}

/** Commits `count` rows, and returns the number of renders of rows that this took. */
export function showRows(kind: RegisteringKind, count: number): number {
  rendered.count = 0
  mounted.get(kind)?.(count)
  return rendered.count
}

const toRows = ({ Around, Row }: Registering, count: number) => (
  <Around>
    {Array.from({ length: count }, (_, at) => (
      <Row key={at} at={at} />
    ))}
  </Around>
)
