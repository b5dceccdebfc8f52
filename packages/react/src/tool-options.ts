import { Tool, type ToolOptions } from '@ambit/core'
import { isOn } from './is-on.ts'

/** The options of any tool, whatever its arguments. */
export type AnyToolOptions = ToolOptions<never, unknown>

/** A tool whose closures are those of the latest committed render. */
export function toTool(committed: { readonly current: AnyToolOptions }): Tool {
  const { toModelOutput, ...options } = committed.current
  return new Tool<never, unknown>({
    ...options,
    handler: (args, ctx) => committed.current.handler(args, ctx),
    enabled: () => isOn(committed.current.enabled),
    ...(toModelOutput && {
      toModelOutput: (result) => (committed.current.toModelOutput ?? toModelOutput)(result),
    }),
  })
}

// What is read from the latest commit is never a reason to register anew.
const latest: ReadonlySet<string> = new Set(['handler', 'enabled', 'scope'])

/**
 * Whether two renders' options make the same tool: by identity, and `retry`, `cache` and `charges`
 * by what they hold.
 */
export function isSameTool(a: AnyToolOptions, b: AnyToolOptions): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof AnyToolOptions>
  for (const key of keys) {
    if (latest.has(key) || Object.is(a[key], b[key])) continue
    if (key === 'toModelOutput' && a[key] && b[key]) continue
    if (key === 'parameters' || !isSameRecord(a[key], b[key])) return false
  }
  return true
}

function isSameRecord(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && Object.is(a[key], b[key]))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
