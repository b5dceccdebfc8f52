import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ValidationIssue } from '../errors/tool-errors.ts'
import { AttendedStore } from './store.ts'

/** A question of a tool that waits for the answer. */
export interface Ask {
  readonly id: string
  readonly runId: string
  readonly callId: string
  readonly tool: string
  /** The name, for people, of the row or card that the call is for. */
  readonly label?: string | undefined
  readonly message?: string | undefined
  /** The JSON schema of the answer. Default: text. */
  readonly schema?: JSONSchema7 | undefined
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number
}

/** The part of a run that waits for an answer. */
export interface AskOwner {
  /** Takes the answer. Resolves with the issues of a wrong one; empty if it is right. */
  answer(value: unknown): Promise<readonly ValidationIssue[]>
  decline(reason: string | undefined): void
  /** Takes note that the last person who could answer has gone. */
  leave(): void
}

/** The state of the questions, for a page to show. */
export interface AsksState {
  /** The questions without an answer, in the order in which they were asked. */
  readonly pending: readonly Ask[]
}

/**
 * The questions of tools to the person: a zustand store. Tools cannot ask while nobody is attached.
 */
export class Asks extends AttendedStore<Ask, AskOwner, AsksState> {
  constructor() {
    super({ pending: [] })
  }

  /**
   * Answers a question. Resolves with the issues of the answer; empty if the tool has taken it. The
   * question stays until an answer is right.
   */
  async answer(id: string, value: unknown): Promise<readonly ValidationIssue[]> {
    return this.ownerOf(id)?.answer(value) ?? [{ message: 'This is no longer asked.' }]
  }

  /** Declines a question: the tool's `ctx.ask` rejects with `AskDeclinedError`. */
  decline(id: string, reason?: string): void {
    this.ownerOf(id)?.decline(reason)
  }
}
