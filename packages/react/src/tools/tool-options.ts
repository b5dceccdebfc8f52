import { Tool, type ToolOptions } from '@ambit/core'
import type { InstanceOption } from './instance/instance.ts'
import { isOn } from './is-on.ts'
import type { ToolRenderer } from './tool-renderer.ts'

/** The options of any tool, whatever its arguments. */
export interface AnyToolOptions extends Omit<ToolOptions<never, unknown>, 'handler'> {
  readonly handler?: ToolOptions<never, unknown>['handler'] | undefined
  readonly render?: ToolRenderer | undefined
  readonly instance?: InstanceOption | undefined
}

/** Functions that are always those of the latest committed render. */
const closures = ['handler', 'toModelOutput', 'preview', 'requiresApproval', 'reconcile'] as const

/** A tool whose closures are those of the latest committed render. */
export function toTool(committed: { readonly current: AnyToolOptions }): Tool {
  return new Tool<never, unknown>(toToolOptions(committed))
}

export function toToolOptions(committed: {
  readonly current: AnyToolOptions
}): ToolOptions<never, unknown> {
  const given = committed.current
  const options: { [key: string]: unknown } = {
    ...given,
    enabled: () => isOn(committed.current.enabled),
  }
  if (!given.handler && given.render) {
    options['handler'] = acknowledge
    // What is shown in place of being done changes nothing.
    options['effect'] ??= 'read'
  }
  for (const key of closures) {
    const first = given[key] as Closure | undefined
    if (typeof first !== 'function') continue
    const latest: Closure = (...args) => ((committed.current[key] ?? first) as Closure)(...args)
    // A sandbox runs the text of the component's own function.
    if (given.sandbox) latest.toString = () => String(committed.current[key])
    options[key] = latest
  }
  return options as unknown as ToolOptions<never, unknown>
}

type Closure = (...args: never[]) => unknown

/** What a tool without a handler answers: its component is there. */
const acknowledge = (): { ok: true } => ({ ok: true })

// What is read from the latest commit is never a reason to register anew.
const latest: ReadonlySet<string> = new Set(['enabled', 'scope', 'render', 'instance'])

/**
 * Whether two renders' options make the same tool: by identity, and `retry`, `cache`, `charges`
 * and `sandbox` by what they hold.
 */
export function isSameTool(a: AnyToolOptions, b: AnyToolOptions): boolean {
  if (a === b) return true
  // Runs for every tool at every render of the page, so it makes no lists.
  for (const key in a) if (!isSameOption(key as keyof AnyToolOptions, a, b)) return false
  for (const key in b) {
    if (!(key in a) && !isSameOption(key as keyof AnyToolOptions, a, b)) return false
  }
  return true
}

function isSameOption(key: keyof AnyToolOptions, a: AnyToolOptions, b: AnyToolOptions): boolean {
  const before = a[key]
  const now = b[key]
  if (Object.is(before, now) || latest.has(key)) return true
  if (typeof before === 'function' && typeof now === 'function') return isClosure(key)
  return key !== 'parameters' && isSameRecord(before, now)
}

const isClosure = (key: string): boolean => (closures as readonly string[]).includes(key)

function isSameRecord(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && (Object.is(a[key], b[key]) || isSameRecord(a[key], b[key])))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
