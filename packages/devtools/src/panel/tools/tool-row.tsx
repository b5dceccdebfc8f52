import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { toShownStart } from '../redact-shown.ts'
import type { NowRow } from './tools-now.ts'

interface ToolRowProps {
  readonly row: NowRow
  readonly agent: Agent
  readonly isPinned: boolean
  readonly onPoint: (row: NowRow | undefined) => void
}

/** Renders one line of the tree: a scope, or a tool of it. */
export function ToolRow({ row, agent, isPinned, onPoint }: ToolRowProps): ReactElement {
  const { scope, tool, availability } = row
  const why = reasonOf(row)
  return (
    <span
      className={tool ? 'fill tool-row' : 'fill tool-row scope-row'}
      onPointerEnter={() => onPoint(row)}
      onPointerLeave={() => onPoint(undefined)}
    >
      <span className={availability.enabled ? 'on' : 'off'}>
        {availability.enabled ? 'on' : 'off'}
      </span>{' '}
      {tool ? toShownStart(tool.name, agent) : <strong>{toShownStart(scope.label, agent)}</strong>}
      {!tool && <span className="muted"> (scope)</span>}
      {isPinned && <span className="warn"> pinned</span>}
      {why && <span className="muted">: {toShownStart(why, agent)}</span>}
    </span>
  )
}

/** Returns why a row is off, in words. Empty if it is on. */
export function reasonOf({ availability, tool }: NowRow): string {
  if (availability.enabled) return ''
  if ('thrown' in availability) return 'its condition threw an error'
  return availability.reason ?? (tool ? 'not available now' : 'it gave no reason')
}
