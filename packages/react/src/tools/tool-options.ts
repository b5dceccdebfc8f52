import { type Subject, Tool, type ToolOptions } from '@ambit/core'
import { isOn } from './enabled.ts'
import type { ToolRenderer } from './render-props.ts'

/** The options of any tool, with arguments of any type. */
export interface AnyToolOptions extends Omit<ToolOptions<never, unknown>, 'handler'> {
  readonly handler?: ToolOptions<never, unknown>['handler'] | undefined
  readonly render?: ToolRenderer | undefined
}

/**
 * Returns options in the words `parameters` and `handler`. A mixture of words stays as it is: the
 * tool refuses it.
 */
export function inOwnWords(options: AnyToolOptions): AnyToolOptions {
  const { inputSchema, execute, ...own } = options as unknown as Omit<AnyToolOptions, 'execute'> & {
    readonly inputSchema?: AnyToolOptions['parameters']
    readonly execute?: AnyToolOptions['handler']
  }
  if (inputSchema === undefined && execute === undefined) return options
  if (own.parameters !== undefined || own.handler !== undefined) return options
  return { ...own, parameters: inputSchema, handler: execute }
}

/** The rule of an `approval`, whose short form is its `when` alone. */
type Rule<Args> = Extract<NonNullable<ToolOptions<Args, unknown>['approval']>, { when?: unknown }>

/** Returns the approval of a tool as a rule. */
export const ruleOf = <Args>({
  approval,
}: {
  readonly approval?: ToolOptions<Args, unknown>['approval']
}): Rule<Args> =>
  typeof approval === 'object' && Object.getPrototypeOf(approval ?? []) === Object.prototype
    ? approval
    : { when: approval as Rule<Args>['when'] }

/** A tool of which a later render may bring a new schema object that says the same. */
export class RenderedTool extends Tool<never, unknown> {
  #check = super.validate
  readonly #latest: Tool['validate'] = (value) => this.#check(value)

  /** The check by the schema of the latest commit. */
  override get validate(): Tool['validate'] {
    return this.#latest
  }

  /**
   * Checks by the schema of another tool from now on, if both have the same JSON Schema. Returns
   * false, and changes nothing, if not.
   */
  takeSchemaOf(other: RenderedTool): boolean {
    const isSame = JSON.stringify(this.jsonSchema) === JSON.stringify(other.jsonSchema)
    if (isSame) this.#check = other.#check
    return isSame
  }
}

/** A tool whose functions are those of the latest committed render. */
class CommittedTool extends RenderedTool {
  readonly #committed: { readonly current: AnyToolOptions }

  constructor(committed: { readonly current: AnyToolOptions }) {
    super(toToolOptions(committed))
    this.#committed = committed
  }

  /** The function of the latest commit, which no later commit changes. */
  override get bindsNow(): Tool['binds'] {
    return ruleOf(this.#committed.current).binds
  }

  /** The component, from its first commit to its unmount, also while React hides it. */
  override get mount(): unknown {
    return this.#committed
  }
}

/** Creates a tool whose functions are those of the latest committed render. */
export function toTool(committed: { readonly current: AnyToolOptions }): RenderedTool {
  return new CommittedTool(committed)
}

/** Returns the options of a tool whose functions are those of the latest committed render. */
export function toToolOptions(committed: {
  readonly current: AnyToolOptions
}): ToolOptions<never, unknown> {
  const {
    scope: _scope,
    render: _render,
    ...given
  } = committed.current as AnyToolOptions & { readonly scope?: unknown }
  const options: { [key: string]: unknown } = {
    ...given,
    enabled: () => isOn(committed.current.enabled),
    subject: () => plainSubjectOf(committed.current.subject),
  }
  if (!given.handler && committed.current.render) {
    options['handler'] = acknowledge
    // Such a tool only shows something: it changes nothing.
    options['effect'] ??= 'read'
  }
  for (const name of ofLatest) {
    if (typeof given[name] === 'function') options[name] = latestOf(committed, (all) => all[name])
  }
  // A sandbox runs the source text of the component's function.
  if (given.handler && given.run?.sandbox)
    (options['handler'] as Closure).toString = () => String(committed.current.handler)
  for (const [group, ...names] of inGroups) {
    for (const name of given[group] === undefined ? [] : names) {
      const read = (all: AnyToolOptions): unknown => groupOf(all, group)[name]
      if (typeof read(given) === 'function')
        options[group] = {
          ...groupOf(options as object as AnyToolOptions, group),
          [name]: latestOf(committed, read),
        }
    }
  }
  return options as unknown as ToolOptions<never, unknown>
}

/**
 * Returns a function that calls one of the latest options. If there is none, it calls the first.
 */
function latestOf(
  committed: { readonly current: AnyToolOptions },
  read: (options: AnyToolOptions) => unknown,
): Closure {
  const first = read(committed.current) as Closure
  return (...args) => {
    const latest = read(committed.current)
    return (typeof latest === 'function' ? (latest as Closure) : first)(...args)
  }
}

type Closure = (...args: never[]) => unknown

/** Answers for a tool without a handler: its component is on the page. */
const acknowledge = (): { ok: true } => ({ ok: true })

/** The options that are read from the latest commit, and the schema, which is compared apart. */
const latest: ReadonlySet<string> = new Set(['enabled', 'scope', 'render', 'subject', 'parameters'])

/** The options whose functions are called by way of the latest commit. */
const ofLatest = ['handler', 'undo', 'title', 'edits', 'effect'] as const

/** The same, of groups. */
const inGroups = [
  ['approval', 'when', 'preview', 'binds', 'remember'],
  ['result', 'toModel'],
  ['resume', 'reconcile'],
] as const

const groupOf = (all: AnyToolOptions, group: (typeof inGroups)[number][0]): Named =>
  (group === 'approval' ? ruleOf(all) : Object(all[group])) as Named

type Named = Readonly<Record<string, unknown>>

/**
 * Whether the options of two renders make the same tool, apart from `parameters`. Compares by
 * identity, but plain objects, such as the groups, by their content. Functions of the groups are
 * read from the latest commit.
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
  if (key === 'approval') return isSameRecord(ruleOf(a), ruleOf(b))
  return (
    isSameValue(before, now) &&
    (typeof before !== 'function' || (ofLatest as readonly string[]).includes(key))
  )
}

/** Whether two values are the same, but for functions: those of the latest commit are called. */
const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'function' && typeof b === 'function') || isSameRecord(a, b)

function isSameRecord(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isSameValue(a[key], b[key]))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

type SubjectValue = Exclude<Subject, (...args: never[]) => unknown> | null | undefined

/** Returns the value of a subject now. Throws what its function throws. */
export const subjectValueOf = (subject: Subject | undefined): SubjectValue =>
  typeof subject === 'function' ? subject() : subject

/**
 * Returns the id by which a subject tells the mounts of one tool apart: that of `{ id, label }`.
 * Returns undefined for any other subject, and for one that throws.
 */
export function mountIdOf(subject: Subject | undefined): string | undefined {
  try {
    const { id } = Object(subjectValueOf(subject)) as { readonly id?: unknown }
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
  } catch {
    return undefined
  }
}

/** Returns a subject that tells no mounts apart; undefined for one that does. */
function plainSubjectOf(subject: Subject | undefined): SubjectValue {
  const value = subjectValueOf(subject)
  return mountIdOf(value ?? undefined) === undefined ? value : undefined
}
