import { type Agent, Scope, type Tool } from '@ambit/core'
import { type Registrar, registrarOf } from './registrar.ts'
import type { ScopeMember, ScopeSlot } from './scope-registration.ts'

/** A tool that wants its name: in a scope of the page, or else in one of its own, of its name. */
export abstract class ToolClaim<T extends Tool = Tool> implements ScopeMember {
  /** The tool as it is now. */
  protected tool: T | undefined
  #scope: ScopeSlot | undefined
  #registrar: Registrar | undefined
  #remove: (() => void) | undefined

  /** Has the tool's calls shown as its owner wants it; called when it is registered. */
  protected abstract show(): void

  /** Claims the name of `tool` and returns what gives it up. */
  protected claim(agent: Agent, scope: ScopeSlot | undefined): () => void {
    this.#scope = scope
    if (scope) return scope.add(this)
    this.#registrar = registrarOf(agent)
    this.#registrar.place(this)
    return () => this.displace()
  }

  /** Where the tool is registered, while it is. */
  protected get registered(): Registrar | undefined {
    return this.#remove && this.#registrar
  }

  /** Puts a tool of the same name in the place of the one before. Running calls go on. */
  protected replace(tool: T): void {
    this.tool = tool
    this.registered?.scopes.replaceTool(tool)
  }

  place(): boolean {
    const scope = this.#scope
    const { tool } = this
    const registrar = scope ? scope.registered : this.#registrar
    if (!tool || !registrar) return false
    this.#registrar = registrar
    const { scopes } = registrar
    const { name } = tool
    if (scopes.find(name) || (!scope && scopes.has(name))) return false
    this.#remove = scope
      ? scopes.addTool(scope.name, tool)
      : scopes.register(new Scope({ name, tools: [tool] }))
    this.show()
    return true
  }

  displace(): void {
    this.#registrar?.forget(this)
    this.#remove?.()
    this.#registrar = this.#remove = undefined
  }

  describeConflict(): string {
    const name = this.tool?.name ?? ''
    const first = this.#registrar?.scopes.find(name)?.scope.name
    return first === undefined
      ? `Tool "${name}" waits: there is a scope of its name. Rename one, or give the tool a scope.`
      : describeToolConflict(name, first, this.#scope?.name ?? name)
  }
}

/** What a developer is told of two tools of one name, by their scopes. */
export function describeToolConflict(tool: string, first: string, second: string): string {
  const owners = first === second ? `both in scope "${first}"` : `scopes "${first}" and "${second}"`
  return `Tool "${tool}" is registered twice (${owners}). The first stays, this one waits. Rename one.`
}
