import type { Availability, Tool } from '@ambit/core'
import { describeToolConflict } from './describe-tool-conflict.ts'
import { hintToHoist } from './hint-to-hoist.ts'
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

  place(): boolean {
    const registrar = this.#scope?.registered
    if (!this.#scope || !this.#tool || !registrar) return false
    this.#registrar = registrar
    if (registrar.scopes.find(this.#tool.name)) return false
    this.#remove = registrar.scopes.addTool(this.#scope.name, this.#tool)
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
    const options = committed.current
    if (this.#options && this.#tool && !isSameTool(this.#options, options)) {
      const tool = toTool(committed)
      if (options.parameters !== this.#options.parameters) hintToHoist(this.#tool, tool)
      this.#options = options
      this.#tool = tool
      if (this.#remove) this.#registrar?.scopes.replaceTool(tool)
    }
  }

  /** Whether the tool is on now; undefined while it is not registered. */
  get availability(): Availability | undefined {
    const scopes = this.#registrar?.scopes
    const registered = this.#remove && this.#tool && scopes?.find(this.#tool.name)
    return registered && scopes?.isToolOn(registered)
  }
}
