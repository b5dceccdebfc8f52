import { type Agent, type Availability, type ToolContext, unavailable } from '@ambit/core'
import { isOn } from '../enabled.ts'
import type { ScopeRegistration } from '../scope-registration.ts'
import type { Outlet } from '../../agent/agent-context.ts'
import { type AnyToolOptions, mountIdOf, ruleOf, subjectValueOf } from '../tool-options.ts'

/** The tool of a component, with the options of the latest commit. */
export interface Committed {
  readonly current: AnyToolOptions
  readonly outlet: Outlet | undefined
}

/** A component's request to be one instance of a tool. */
export interface InstanceRequest {
  readonly agent: Agent
  /** The scope of the tool; undefined for a scope of the tool's own name. */
  readonly scope: ScopeRegistration | undefined
  readonly committed: Committed
}

/** The owner of an instance: the group that shares one tool. */
export interface InstanceOwner {
  /**
   * Takes the committed options. Another label counts as leaving: an approval does not hold for
   * another label than the user sees.
   */
  updateInstance(instance: Instance, changed: { render: boolean; label: boolean }): void
  removeInstance(instance: Instance): void
}

/** One mounted component that shares its tool with others. */
export class Instance {
  readonly id: string
  readonly #owner: InstanceOwner
  readonly committed: Committed
  #render: AnyToolOptions['render']
  #label: string | undefined

  constructor(owner: InstanceOwner, committed: Committed) {
    this.#owner = owner
    this.committed = committed
    this.#render = committed.current.render
    this.#label = this.label
    this.id = mountIdOf(committed.current.subject) ?? ''
  }

  /** The options of the latest commit. */
  get options(): AnyToolOptions {
    return this.committed.current
  }

  /** The label of the row or card, for people and for the model. */
  get label(): string | undefined {
    const { label } = this.#subject
    // A number is common: the id or the position of a row.
    return typeof label === 'number' ? String(label) : typeof label === 'string' ? label : undefined
  }

  /** Whether the user has selected the row or card. */
  get isSelected(): boolean {
    return this.#subject.selected === true
  }

  get #subject(): { readonly label?: unknown; readonly selected?: unknown } {
    try {
      return Object(subjectValueOf(this.options.subject)) as object
    } catch {
      return {}
    }
  }

  /** Whether the component still is about what it was mounted for. */
  get isCurrent(): boolean {
    return mountIdOf(this.options.subject) === this.id
  }

  get availability(): Availability {
    try {
      const on = isOn(this.options.enabled)
      if (on === true) return { enabled: true }
      return { enabled: false, reason: on === false ? undefined : unavailable(on.reason).reason }
    } catch (thrown) {
      return { enabled: false, thrown }
    }
  }

  /** Applies the committed options. */
  update(): void {
    const { label } = this
    const { render } = this.options
    const changed = { render: render !== this.#render, label: label !== this.#label }
    this.#render = render
    this.#label = label
    this.#owner.updateInstance(this, changed)
  }

  /** Runs the handler of the component. */
  run(args: never, ctx: ToolContext): unknown {
    const { handler } = this.options
    return handler ? handler(args, ctx) : { ok: true }
  }

  /** Whether a user must be asked about a call. */
  mustAsk(args: never, ctx: ToolContext): boolean | Promise<boolean> {
    const { when } = ruleOf(this.options)
    return typeof when === 'function' ? when(args, ctx) : (when ?? true)
  }

  /** Returns what a remembered approval is for. It is for this instance alone. */
  keyOf(args: never): string | undefined {
    const { remember } = ruleOf(this.options)
    const key = typeof remember === 'function' ? remember(args) : undefined
    return typeof key === 'string' && key !== '' ? `${JSON.stringify(this.id)} ${key}` : undefined
  }

  /** Removes the instance. Its calls go on if another one of the same id takes its place. */
  remove(): void {
    this.#owner.removeInstance(this)
  }
}

/** Whether one of the instances is on. If none is, the reason is that of the first. */
export function isAnyOn(instances: Iterable<Instance>): ReturnType<typeof unavailable> | boolean {
  let reason: string | undefined
  for (const { availability } of instances) {
    if (availability.enabled) return true
    reason ??= availability.reason
  }
  return reason === undefined ? false : unavailable(reason)
}
