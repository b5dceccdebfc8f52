import {
  type Agent,
  type CancelReason,
  DisabledToolError,
  type Effect,
  type JsonValue,
  Tool,
  type ToolContext,
  type ToolOptions,
  type UndoneWork,
  type UnknownCall,
} from '@ambit/core'
import type { ReactNode } from 'react'
import { hintToHoist, noteSchema } from '../hint-to-hoist.ts'
import type { ScopeRegistration } from '../scope-registration.ts'
import { type AnyToolOptions, isSameTool, ruleOf, toToolOptions } from '../tool-options.ts'
import { ToolRegistration } from '../tool-registration.ts'
import { DrawnCall } from '../drawn-call.ts'
import type { RegisteredRenderer, RenderProps } from '../render-props.ts'
import {
  type Committed,
  Instance,
  type InstanceOwner,
  type InstanceRequest,
  isAnyOn,
} from './instance.ts'
import {
  type Instances,
  InstanceTool,
  maxInstances,
  requireOn,
  splitInstance,
} from './instance-tool.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * The groups of each agent, by the names of the scope and the tool. A group stays when its last
 * instance is removed, because the page may make all rows anew.
 */
const groups = new WeakMap<Agent, Map<string, InstanceGroup>>()

/**
 * Registers a component as one instance of its tool. The first instance registers the tool, and
 * removing the last one removes it.
 */
export function registerInstance({ agent, scope, committed }: InstanceRequest): Instance {
  let ofAgent = groups.get(agent)
  if (!ofAgent) groups.set(agent, (ofAgent = new Map<string, InstanceGroup>()))
  const { name } = committed.current
  const key = JSON.stringify([name, scope?.name])
  const known = ofAgent.get(key)
  const group = known?.canTake(scope) ? known : new InstanceGroup(agent, name)
  const instance = group.addInstance(committed, scope)
  ofAgent.set(key, group)
  return instance
}

/** The instances that share one tool. The first one defines its description and schema. */
class InstanceGroup extends ToolRegistration<InstanceTool> implements InstanceOwner, Instances {
  readonly #agent: Agent
  readonly #name: string
  #scope: ScopeRegistration | undefined
  readonly #instances = new Set<Instance>()
  /** The instances that were called. They show and tell their results, also once removed. */
  readonly #called = new Map<string, Instance>()
  readonly #goneListeners = new Map<string, Set<(reason: CancelReason) => void>>()
  #bound: { of: ReadonlyMap<string, unknown>; ask: NonNullable<Tool['binds']> } | undefined
  #cachedById: Map<string, Instance> | undefined
  /** The first instance: its options define the tool. */
  #defining: Instance | undefined
  #options: AnyToolOptions | undefined
  #removeTool: (() => void) | undefined
  #isReported = false

  constructor(agent: Agent, name: string) {
    super()
    this.#agent = agent
    this.#name = name
  }

  /** Whether instances of this scope can be in the group: it is of that scope, or empty. */
  canTake(scope: ScopeRegistration | undefined): boolean {
    return this.#scope === scope || this.#instances.size === 0
  }

  addInstance(committed: Committed, scope: ScopeRegistration | undefined): Instance {
    const instance = new Instance(this, committed)
    const isFirst = this.#instances.size === 0
    this.#scope = scope
    if (isFirst) this.#defineBy(instance)
    else this.#reportProblem(instance)
    const byId = this.byId()
    this.#instances.add(instance)
    // Added, not read anew: a thousand rows would be read half a million times.
    if (!byId.has(instance.id)) byId.set(instance.id, instance)
    if (isFirst) this.#removeTool = this.register(this.#agent, this.#scope)
    else this.#refresh()
    return instance
  }

  removeInstance(instance: Instance): void {
    this.#instances.delete(instance)
    this.#cachedById = undefined
    const [first] = this.#instances
    if (!first) this.#removeTool?.()
    else if (instance !== this.#defining || !this.#defineBy(first)) this.#refresh()
    if (!this.byId().has(instance.id)) this.#announceGone(instance.id)
  }

  onGone(id: string, listener: (reason: CancelReason) => void): () => void {
    const listeners = this.#goneListeners.get(id) ?? new Set()
    this.#goneListeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#goneListeners.delete(id)
    }
  }

