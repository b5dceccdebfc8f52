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
  /** The options of the latest scope. Undefined while the component is not mounted. */
  #options: ScopeOptions | undefined
  #scope: Scope | undefined
  /** Removes the record of a scope that could not be made. */
  #takeBack: (() => void) | undefined
  #unregister: (() => void) | undefined

  constructor(name: string) {
    this.name = name
  }

  /** The registrar while the scope is registered. Tools that come earlier wait for it here. */
  get registered(): Registrar | undefined {
    return this.#unregister && this.#registrar
  }

  /**
   * Registers the scope, or waits for its name. A scope that cannot be made is left out, with its
   * tools. Returns a function that removes the scope.
   */
  register(registrar: Registrar, options: ScopeOptions): () => void {
    this.name = options.name
    this.#registrar = registrar
    this.#make(options)
    return () => {
      this.#takeBack?.()
      this.#takeBack = this.#options = undefined
      this.remove()
    }
  }

  /** Registers the scope, or changes it. A scope that cannot be made is left out. */
  #make(options: ScopeOptions): void {
    const registrar = this.#registrar
    if (!registrar) return
    this.#options = options
    this.#takeBack?.()
    this.#takeBack = undefined
    try {
      const made = new Scope(options)
      if (this.#scope) {
        const { label, description, load, visible, untrusted, local } = made
        Object.assign(this.#scope, { label, description, load, visible, untrusted, local })
        return registrar.scopes.refresh()
      }
      this.#scope = made
    } catch (error) {
      this.#leave()
      this.#takeBack = registrar.scopes.leaveOut(`scope "${this.name}"`, error)
      return
    }
    registrar.register(this)
  }

  tryRegister(): boolean {
    const { scopes } = this.#registrar ?? {}
    if (!scopes || !this.#scope || scopes.has(this.name)) return false
    this.#unregister = scopes.register(this.#scope)
    for (const tool of this.#tools) this.#registrar?.register(tool)
    return true
  }

  remove(): void {
    this.#leave()
    this.#registrar = undefined
  }

  /** Unregisters the scope with its tools, or ends its wait for the name. */
  #leave(): void {
    this.#registrar?.stopWaiting(this)
    for (const tool of this.#tools) tool.remove()
    this.#unregister?.()
    this.#unregister = this.#scope = undefined
  }

  describeConflict(): string {
    return `Scope "${this.name}" is registered twice. The first stays, this one waits. Rename one.`
  }

  /** Applies the committed options, except the name. Running calls of the scope's tools go on. */
  update({ label, description, load, visible, untrusted, local }: ScopeOptions): void {
    const before = this.#options
    if (!before) return
    const isSame =
      label === before.label &&
      String(visible?.outside) === String(before.visible?.outside) &&
      visible?.off === before.visible?.off &&
      visible?.model === before.visible?.model &&
      description === before.description &&
      load === before.load &&
      untrusted === before.untrusted &&
      local === before.local
    if (!isSame) this.#make({ ...before, label, description, load, visible, untrusted, local })
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
