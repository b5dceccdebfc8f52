import type { Availability, Tool } from '@ambit/core'
import { describeToolConflict } from './describe-tool-conflict.ts'
import { hintToHoist } from './hint-to-hoist.ts'
import type { InstanceMember } from './instance/instance-member.ts'
import { type InstanceClaim, loadInstances } from './instance/load-instances.ts'
import type { Registrar } from './registrar.ts'
import type { ScopeMember, ScopeSlot } from './scope-slot.ts'
import { type AnyToolOptions, isSameTool, toTool } from './tool-options.ts'

/**
 * A component's tool: wanted while the component is mounted, registered while its scope is and the
 * name is its own.
 */
export class ToolSlot implements ScopeMember {
  #scope: ScopeSlot | undefined
  #options: AnyToolOptions | undefined
  #tool: Tool | undefined
  #instance: InstanceMember | undefined
  #registrar: Registrar | undefined
  #remove: (() => void) | undefined

  /**
   * Claims the tool's name in a scope and returns what gives it up. `committed` always holds the
   * latest options.
   */
  mount(scope: ScopeSlot, committed: { readonly current: AnyToolOptions }): () => void {
    this.#scope = scope
    this.#options = committed.current
    this.#tool = toTool(committed)
    return scope.add(this)
  }

  /** Makes the component one instance of the tool, among others, and returns what ends that. */
  mountInstance(claim: InstanceClaim): () => void {
    let isMounted = true
    this.#options = undefined
    loadInstances(claim.agent, (join) => {
      if (isMounted) this.#instance = join(claim)
    })
    return () => {
      isMounted = false
      this.#instance?.leave()
      this.#instance = undefined
    }
  }

  place(): boolean {
    const registrar = this.#scope?.registered
    if (!this.#scope || !this.#tool || !registrar) return false
    this.#registrar = registrar
    if (registrar.scopes.find(this.#tool.name)) return false
    this.#remove = registrar.scopes.addTool(this.#scope.name, this.#tool)
    this.#show()
    return true
  }

  displace(): void {
    this.#registrar?.forget(this)
    this.#remove?.()
    this.#registrar = this.#remove = undefined
  }

  describeConflict(): string {
    const name = this.#tool?.name ?? ''
    const first = this.#registrar?.scopes.find(name)?.scope.name ?? ''
    return describeToolConflict(name, first, this.#scope?.name ?? '')
  }

  /** Takes in what a commit may have changed beside the name. Running calls go on. */
  update(committed: { readonly current: AnyToolOptions }): void {
    this.#instance?.update()
    const before = this.#options
    const tool = this.#tool
    if (!before || !tool) return
    const options = (this.#options = committed.current)
    if (!isSameTool(before, options)) {
      this.#tool = toTool(committed)
      if (options.parameters !== before.parameters) hintToHoist(tool, this.#tool)
      if (this.#remove) this.#registrar?.scopes.replaceTool(this.#tool)
    } else if (options.render === before.render) return
    this.#show()
  }

  /** Whether the tool is on now; undefined while it is not registered. */
  get availability(): Availability | undefined {
    if (this.#instance) return this.#instance.availability
    const scopes = this.#registrar?.scopes
    const registered = this.#remove && this.#tool && scopes?.find(this.#tool.name)
    return registered && scopes?.isToolOn(registered)
  }

  /** Has the tool's calls shown by its own renderer, or as every tool's. */
  #show(): void {
    const tool = this.#tool
    const render = this.#options?.render
    if (!tool || !this.#remove) return
    this.#registrar?.show(tool.name, render && { render, validate: tool.validate, owner: this })
  }
}
