import type { AgentEvent } from '../events.ts'
import type { Message } from '../messages/message.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { Usage } from '../budget/usage.ts'
import { type ErrorJson, brand, toErrorJson } from './error-json.ts'

/** The record of a run, which the run attaches to the error that it rejects with. */
export interface RunEvidence {
  runId: string
  /** The trace: one entry per tool call, in the order of the calls. */
  trace: readonly TraceEntry[]
  /** The observed events, without deltas. */
  events: readonly AgentEvent[]
  /** The messages that this run added. */
  messages: readonly Message[]
  usage: Usage
  /** The latest text of the model, if there was any. */
  content?: string | undefined
}

/**
 * The base class of every error that Ambit makes. Errors have a brand made with `Symbol.for`.
 * `isInstance` therefore also matches an error of another copy of the package in the same page,
 * which `instanceof` does not.
 *
 * An error that ended a run carries {@link RunEvidence}. In other errors these fields are
 * undefined.
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

  /**
   * Returns the error as JSON has it: name, message, the fields of its class, and the name and
   * message of its cause. Leaves out the stack and the data of the run. `errorOf` of
   * `@ambit/core/code` reads it back.
   */
  toJSON(): ErrorJson {
    return toErrorJson(this)
  }

  /**
   * Tells if a value is an instance of this class or of a subclass, also across duplicated bundles.
   */
  static isInstance<T>(
    this: { prototype: T } & (abstract new (...args: never[]) => T),
    value: unknown,
  ): value is T {
    try {
      if (typeof value !== 'object' || value === null || !(brand in value)) return false
      // The prototype of each class has the name of its class.
      const { name } = this.prototype as Error
      let at: unknown = Object.getPrototypeOf(value)
      while (at && (at as Error).name !== name) at = Object.getPrototypeOf(at)
      return Boolean(at)
    } catch {
      // A Proxy may throw at any read.
      return false
    }
  }
}
