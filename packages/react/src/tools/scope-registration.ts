import { type Availability, Scope, type ScopeOptions } from '@ambit/core'
import type { Registrar, Registration } from './registrar.ts'

/**
 * A scope that a component registers: `useScope` returns it and `useTool` takes it. The same object
 * as long as the component is mounted.
 */
export interface ScopeHandle {
  readonly name: string
}

/** The scope of a component. It is registered while the component is mounted and has the name. */
export class ScopeRegistration implements ScopeHandle, Registration {
  name: string
  readonly #tools = new Set<Registration>()
  #registrar: Registrar | undefined
  #scope: Scope | undefined
  #unregister: (() => void) | undefined

  constructor(name: string) {
    this.name = name
  }

  /** The registrar while the scope is registered. Tools that come earlier wait for it here. */
  get registered(): Registrar | undefined {
    return this.#unregister && this.#registrar
  }

  /** Registers the scope, or waits for its name. Returns a function that removes the scope. */
  register(registrar: Registrar, options: ScopeOptions): () => void {
    this.name = options.name
    this.#registrar = registrar
    this.#scope = new Scope(options)
    registrar.register(this)
    return () => this.remove()
  }

  tryRegister(): boolean {
    const { scopes } = this.#registrar ?? {}
    if (!scopes || !this.#scope || scopes.has(this.name)) return false
    this.#unregister = scopes.register(this.#scope)
    for (const tool of this.#tools) this.#registrar?.register(tool)
    return true
  }

  remove(): void {
    this.#registrar?.stopWaiting(this)
    for (const tool of this.#tools) tool.remove()
    this.#unregister?.()
    this.#unregister = this.#registrar = this.#scope = undefined
  }

  describeConflict(): string {
    return `Scope "${this.name}" is registered twice. The first stays, this one waits. Rename one.`
  }

  /** Applies the committed options, except the name. Running calls of the scope's tools go on. */
  update(options: ScopeOptions): void {
    const scope = this.#scope
    if (!scope) return
    const { label, injection, untrusted } = new Scope(options)
    const isSame =
      label === scope.label && injection === scope.injection && untrusted === scope.untrusted
    Object.assign(scope, { label, injection, untrusted })
    if (!isSame) this.registered?.scopes.refresh()
  }

  /** The availability of the scope now; undefined while the scope is not registered. */
  get availability(): Availability | undefined {
    return this.#scope && this.registered?.scopes.isOn(this.#scope)
  }

  /** Adds a tool, which is registered while the scope is. Returns a function that removes it. */
  addTool(tool: Registration): () => void {
    this.#tools.add(tool)
    this.registered?.register(tool)
    return () => {
      this.#tools.delete(tool)
      tool.remove()
    }
  }
}
