import { Tool, type ToolOptions } from '@ambit/core'
import { isOn } from './enabled.ts'
import type { ToolRenderer } from './tool-render-props.ts'

/** The options of any tool, with arguments of any type. */
export interface AnyToolOptions extends Omit<ToolOptions<never, unknown>, 'handler'> {
  readonly handler?: ToolOptions<never, unknown>['handler'] | undefined
  readonly render?: ToolRenderer | undefined
  readonly instance?: InstanceOption | undefined
}

/** The options that are functions of the latest committed render. */
const closures = [
  'handler',
  'toModelOutput',
  'preview',
  'binds',
  'requiresApproval',
  'remember',
  'reconcile',
] as const

/** Creates a tool whose functions are those of the latest committed render. */
export function toTool(committed: { readonly current: AnyToolOptions }): Tool {
  return new Tool<never, unknown>(toToolOptions(committed))
}

/** Returns the options of a tool whose functions are those of the latest committed render. */
export function toToolOptions(committed: {
  readonly current: AnyToolOptions
}): ToolOptions<never, unknown> {
  const {
    scope: _scope,
    render: _render,
    instance: _instance,
    ...given
  } = committed.current as AnyToolOptions & { readonly scope?: unknown }
  const options: { [key: string]: unknown } = {
    ...given,
    enabled: () => isOn(committed.current.enabled),
  }
  if (!given.handler && committed.current.render) {
    options['handler'] = acknowledge
    // Such a tool only shows something: it changes nothing.
    options['effect'] ??= 'read'
  }
  for (const key of closures) {
    const first = given[key] as Closure | undefined
    if (typeof first !== 'function') continue
    const latest: Closure = (...args) => ((committed.current[key] ?? first) as Closure)(...args)
    // A sandbox runs the source text of the component's function.
    if (given.sandbox) latest.toString = () => String(committed.current[key])
    options[key] = latest
  }
  return options as unknown as ToolOptions<never, unknown>
}

type Closure = (...args: never[]) => unknown

/** Answers for a tool without a handler: its component is on the page. */
const acknowledge = (): { ok: true } => ({ ok: true })

/** The options that are read from the latest commit. A change of them registers nothing. */
const latest: ReadonlySet<string> = new Set(['enabled', 'scope', 'render', 'instance'])

/**
 * Whether the options of two renders make the same tool. Compares by identity, but plain objects
 * (`retry`, `cache`, `charges`, `sandbox`, `visible`) by their content.
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

/**
 * The instance of a component that is mounted many times: an id that is unique among them. Its
 * label is for people and for the model.
 */
export type InstanceOption =
  | string
  | number
  | { readonly id: string | number; readonly label?: string | undefined }

/** Returns the id as the model names it; undefined without an instance. */
export function instanceIdOf(given: InstanceOption | undefined): string | undefined {
  // `row && { … }` gives null or false while there is no row.
  const instance = given as InstanceOption | null | false | undefined
  if (instance === undefined || instance === null || instance === false) return undefined
  return String(typeof instance === 'object' ? instance.id : instance)
}
