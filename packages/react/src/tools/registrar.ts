import type { Agent, ScopeRegistry, ToolMessage } from '@ambit/core'
import type { RegisteredRenderer } from './tool-render-props.ts'

/** Something that wants a name of its agent's registry. */
export interface Claim {
  /** Registers if the name is free, and says whether it did. */
  place(): boolean
  /** What a developer is told once when the name is taken. */
  describeConflict(): string
}

/**
 * Lets components ask for names that are taken: the first owner stays, the others wait in line, and
 * are registered when the name becomes free, whoever had it.
 */
export class Registrar {
  readonly #agent: Agent
  readonly scopes: ScopeRegistry
  /** What shows the calls of a tool name: of its latest owner, also once that has gone. */
  readonly renderers: Map<string, RegisteredRenderer> = new Map()
  /** What handlers returned that renderers show, for as long as the history has the answer. */
  results: WeakMap<ToolMessage, { readonly value: unknown }> | undefined
  /** Called when a renderer comes, goes or is another. */
  onRenderer: (() => void) | undefined
  /** How much is registered as soon as its code is there. */
  loading = 0
  readonly #waiting = new Set<Claim>()
  readonly #reported = new WeakSet<Claim>()
  #unsubscribe: (() => void) | undefined

  constructor(agent: Agent) {
    this.#agent = agent
    this.scopes = agent.scopes
  }

  /** Registers now or, reported once, as soon as the name is free. */
  place(claim: Claim): void {
    if (claim.place()) return
    this.#waiting.add(claim)
    this.#unsubscribe ??= this.scopes.subscribe(this.#promote)
    if (this.#reported.has(claim)) return
    this.#reported.add(claim)
    console.error(`[ambit] ${claim.describeConflict()}`)
  }

  /** Takes a claim out of the line. */
  forget(claim: Claim): void {
    if (this.#waiting.delete(claim)) this.#watchIfWaiting()
  }

  /** Puts a renderer in the place of a name's one before, or with undefined none. */
  show(name: string, renderer: RegisteredRenderer | undefined): void {
    if (renderer) this.renderers.set(name, renderer)
    else if (!this.renderers.delete(name)) return
    this.results ??= this.#followResults()
    this.onRenderer?.()
  }

  #followResults(): NonNullable<Registrar['results']> {
    const results: NonNullable<Registrar['results']> = new WeakMap()
    this.#agent.on('agent:tool_succeeded', ({ tool, message, result: value }) => {
      if (message && this.renderers.has(tool)) results.set(message, { value })
    })
    return results
  }

  // Registering announces a change as well; the walk that is under way sees to that one.
  #isPromoting = false
  readonly #promote = (): void => {
    if (this.#isPromoting) return
    this.#isPromoting = true
    try {
      for (const claim of this.#waiting) {
        if (claim.place()) this.#waiting.delete(claim)
      }
    } finally {
      this.#isPromoting = false
    }
    this.#watchIfWaiting()
  }

  #watchIfWaiting(): void {
    if (this.#waiting.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }
}

const registrars = new WeakMap<Agent, Registrar>()

/** The one registrar of an agent: providers of the same agent share its line. */
export function registrarOf(agent: Agent): Registrar {
  let registrar = registrars.get(agent)
  if (!registrar) registrars.set(agent, (registrar = new Registrar(agent)))
  return registrar
}
