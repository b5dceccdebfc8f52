import type { AgentEvent } from '../events.ts'
import type { Message } from '../messages/message.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { Usage } from '../budget/usage.ts'

/** What a run attaches to the error it rejects with. */
export interface RunEvidence {
  runId: string
  /** One entry per tool call, in the order of the calls. */
  trace: readonly TraceEntry[]
  /** Everything the run observed, deltas aside. */
  events: readonly AgentEvent[]
  /** The messages this run added. */
  messages: readonly Message[]
  usage: Usage
  /** The latest text of the model, when there was any. */
  content?: string | undefined
}

const brand: unique symbol = Symbol.for('ambit.error')

/**
 * The root of every error Ambit makes. Errors are branded with `Symbol.for`, so `isInstance` also
 * matches an error of another copy of the package in the same page, where `instanceof` does not.
 *
 * An error that ended a run carries {@link RunEvidence}; before that the fields are undefined.
 */
export class AgentError extends Error implements Partial<RunEvidence> {
  declare runId?: string
  declare trace?: readonly TraceEntry[]
  declare events?: readonly AgentEvent[]
  declare messages?: readonly Message[]
  declare usage?: Usage
  declare content?: string | undefined

  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  override get name(): string {
    return 'AgentError'
  }

  /** True for an instance of this class or of a subclass, also across duplicated bundles. */
  static isInstance<T>(
    this: { prototype: T } & (abstract new (...args: never[]) => T),
    value: unknown,
  ): value is T {
    try {
      if (typeof value !== 'object' || value === null || !(brand in value)) return false
      // Each class of the chain says its name on its prototype.
      const { name } = this.prototype as Error
      let at: unknown = Object.getPrototypeOf(value)
      while (at && (at as Error).name !== name) at = Object.getPrototypeOf(at)
      return Boolean(at)
    } catch {
      // A Proxy may throw at whatever is read of it.
      return false
    }
  }
}
