import {
  type Agent,
  type Availability,
  type CancelReason,
  type ToolContext,
  cancelCall,
} from '@ambit/core'
import { isOn } from '../enabled.ts'
import type { ScopeSlot } from '../scope-registration.ts'
import { type AnyToolOptions, idOf } from '../tool-options.ts'

/** A mount that asks to be one instance of a tool. */
export interface InstanceClaim {
  readonly agent: Agent
  /** The scope it is given; undefined for one of the tool's own name. */
  readonly scope: ScopeSlot | undefined
  readonly committed: { readonly current: AnyToolOptions }
}

/** What an instance belongs to. */
export interface InstanceOwner {
  changed(member: InstanceMember, hasNewRender: boolean): void
  remove(member: InstanceMember): void
}

/** One mount of a component that shares its tool with others. */
export class InstanceMember {
  readonly id: string
  readonly #owner: InstanceOwner
  /** Always holds the latest options. */
  readonly committed: { readonly current: AnyToolOptions }
  #render: AnyToolOptions['render']
  readonly #running = new Set<ToolContext>()
  /** Whoever waits for a person to agree to a call of it. */
  readonly #waiting = new Set<(reason: CancelReason) => void>()

  constructor(owner: InstanceOwner, committed: { readonly current: AnyToolOptions }) {
    this.#owner = owner
    this.committed = committed
    this.#render = committed.current.render
    this.id = idOf(committed.current.instance) ?? ''
  }

  /** Those of the latest commit. */
  get options(): AnyToolOptions {
    return this.committed.current
  }

  /** For the model, beside the id. */
  get label(): string | undefined {
    const { instance } = this.options
    return typeof instance === 'object' ? instance.label : undefined
  }

  get availability(): Availability {
    try {
      const on = isOn(this.options.enabled)
      if (on === true) return { enabled: true }
      return { enabled: false, reason: on === false ? undefined : on.reason }
    } catch (thrown) {
      return { enabled: false, thrown }
    }
  }

  /** Takes in what a commit may have changed. */
  update(): void {
    const { render } = this.options
    this.#owner.changed(this, render !== this.#render)
    this.#render = render
  }

  /** Runs the component's own handler, which ends with the component. */
  async run(args: never, ctx: ToolContext): Promise<unknown> {
    this.#running.add(ctx)
    try {
      const { handler } = this.options
      return handler ? await handler(args, ctx) : { ok: true }
    } finally {
      this.#running.delete(ctx)
    }
  }

  /** Calls back when the component goes, until the returned function is called. */
  readonly onGone = (listener: (reason: CancelReason) => void): (() => void) => {
    this.#waiting.add(listener)
    return () => this.#waiting.delete(listener)
  }

  leave(): void {
    this.#owner.remove(this)
    const reason: CancelReason = {
      kind: 'scope_ended',
      message: `the instance "${this.id}" is no longer on the page`,
    }
    for (const ctx of this.#running) cancelCall(ctx, reason)
    for (const end of this.#waiting) end(reason)
  }
}
