import type { Agent, ScopeRegistry, ToolMessage } from '@ambit/core'
import type { Listeners } from '../agent/use-store.ts'
import { type Conflict, reportConflict } from './report-conflict.ts'
import type { RegisteredRenderer } from './render-props.ts'

/** A tool or a scope that a component registers under a name. */
export interface Registration {
  /** Registers it if its name is free. Returns false if the name is taken. */
  tryRegister(): boolean
  /** Removes it from the agent, or ends its wait for the name. */
  remove(): void
  /** What is told if the name is taken. */
  readonly conflict: Conflict
}

/**
 * The registrar of an agent: it registers the tools and scopes of components. The first owner of a
 * name keeps it. The others wait, and the registrar promotes one of them when the name is free.
 */
export class Registrar {
  readonly #agent: Agent
  readonly scopes: ScopeRegistry
  /** The renderer of each tool name: that of the latest owner, also after the owner was removed. */
  readonly renderers: Map<string, RegisteredRenderer> = new Map()
  /** The results that handlers returned and renderers show, kept as long as the answer. */
  results: WeakMap<ToolMessage, { readonly value: unknown }> | undefined
  /** Hear of each renderer that is added, replaced or removed. */
  onRenderer: Listeners | undefined
  readonly #waiting = new Set<Registration>()
  readonly #reported = new WeakSet<Registration>()
  #unsubscribe: (() => void) | undefined

  constructor(agent: Agent) {
    this.#agent = agent
    this.scopes = agent.scopes
  }

  /** Registers now. If the name is taken, reports that once and waits until the name is free. */
  register(registration: Registration): void {
    if (registration.tryRegister()) return
    this.#waiting.add(registration)
    this.#unsubscribe ??= this.scopes.subscribe(this.#promote)
    if (this.#reported.has(registration)) return
    this.#reported.add(registration)
    reportConflict(registration.conflict, this.scopes)
  }

  /** Ends the wait of a registration. */
  stopWaiting(registration: Registration): void {
    if (this.#waiting.delete(registration)) this.#unsubscribeIfDone()
  }

  /** Sets the renderer of a tool name. With undefined, removes it. */
  setRenderer(name: string, renderer: RegisteredRenderer | undefined): void {
    if (renderer) this.renderers.set(name, renderer)
    else if (!this.renderers.delete(name)) return
    this.results ??= this.#collectResults()
    this.onRenderer?.announce()
  }

  #collectResults(): NonNullable<Registrar['results']> {
    const results: NonNullable<Registrar['results']> = new WeakMap()
    this.#agent.on('agent:tool_succeeded', ({ tool, message, result: value }) => {
      if (message && this.renderers.has(tool)) results.set(message, { value })
    })
    return results
  }

  // Each registration announces a change too. The promotion in progress handles that change.
  #isPromoting = false
  readonly #promote = (): void => {
    if (this.#isPromoting) return
    this.#isPromoting = true
    try {
      for (const registration of this.#waiting) {
        if (registration.tryRegister()) this.#waiting.delete(registration)
      }
    } finally {
      this.#isPromoting = false
    }
    this.#unsubscribeIfDone()
  }

  #unsubscribeIfDone(): void {
    if (this.#waiting.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }
}

const registrars = new WeakMap<Agent, Registrar>()

/** Returns the registrar of an agent. Providers of the same agent share it. */
export function registrarOf(agent: Agent): Registrar {
  let registrar = registrars.get(agent)
  if (!registrar) registrars.set(agent, (registrar = new Registrar(agent)))
  return registrar
}