  #announceGone(id: string, how = 'is no longer on the page'): void {
    const reason = { kind: 'scope_ended', message: `the instance "${id}" ${how}` } as const
    this.#goneListeners.get(id)?.forEach((tell) => tell(reason))
  }

  updateInstance(instance: Instance, changed: { render: boolean; label: boolean }): void {
    const isDefining = instance === this.#defining
    if (isDefining) this.#defineBy(instance)
    const isFound = this.byId().get(instance.id) === instance
    const isShown = isDefining || (isFound && this.#called.has(instance.id))
    if (changed.render && isShown) this.setRenderer()
    if (changed.label && isFound) this.#announceGone(instance.id, 'has another label')
  }

  /**
   * Creates the tool by the options of an instance. Returns true if it replaced the registered one.
   */
  #defineBy(instance: Instance): boolean {
    const { options } = instance
    const isSame = this.#options !== undefined && isSameTool(this.#options, options)
    const before = this.#options?.parameters
    const hasSchema = options.parameters === before
    const isSameInstance = this.#defining === instance
    this.#defining = instance
    this.#options = options
    noteSchema(this, isSameInstance && !hasSchema)
    if (isSame && hasSchema && this.tool) return false
    // Only a call whose instance has left meanwhile is treated as the tool says: a user is asked.
    const own = this.#toOptions(instance)
    const tool = new InstanceTool({ ...own, approval: { ...ruleOf(own), when: true } }, this)
    if (this.tool) hintToHoist(this, this.tool, tool)
    if (isSame && this.tool?.takeSchemaOf(tool)) return false
    this.replace(tool)
    if (!this.registered) return false
    this.setRenderer()
    return true
  }

  /** Returns the options of an instance. Each function is that of the instance that is called. */
  #toOptions(of: Instance): ToolOptions<never, unknown> {
    const options = toToolOptions(of.committed)
    const { preview, binds, when, remember } = ruleOf(options)
    const { reconcile } = options.resume ?? {}
    const handler = async (args: unknown, ctx: ToolContext): Promise<unknown> => {
      const [instance, own] = this.#find(args)
      this.#called.set(instance.id, instance)
      return instance.run(own, ctx)
    }
    handler.toString = () => String(options.handler)
    const ofInstance =
      <Rest extends unknown[], T>(ask: (instance: Instance, own: never, ...rest: Rest) => T) =>
      (args: unknown, ...rest: Rest): T =>
        ask(...this.#find(args), ...rest)
    return {
      ...options,
      handler,
      ...(typeof options.title === 'function' && {
        title: ofInstance((one, args, preview: JsonValue | undefined) => {
          const { title } = one.options
          return typeof title === 'function' ? title(args, preview) : ''
        }),
      }),
      enabled: () => isAnyOn(this.byId().values()),
      ...(typeof options.effect === 'function' && { effect: ofInstance(toEffect) }),
      approval: {
        when:
          typeof when === 'function'
            ? ofInstance((one, args, ctx: ToolContext) => one.mustAsk(args, ctx))
            : when,
        preview:
          preview &&
          ofInstance((one, args, ctx: ToolContext) => ruleOf(one.options).preview?.(args, ctx)),
        binds: binds && ofInstance((one, args) => ruleOf(one.options).binds?.(args)),
        remember:
          typeof remember === 'function' ? ofInstance((one, args) => one.keyOf(args)) : remember,
      },
      result: {
        ...options.result,
        toModel: (result: unknown, args: Readonly<Record<string, unknown>>) => {
          const { id, own } = splitInstance(args)
          // An instance that was removed meanwhile still gave the result.
          const { options } = this.byId().get(id) ?? this.#called.get(id) ?? of
          // Without an output of its own, the model gets the result.
          return options.result?.toModel?.(result as never, own as typeof args) as string
        },
      },
      undo: options.undo && ((call: UndoneWork<never, unknown>) => this.#undo(call)),
      resume: {
        ...options.resume,
        ...(reconcile && {
          reconcile: async (call: UnknownCall) => {
            const [instance, own] = this.#find(call.arguments)
            return instance.options.resume?.reconcile?.({ ...call, arguments: own })
          },
        }),
      },
    }
  }

  /** The `binds` of all instances; the same function as long as none of them has another one. */
  get bindsNow(): Tool['binds'] {
    const now = new Map<string, NonNullable<Tool['binds']>>()
    for (const [id, { options }] of this.byId()) {
      const { binds } = ruleOf(options)
      if (binds) now.set(id, binds)
    }
    if (now.size === 0) return undefined
    const { of } = this.#bound ?? {}
    const isSame = of?.size === now.size && [...now].every(([id, binds]) => of.get(id) === binds)
    if (!this.#bound || !isSame) {
      const ask = (args: unknown): unknown => {
        const { id, own } = splitInstance(args)
        return now.get(id)?.(own as never)
      }
      this.#bound = { of: now, ask }
    }
    return this.#bound.ask
  }

  /** Creates a tool of one instance alone. Its options hold for the calls of that instance. */
  toOwn(instance: Instance): Tool {
    // The arguments are checked by the tool of all.
    return new Tool({ ...this.#toOptions(instance), parameters: undefined })
  }

  /** Undoes a call by the instance that it was for, which may have left the page. */
  #undo(call: UndoneWork<never, unknown>): unknown {
    const { id, own } = splitInstance(call.args)
    const instance = this.byId().get(id) ?? this.#called.get(id)
    return instance?.options.undo?.({ ...call, args: own as never })
  }

  /** Returns the instance of a call, and its arguments. Throws `DisabledToolError` if it is off. */
  #find(args: unknown): [instance: Instance, own: never] {
    const { id, own } = splitInstance(args)
    const instance = this.byId().get(id)
    if (!instance?.isCurrent) {
      const reason = `the instance "${id}" is no longer on the page`
      throw new DisabledToolError(this.#name, reason, 'gone')
    }
    requireOn(this.#name, instance)
    return [instance, own as never]
  }

  /** Returns the instances by id. If two have the same id, the first counts until it is removed. */
  byId(): Map<string, Instance> {
    if (this.#cachedById) return this.#cachedById
    const byId = new Map<string, Instance>()
    for (const instance of this.#instances) {
      if (!byId.has(instance.id)) byId.set(instance.id, instance)
    }
    return (this.#cachedById = byId)
  }

  #refresh(): void {
    this.registered?.scopes.refresh()
  }

  #reportProblem({ id }: Instance): void {
    try {
      // Bundlers replace this value, and remove the rest of the method for production.
      if (process.env.NODE_ENV === 'production') return
      if (this.byId().has(id)) {
        console.error(
          `[ambit] Tool "${this.#name}" has two instances "${id}". The first stays, this one waits. Give each an id of its own.`,
        )
      } else if (this.#instances.size >= maxInstances && !this.#isReported) {
        this.#isReported = true
        console.error(
          `[ambit] Tool "${this.#name}" has more than ${maxInstances} instances on the page. The model is told of ${maxInstances} that are on, the selected and the newest, and how many more there are: a longer list costs more and is chosen from badly. Make it one tool with a parameter that says which.`,
        )
      }
    } catch {
      // A page without a bundler has no `process`.
    }
  }

  /** Sets a renderer that shows each call by the `render` of the call's instance. */
  protected setRenderer(): void {
    const { tool, registered } = this
    if (!tool) return
    const find = ({ id }: { readonly id: string }): Instance | undefined =>
      this.byId().get(id) ?? this.#called.get(id) ?? this.#defining
    const render = (view: RenderProps): ReactNode => {
      const split = splitInstance(view.args)
      const shown = find(split)?.options.render
      return (
        shown && DrawnCall({ render: shown, view: { ...view, args: split.own } as RenderProps })
      )
    }
    const renderer: RegisteredRenderer = {
      render,
      validate: tool.parse,
      owner: this as object,
      outletOf: (args) => find(splitInstance(args))?.committed.outlet,
    }
    registered?.setRenderer(this.#name, this.#defining?.options.render && renderer)
  }
}

function toEffect({ options: { effect = 'write' } }: Instance, args: never): Effect {
  return typeof effect === 'function' ? effect(args) : effect
}
