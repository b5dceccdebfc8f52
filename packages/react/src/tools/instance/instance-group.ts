import {
  type Agent,
  DisabledToolError,
  type ToolContext,
  type ToolOptions,
  type UnknownCall,
  unavailable,
} from '@ambit/core'
import { hintToHoist } from '../hint-to-hoist.ts'
import { splitInstance } from './instance-arguments.ts'
import type { InstanceClaim } from './instance-claim.ts'
import { InstanceMember, type InstanceOwner } from './instance-member.ts'
import { InstanceTool, mostInstances, requireOn } from './instance-tool.ts'
import type { ScopeSlot } from '../scope-slot.ts'
import { ToolClaim } from '../tool-claim.ts'
import { type AnyToolOptions, isSameTool, toToolOptions } from '../tool-options.ts'
import type { ToolRenderProps } from '../tool-render-props.ts'

/** By the scope, or without one the agent, that they are registered in. */
const groups = new WeakMap<ScopeSlot | Agent, Map<string, InstanceGroup>>()

/** Adds a mount to those of its tool, which is registered with the first of them and goes with the last. */
export function joinInstances({ agent, scope, committed }: InstanceClaim): InstanceMember {
  const owner = scope ?? agent
  let ofOwner = groups.get(owner)
  if (!ofOwner) groups.set(owner, (ofOwner = new Map<string, InstanceGroup>()))
  const { name } = committed.current
  const group = ofOwner.get(name) ?? new InstanceGroup(agent, name, scope)
  const member = group.join(committed)
  ofOwner.set(name, group)
  return member
}

/** The mounts that share one tool, whose description and schema are those of the first. */
class InstanceGroup extends ToolClaim<InstanceTool> implements InstanceOwner {
  readonly #agent: Agent
  readonly #name: string
  readonly #scope: ScopeSlot | undefined
  readonly #members = new Set<InstanceMember>()
  /** Those that were called: they show their calls, also once they have gone. */
  readonly #called = new Map<string, InstanceMember>()
  #live: Map<string, InstanceMember> | undefined
  #lead: InstanceMember | undefined
  #options: AnyToolOptions | undefined
  #unmount: (() => void) | undefined
  #isReported = false
  /** How many changes of the first mount in a row brought a new schema. */
  #newSchemas = 0

  constructor(agent: Agent, name: string, scope: ScopeSlot | undefined) {
    super()
    this.#agent = agent
    this.#name = name
    this.#scope = scope
  }

  join(committed: { readonly current: AnyToolOptions }): InstanceMember {
    const member = new InstanceMember(this, committed)
    const isFirst = this.#members.size === 0
    if (isFirst) this.#follow(member)
    else this.#report(member)
    const live = this.#byId()
    this.#members.add(member)
    // Added, not read anew: a thousand rows would be read half a million times.
    if (!live.has(member.id)) live.set(member.id, member)
    if (isFirst) this.#unmount = this.claim(this.#agent, this.#scope)
    else this.#announce()
    return member
  }

