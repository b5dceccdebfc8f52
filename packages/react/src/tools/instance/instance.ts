import {
  type Agent,
  type Availability,
  type CancelReason,
  cancelCall,
  type ToolContext,
} from '@ambit/core'
import { isOn } from '../enabled.ts'
import type { ScopeRegistration } from '../scope-registration.ts'
import { type AnyToolOptions, instanceIdOf } from '../tool-options.ts'

/** A component's request to be one instance of a tool. */
export interface InstanceRequest {
  readonly agent: Agent
  /** The scope of the tool; undefined for a scope of the tool's own name. */
  readonly scope: ScopeRegistration | undefined
  /** The options of the latest commit. */
  readonly committed: { readonly current: AnyToolOptions }
}

/** The owner of an instance: the group that shares one tool. */
export interface InstanceOwner {
  updateInstance(instance: Instance, hasNewRender: boolean): void
  removeInstance(instance: Instance): void
}

/** One mounted component that shares its tool with others. */
export class Instance {
  readonly id: string
  readonly #owner: InstanceOwner
  /** The options of the latest commit. */
  readonly committed: { readonly current: AnyToolOptions }
  #render: AnyToolOptions['render']
  readonly #running = new Set<ToolContext>()
  readonly #goneListeners = new Set<(reason: CancelReason) => void>()

  constructor(owner: InstanceOwner, committed: { readonly current: AnyToolOptions }) {
    this.#owner = owner
    this.committed = committed
    this.#render = committed.current.render
    this.id = instanceIdOf(committed.current.instance) ?? ''
  }

  /** The options of the latest commit. */
  get options(): AnyToolOptions {
    return this.committed.current
  }

  /** The label for the model. */
  get label(): string | undefined {
    const { instance } = this.options
    return typeof instance === 'object' ? instance.label : undefined
  }

  /** The availability now. */
  get availability(): Availability {
    try {
      const on = isOn(this.options.enabled)
      if (on === true) return { enabled: true }
      return { enabled: false, reason: on === false ? undefined : on.reason }
    } catch (thrown) {
      return { enabled: false, thrown }
    }
  }

  /** Applies the committed options. */
  update(): void {
    const { render } = this.options
    this.#owner.updateInstance(this, render !== this.#render)
    this.#render = render
  }

  /** Runs the handler of the component. Removing the instance cancels the call. */
  async run(args: never, ctx: ToolContext): Promise<unknown> {
    this.#running.add(ctx)
    try {
      const { handler } = this.options
      return handler ? await handler(args, ctx) : { ok: true }
    } finally {
      this.#running.delete(ctx)
    }
  }

  /** Calls the listener when the instance is removed. Returns a function that unsubscribes. */
  readonly onGone = (listener: (reason: CancelReason) => void): (() => void) => {
    this.#goneListeners.add(listener)
    return () => this.#goneListeners.delete(listener)
  }

  /** Removes the instance, and cancels its running calls. */
  remove(): void {
    this.#owner.removeInstance(this)
    const reason: CancelReason = {
      kind: 'scope_ended',
      message: `the instance "${this.id}" is no longer on the page`,
    }
    for (const ctx of this.#running) cancelCall(ctx, reason)
    for (const listener of this.#goneListeners) listener(reason)
  }
}
