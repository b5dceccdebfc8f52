import type { Agent, ScopeRegistry } from '@ambit/core'

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
  readonly scopes: ScopeRegistry
  readonly #waiting = new Set<Claim>()
  readonly #reported = new WeakSet<Claim>()
  #unsubscribe: (() => void) | undefined

  constructor(scopes: ScopeRegistry) {
    this.scopes = scopes
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
  if (!registrar) registrars.set(agent, (registrar = new Registrar(agent.scopes)))
  return registrar
}