  remove(member: InstanceMember): void {
    this.#members.delete(member)
    this.#live = undefined
    const [first] = this.#members
    if (!first) this.#unmount?.()
    else if (member !== this.#lead || !this.#follow(first)) this.#announce()
  }

  changed(member: InstanceMember, hasNewRender: boolean): void {
    const isLead = member === this.#lead
    if (isLead) this.#follow(member)
    if (hasNewRender && (isLead || this.#called.get(member.id) === member)) this.show()
  }

  /** Makes the tool what its first mount says it is, and tells whether that is another now. */
  #follow(lead: InstanceMember): boolean {
    const { options } = lead
    const isSame = this.#options !== undefined && isSameTool(this.#options, options)
    const before = this.#options?.parameters
    const isSameLead = this.#lead === lead
    this.#lead = lead
    this.#options = options
    const isNewSchema = isSameLead && options.parameters !== before
    this.#newSchemas = isNewSchema ? this.#newSchemas + 1 : 0
    if (isSame && this.tool) return false
    const tool = new InstanceTool(this.#toOptions(lead), () => this.#byId())
    if (this.tool && this.#newSchemas > 1) hintToHoist(this.tool, tool)
    this.replace(tool)
    if (!this.registered) return false
    this.show()
    return true
  }

  #toOptions(lead: InstanceMember): ToolOptions<never, unknown> {
    const options = toToolOptions(lead.committed)
    const { preview, requiresApproval, toModelOutput, reconcile } = options
    const handler = async (args: unknown, ctx: ToolContext): Promise<unknown> => {
      const { member, own } = this.#find(args)
      if (member.options.render) this.#called.set(member.id, member)
      return member.run(own, ctx)
    }
    handler.toString = () => String(options.handler)
    return {
      ...options,
      handler,
      enabled: () => this.#isOn(),
      ...(preview && {
        preview: (args: unknown, ctx: ToolContext) => {
          const { member, own } = this.#find(args)
          return member.options.preview?.(own, ctx)
        },
      }),
      ...(typeof requiresApproval === 'function' && {
        requiresApproval: (args: unknown, ctx: ToolContext) => {
          const { member, own } = this.#find(args)
          const { requiresApproval: asks } = member.options
          return typeof asks === 'function' ? asks(own, ctx) : (asks ?? true)
        },
      }),
      ...(toModelOutput && {
        toModelOutput: (result: unknown, args: Readonly<Record<string, unknown>>) => {
          const { id, own } = splitInstance(args)
          // One that has gone by now gave the result all the same.
          const { options: of } = this.#byId().get(id) ?? this.#called.get(id) ?? lead
          return (of.toModelOutput ?? toModelOutput)(result, own as typeof args)
        },
      }),
      ...(reconcile && {
        reconcile: async (call: UnknownCall) => {
          const { member, own } = this.#find(call.arguments)
          return member.options.reconcile?.({ ...call, arguments: own })
        },
      }),
    }
  }

  /** The instance that arguments are for, which may have gone or been switched off since they were checked. */
  #find(args: unknown): { readonly member: InstanceMember; readonly own: never } {
    const { id, own } = splitInstance(args)
    const member = this.#byId().get(id)
    if (!member) {
      throw new DisabledToolError(this.#name, `the instance "${id}" is no longer on the page`)
    }
    requireOn(this.#name, member)
    return { member, own: own as never }
  }

  /** Of two mounts with one id the first counts, until it goes. */
  #byId(): Map<string, InstanceMember> {
    if (this.#live) return this.#live
    const live = new Map<string, InstanceMember>()
    for (const member of this.#members) if (!live.has(member.id)) live.set(member.id, member)
    return (this.#live = live)
  }

  #isOn(): ReturnType<typeof unavailable> | boolean {
    let reason: string | undefined
    for (const { availability } of this.#byId().values()) {
      if (availability.enabled) return true
      reason ??= availability.reason
    }
    return reason === undefined ? false : unavailable(reason)
  }

  #announce(): void {
    this.registered?.scopes.refresh()
  }

  #report(member: InstanceMember): void {
    if (this.#byId().has(member.id)) {
      console.error(
        `[ambit] Tool "${this.#name}" has two instances "${member.id}". The first stays, this one waits. Give each an id of its own.`,
      )
    } else if (this.#members.size >= mostInstances && !this.#isReported) {
      this.#isReported = true
      console.error(
        `[ambit] Tool "${this.#name}" has more than ${mostInstances} instances on the page. The model is told of the first ${mostInstances} that are on: a longer list costs more and is chosen from badly. Mount fewer, or make it one tool with a parameter that says which.`,
      )
    }
  }

  /** Has each call shown by the instance it is of. */
  protected show(): void {
    const { tool, registered } = this
    if (!tool) return
    const render = (view: ToolRenderProps): ReturnType<NonNullable<AnyToolOptions['render']>> => {
      const { id, own } = splitInstance(view.args)
      const member = this.#byId().get(id) ?? this.#called.get(id) ?? this.#lead
      return member?.options.render?.({ ...view, args: own } as ToolRenderProps)
    }
    const renderer = { render, validate: tool.parse, owner: this }
    registered?.show(this.#name, this.#lead?.options.render && renderer)
  }
}
