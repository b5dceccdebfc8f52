import {
  AgentError,
  type CallSubject,
  type CancelReason,
  DisabledToolError,
  type Tool,
  type ToolInstance,
  type ToolOptions,
} from '@ambit/core'
import { RenderedTool } from '../tool-options.ts'
import type { Instance } from './instance.ts'

type Validate = Tool['validate']
type JsonSchema = Tool['jsonSchema']
type Validated = Awaited<ReturnType<Validate>>

/** The number of instances from which the model is told only a part of them. */
export const maxInstances = 50

const instanceParameter = 'instance'

export interface Instances {
  byId(): ReadonlyMap<string, Instance>
  readonly bindsNow: Tool['binds']
  /** Creates a tool of one instance alone. Its options hold for the calls of that instance. */
  toOwn(instance: Instance): Tool
  /**
   * Calls the listener when the last instance of an id is removed. Returns a function that
   * unsubscribes.
   */
  onGone(id: string, listener: (reason: CancelReason) => void): () => void
}

/** One tool for many instances. The model chooses one of those that are on. */
export class InstanceTool extends RenderedTool {
  readonly #instances: Instances
  readonly #schema: JsonSchema

  /** Throws `AgentError` if the tool has a parameter `instance` of its own. */
  constructor(options: ToolOptions<never, unknown>, instances: Instances) {
    super(options)
    this.#instances = instances
    const { properties = {}, required = [], ...own } = super.jsonSchema
    if (Object.hasOwn(properties, instanceParameter)) {
      throw new AgentError(
        `Tool "${this.name}" has a parameter "${instanceParameter}", which its \`subject\` needs for itself. Rename the parameter.`,
      )
    }
    const description = `The \`id\` of one that <tool-instances tool="${this.name}"> lists at the end of the conversation.`
    this.#schema = {
      ...own,
      properties: { [instanceParameter]: { type: 'string', description }, ...properties },
      required: [instanceParameter, ...required],
    }
  }

  /** The schema with the parameter `instance`. It is the same whichever instances there are. */
  override get jsonSchema(): JsonSchema {
    return this.#schema
  }

  /** The examples, each with an instance: providers refuse one that does not fit the schema. */
  override get examples(): Tool['examples'] {
    return super.examples.map((example) => ({ [instanceParameter]: 'the-id', ...example }))
  }

  /** The instances in the order of mounting, without those that are off in secret. */
  override get instances(): ToolInstance[] {
    return [...this.#instances.byId().values()].flatMap((instance) => {
      const { id, label, isSelected, availability } = instance
      const { untrusted } = instance.options.result ?? {}
      const told = { id, label, untrusted, ...(isSelected && { selected: true }) }
      if (availability.enabled) return told
      return isHidden(instance) ? [] : { ...told, off: availability.reason || 'not available now' }
    })
  }

  override get bindsNow(): Tool['binds'] {
    return this.#instances.bindsNow
  }

  /** The same for all mounts: a call names its row by the id. */
  override get mount(): unknown {
    return instanceParameter
  }

  /** Returns the instance of a call, with the label that the user who approves sees. */
  override subjectOf(args: Readonly<Record<string, unknown>>): CallSubject | undefined {
    const instances = this.#instances
    const id = String(args[instanceParameter])
    const instance = instances.byId().get(id)
    if (!instance) return undefined
    const { label } = instance
    const { effect: given } = instance.options
    const effect = typeof given === 'function' ? 'by its arguments' : given
    return {
      label,
      parts: [instances, id, label, effect],
      get options() {
        return instances.toOwn(instance)
      },
      onGone: (listener) => instances.onGone(id, listener),
    }
  }

  /** The function that checks and parses arguments, also for an instance that was removed. */
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
      // A model may write the id `5` as a number, because it looks like one.
      const isId = typeof id === 'string' || typeof id === 'number'
      const instance = isId ? this.#instances.byId().get(String(id)) : undefined
      if (!instance || isHidden(instance)) {
        const on = this.instances.filter(({ off }) => off === undefined)
        const ids = on.slice(-maxInstances).map(({ id }) => JSON.stringify(id))
        if (on.length > maxInstances) ids.push('or another that is on the page')
        const message = `expected one of ${ids.join(', ')}`
        return { issues: [{ path: [instanceParameter], message }] }
      }
      requireOn(this.name, instance)
      return parse(value)
    }
  }
}

/** Throws `DisabledToolError` if the instance is off now. */
export function requireOn(tool: string, { id, availability }: Instance): void {
  if (availability.enabled) return
  const detail = availability.reason || undefined
  const reason = `the instance "${id}" is off${detail === undefined ? '' : `: ${detail}`}`
  throw new DisabledToolError(tool, reason, 'off', detail)
}

/** Whether no model may learn of an instance now: it is off, and secret. */
const isHidden = ({ options, availability }: Instance): boolean =>
  options.visible?.off === 'secret' && !availability.enabled

/** The checked arguments of the component's own schema, by the arguments with the instance. */
const ownArguments = new WeakMap<object, { readonly value: unknown }>()

/** Adds the instance to checked arguments, for everything that sees them before the handler. */
function withInstance(checked: Validated, id: string): Validated {
  if (!('value' in checked)) return checked
  const args = { [instanceParameter]: id, ...Object(checked.value) } as object
  ownArguments.set(args, checked)
  return { value: args }
}

/** Splits arguments into the id of the instance and the arguments for the instance's handler. */
export function splitInstance(args: unknown): { readonly id: string; readonly own: unknown } {
  const { [instanceParameter]: id, ...own } = Object(args) as Record<string, unknown>
  const checked = ownArguments.get(Object(args) as object)
  return { id: String(id), own: checked ? checked.value : own }
}
