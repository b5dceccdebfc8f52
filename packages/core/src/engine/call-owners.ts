import type { RegisteredTool } from '../stores/scope-registry.ts'
import type { Cancellation } from './cancellation.ts'

/**
 * Which running calls belong to which registered tool, so that a tool that goes takes its calls
 * with it.
 */
export class CallOwners {
  readonly #running = new Map<RegisteredTool, Set<Cancellation>>()

  /** Ties a call to its tool's place in the registry until the returned function is called. */
  tie(owner: RegisteredTool, call: Cancellation): () => void {
    const calls = this.#running.get(owner) ?? new Set()
    this.#running.set(owner, calls.add(call))
    return () => {
      calls.delete(call)
      if (calls.size === 0) this.#running.delete(owner)
    }
  }

  /** Cancels the running calls of a tool. */
  end(owner: RegisteredTool): void {
    const reason = {
      kind: 'scope_ended',
      message: `what provided it ("${owner.scope.name}") is no longer on the page`,
    } as const
    this.#running.get(owner)?.forEach((call) => call.cancel(reason))
  }
}
