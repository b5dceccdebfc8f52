import { type Agent, Scope, type Tool } from '@ambit/core'
import { type Registrar, type Registration, registrarOf } from './registrar.ts'
import type { Conflict } from './report-conflict.ts'
import type { ScopeRegistration } from './scope-registration.ts'

/**
 * A tool that is registered in a scope of the page. Without one it gets a scope of its own name.
 */
export abstract class ToolRegistration<T extends Tool = Tool> implements Registration {
  /** The latest tool. */
  protected tool: T | undefined
  #scope: ScopeRegistration | undefined
  #registrar: Registrar | undefined
  #unregister: (() => void) | undefined

  /** Sets the renderer of the tool's calls. Called when the tool is registered. */
  protected abstract setRenderer(): void

  /** Registers `tool`, or waits for its name. Returns a function that removes the tool. */
  protected register(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    this.#scope = scope
    if (scope) return scope.add(this)
    this.#registrar = registrarOf(agent)
    this.#registrar.register(this)
    return () => this.remove()
  }

  /** The registrar while the tool is registered. */
  protected get registered(): Registrar | undefined {
    return this.#unregister && this.#registrar
  }

  /** Replaces the tool with one of the same name. Running calls go on. */
  protected replace(tool: T): void {
    this.tool = tool
    this.registered?.scopes.replaceTool(tool)
  }

  tryRegister(): boolean {
    const scope = this.#scope
    const { tool } = this
    const registrar = scope ? scope.registered : this.#registrar
    if (!tool || !registrar) return false
    this.#registrar = registrar
    const { scopes } = registrar
    const { name } = tool
    if (scopes.find(name) || (!scope && scopes.has(name))) return false
    this.#unregister = scope
      ? scopes.addTool(scope.name, tool)
      : scopes.register(new Scope({ name, tools: [tool] }))
    this.setRenderer()
    return true
  }

  remove(): void {
    this.#registrar?.stopWaiting(this)
    this.#unregister?.()
    this.#registrar = this.#unregister = undefined
  }

  get conflict(): Conflict {
    const name = this.tool?.name ?? ''
    return { name, scope: this.#scope?.name ?? name }
  }
}
