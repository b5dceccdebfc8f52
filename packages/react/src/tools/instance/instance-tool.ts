import {
  AgentError,
  type CallSubject,
  DisabledToolError,
  Tool,
  type ToolOptions,
} from '@ambit/core'
import type { InstanceMember } from './instance.ts'

type Validate = Tool['validate']
type JsonSchema = Tool['jsonSchema']

/** One tool in place of many: the model chooses among the instances that are on the page and on. */
export class InstanceTool extends Tool {
  readonly #live: () => ReadonlyMap<string, InstanceMember>
  #described: { readonly text: string; readonly schema: JsonSchema } | undefined

  /** Throws `AgentError` where the tool has a parameter of the name that is needed here. */
  constructor(
    options: ToolOptions<never, unknown>,
    live: () => ReadonlyMap<string, InstanceMember>,
  ) {
    super(options)
    this.#live = live
    if (!Object.hasOwn(super.jsonSchema.properties ?? {}, instanceParameter)) return
    throw new AgentError(
      `Tool "${this.name}" has a parameter "${instanceParameter}", which \`instance\` needs for itself. Rename the parameter.`,
    )
  }

  /** With the choice among the instances; the same object while that is the same. */
  override get jsonSchema(): JsonSchema {
    const choice = describeInstances(this.#live())
    const text = JSON.stringify(choice)
    if (this.#described?.text !== text) {
      const own = super.jsonSchema
      const properties = { [instanceParameter]: choice, ...own.properties }
      const required = [instanceParameter, ...(own.required ?? [])]
      this.#described = { text, schema: { ...own, properties, required } }
    }
    return this.#described.schema
  }

  /** Which instances there are makes no other tool of it. */
  override get lastingSchema(): JsonSchema {
    return super.jsonSchema
  }

  /** The instance, and how the person who approves knows it. */
  override subjectOf(args: Readonly<Record<string, unknown>>): CallSubject | undefined {
    const member = this.#live().get(String(args[instanceParameter]))
    return member && { parts: [member, member.label], onGone: member.onGone }
  }

  /** Checks and parses arguments, whether or not their instance is still there. */
  get parse(): Validate {
    const validate = super.validate
    return (value) => {
      const { [instanceParameter]: id, ...rest } = Object(value) as Record<string, unknown>
      const checked = validate(rest)
      return checked instanceof Promise
        ? checked.then((result) => withInstance(result, String(id)))
        : withInstance(checked, String(id))
    }
  }

  override get validate(): Validate {
    const { parse } = this
    return (value) => {
      const { [instanceParameter]: id } = Object(value) as Record<string, unknown>
      const member = typeof id === 'string' ? this.#live().get(id) : undefined
      if (!member) {
        const { enum: ids } = describeInstances(this.#live())
        const message = `expected one of ${ids.map((one) => JSON.stringify(one)).join(', ')}`
        return { issues: [{ path: [instanceParameter], message }] }
      }
      requireOn(this.name, member)
      return parse(value)
    }
  }
}

/** Throws `DisabledToolError` where the instance is off now. */
export function requireOn(tool: string, { id, availability }: InstanceMember): void {
  if (availability.enabled) return
  const reason = availability.reason ? `: ${availability.reason}` : ''
  throw new DisabledToolError(tool, `the instance "${id}" is off${reason}`)
}

/** How many instances the model is told of. */
export const mostInstances = 50

/** The parameter as the model sees it: those that are on, and why others are not. */
function describeInstances(live: ReadonlyMap<string, InstanceMember>): {
  type: 'string'
  enum: string[]
  description: string
} {
  const on: InstanceMember[] = []
  const off: string[] = []
  for (const member of live.values()) {
    const { availability } = member
    if (availability.enabled) on.push(member)
    else if (off.length < mostInstances)
      off.push(`${nameOf(member)}: ${availability.reason ?? 'off'}`)
    if (on.length === mostInstances) break
  }
  const labels = on.some(({ label }) => label) ? `: ${on.map(nameOf).join(', ')}` : ''
  const missing = off.length > 0 ? ` Not available now: ${off.join('; ')}.` : ''
  return {
    type: 'string',
    enum: on.map(({ id }) => id),
    description: `Which one${labels}.${missing}`,
  }
}

const nameOf = ({ id, label }: InstanceMember): string =>
  label ? `${JSON.stringify(id)} (${label})` : JSON.stringify(id)

/** The parameter by which the model says which instance it means. */
export const instanceParameter = 'instance'

/** What the component's own schema made of arguments. */
const parsed = new WeakMap<object, { readonly value: unknown }>()

type Validated = Awaited<ReturnType<Tool['validate']>>

/** The checked arguments, with the instance among them again for everything that stands before the handler. */
export function withInstance(checked: Validated, id: string): Validated {
  if (!('value' in checked)) return checked
  const args = { [instanceParameter]: id, ...Object(checked.value) } as object
  parsed.set(args, checked)
  return { value: args }
}

/** Takes arguments apart: which instance, and what its handler gets. */
export function splitInstance(args: unknown): { readonly id: string; readonly own: unknown } {
  const { [instanceParameter]: id, ...own } = Object(args) as Record<string, unknown>
  const checked = parsed.get(Object(args) as object)
  return { id: String(id), own: checked ? checked.value : own }
}
