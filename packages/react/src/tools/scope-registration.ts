import { type Availability, Scope, type ScopeOptions } from '@ambit/core'
import type { Registrar, Registration } from './registrar.ts'
import type { Conflict } from './report-conflict.ts'
import { subjectValueOf } from './tool-options.ts'

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
  /** The tools and scopes that are inside of this one. */
  readonly #inner = new Set<Registration>()
  #registrar: Registrar | undefined
  #parent: ScopeRegistration | undefined
  /** The options of the latest scope. Undefined while the component is not mounted. */
  #options: ScopeOptions | undefined
  #scope: Scope | undefined
  /** Removes the record of a scope that could not be made. */
  #takeBack: (() => void) | undefined
  #unregister: (() => void) | undefined

  constructor(name: string) {
    this.name = name
  }

  /** The registrar while the scope is registered. What is inside and comes earlier waits here. */
  get registered(): Registrar | undefined {
    return this.#unregister && this.#registrar
  }

  /** What the scope is for now, with those around it, as text. Without `own`, only those. */
  about(own = true): string {
    const subject = own ? subjectValueOf(this.#options?.subject) : undefined
    return `${this.#parent?.about() ?? ''} ${JSON.stringify(Object(subject).id ?? subject)}`
  }

  /**
   * Registers the scope, or waits for its name and for the scope around it. A scope that cannot be
   * made is left out, with all that is inside it. Returns a function that removes the scope.
   */
  register(
    registrar: Registrar,
    options: ScopeOptions,
    parent: ScopeRegistration | undefined,
  ): () => void {
    this.name = options.name
    this.#registrar = registrar
    this.#parent = parent
    this.#make(options)
    return () => {
      this.#takeBack?.()
      this.#takeBack = this.#options = undefined
      this.#leave()
      this.#registrar = undefined
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
        Object.assign(this.#scope, changeable(made))
        return registrar.scopes.refresh()
      }
    } catch (error) {
      this.#leave()
      this.#takeBack = registrar.scopes.leaveOut(`scope "${this.name}"`, error)
      return
    }
    if (this.#parent) this.#parent.add(this)
    else registrar.register(this)
  }

  tryRegister(): boolean {
    const registrar = this.#parent ? this.#parent.registered : this.#registrar
    if (!registrar || !this.#options || registrar.scopes.has(this.name)) return false
    this.#scope = new Scope(this.#options, this.#parent && this.#parent.#scope)
    this.#unregister = registrar.scopes.register(this.#scope)
    for (const one of this.#inner) registrar.register(one)
    return true
  }

  /** Unregisters the scope with all that is inside it, or ends its wait for the name. */
  remove(): void {
    this.#registrar?.stopWaiting(this)
    for (const one of this.#inner) one.remove()
    this.#unregister?.()
    this.#unregister = this.#scope = undefined
  }

  /** Removes the scope for good, and not only with the scope around it. */
  #leave(): void {
    if (this.#parent) this.#parent.#inner.delete(this)
    this.remove()
  }

  get conflict(): Conflict {
    return { name: this.name }
  }

  /** Applies the committed options, except the name. Running calls of the scope's tools go on. */
  update(options: ScopeOptions): void {
    const before = this.#options
    if (!before) return
    const change = changeable(options)
    const isSame = JSON.stringify(change) === JSON.stringify(changeable(before))
    if (!isSame) this.#make({ ...before, ...change })
  }

  /** The availability of the scope now; undefined while the scope is not registered. */
  get availability(): Availability | undefined {
    return this.#scope && this.registered?.scopes.isOn(this.#scope)
  }

  /**
   * Adds a tool or a scope, which is registered while this scope is. Returns a function that
   * removes it.
   */
  add(one: Registration): () => void {
    this.#inner.add(one)
    this.registered?.register(one)
    return () => {
      this.#inner.delete(one)
      one.remove()
    }
  }
}

/** Returns the options that a registered scope may get anew. All of them are JSON data. */
const changeable = ({ label, description, load, visible, untrusted, local }: ScopeOptions) => ({
  label,
  description,
  load,
  visible,
  untrusted,
  local,
})
