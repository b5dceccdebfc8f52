import { type Availability, Scope, type ScopeOptions } from '@ambit/core'
import type { Claim, Registrar } from './registrar.ts'

/**
 * A scope that a component registers; what `useScope` returns and `useTool` takes. The same object
 * for as long as the component is mounted.
 */
export interface ScopeHandle {
  readonly name: string
}

/** A tool that a component gives a scope. */
export interface ScopeMember extends Claim {
  /** Unregisters the tool, which ends its running calls, or takes it out of the line. */
  displace(): void
}

/**
 * A component's scope: wanted while the component is mounted, registered while the name is its own.
 */
export class ScopeSlot implements ScopeHandle, Claim {
  name: string
  readonly #tools = new Set<ScopeMember>()
  #registrar: Registrar | undefined
  #scope: Scope | undefined
  #unregister: (() => void) | undefined

  constructor(name: string) {
    this.name = name
  }

  /** The registrar while the scope is registered: tools that come earlier wait for it here. */
  get registered(): Registrar | undefined {
    return this.#unregister && this.#registrar
  }

  /** Claims the scope's name and returns what gives it up. */
  mount(registrar: Registrar, options: ScopeOptions): () => void {
    this.name = options.name
    this.#registrar = registrar
    this.#scope = new Scope(options)
    registrar.place(this)
    return () => {
      registrar.forget(this)
      for (const tool of this.#tools) tool.displace()
      this.#unregister?.()
      this.#unregister = this.#registrar = this.#scope = undefined
    }
  }

  place(): boolean {
    const { scopes } = this.#registrar ?? {}
    if (!scopes || !this.#scope || scopes.has(this.name)) return false
    this.#unregister = scopes.register(this.#scope)
    for (const tool of this.#tools) this.#registrar?.place(tool)
    return true
  }

  describeConflict(): string {
    return `Scope "${this.name}" is registered twice. The first stays, this one waits. Rename one.`
  }

  /**
   * Takes in what a commit may have changed beside the name. What the scope's tools run goes on.
   */
  update(options: ScopeOptions): void {
    const scope = this.#scope
    if (!scope) return
    const { label, injection, untrusted } = new Scope(options)
    const isSame =
      label === scope.label && injection === scope.injection && untrusted === scope.untrusted
    Object.assign(scope, { label, injection, untrusted })
    if (!isSame) this.registered?.scopes.refresh()
  }

  /** Whether the scope is on now; undefined while it is not registered. */
  get availability(): Availability | undefined {
    return this.#scope && this.registered?.scopes.isOn(this.#scope)
  }

  /** Adds a tool for as long as both are there. */
  add(tool: ScopeMember): () => void {
    this.#tools.add(tool)
    this.registered?.place(tool)
    return () => {
      this.#tools.delete(tool)
      tool.displace()
    }
  }
}
