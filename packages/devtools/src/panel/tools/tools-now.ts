import type { Agent, AnyTool, Availability, Scope } from '@ambit/core'
import { useCallback, useEffect, useState } from 'react'
import { findUnreached } from './find-unreached.ts'

/** A scope, or a tool of it, as it is now. */
export interface NowRow {
  /** The row's own key. */
  readonly key: string
  readonly scope: Scope
  /** Absent in the row of the scope itself. */
  readonly tool?: AnyTool | undefined
  readonly availability: Availability
}

/** The scopes and tools of an agent at one time. */
export interface ToolsNow {
  readonly rows: readonly NowRow[]
  readonly leftOut: Agent['scopes']['leftOut']
  /** The controls of the page that no tool reaches. */
  readonly unreached: readonly HTMLElement[]
  /** The time of the reading, in milliseconds since the Unix epoch. */
  readonly readAt: number
}

/** Returns the key of the row of a tool. */
export const keyOfTool = (name: string): string => `tool ${name}`

/** Reads the registry: this asks each `enabled` of the app. */
function readTools(agent: Agent): ToolsNow {
  const { scopes } = agent
  const rows = scopes.scopes.flatMap((scope): NowRow[] => [
    { key: `scope ${scope.name}`, scope, availability: scopes.isOn(scope) },
    ...Array.from(scopes.toolsOf(scope), (registered) => ({
      key: keyOfTool(registered.tool.name),
      scope,
      tool: registered.tool,
      availability: scopes.isToolOn(registered),
    })),
  ])
  const unreached = findUnreached(agent)
  return { rows, leftOut: scopes.leftOut, unreached, readAt: Date.now() }
}

/** The shortest time between two readings. */
const everyMs = 250

/**
 * Returns the scopes and tools of now, and a function that reads them again. They are also read
 * again when the registry announces a change, and with each request.
 */
export function useToolsNow(agent: Agent): readonly [now: ToolsNow, readAgain: () => void] {
  const [now, setNow] = useState<ToolsNow>(nothing)
  const readNow = useCallback(() => setNow(readTools(agent)), [agent])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (): void => {
      timer = undefined
      readNow()
    }
    const later = (): void => void (timer ??= setTimeout(read, everyMs))
    read()
    const stops = [agent.scopes.subscribe(later), agent.on('agent:request_started', later)]
    return () => {
      clearTimeout(timer)
      stops.forEach((stop) => stop())
    }
  }, [agent, readNow])
  return [now, readNow]
}

const nothing: ToolsNow = { rows: [], leftOut: [], unreached: [], readAt: 0 }
