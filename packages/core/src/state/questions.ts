import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ValidationIssue } from '../errors/tool-errors.ts'
import { AttendedStore } from './store.ts'

/** A question a tool waits for the answer to. */
export interface Ask {
  readonly id: string
  readonly runId: string
  readonly callId: string
  readonly tool: string
  readonly message?: string | undefined
  /** What the answer has to be. Absent: text. */
  readonly schema?: JSONSchema7 | undefined
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number
}

/** Who waits for an answer. */
export interface AskOwner {
  /** Takes the answer, or says what is wrong with it. */
  answer(value: unknown): Promise<readonly ValidationIssue[]>
  decline(reason: string | undefined): void
  /** Nobody is there any more who could answer. */
  leave(): void
}

/** What a page shows of questions. */
export interface AsksState {
  /** In the order in which they were asked. */
  readonly pending: readonly Ask[]
}

/** What tools ask the person: a zustand store. While nobody is attached tools cannot ask. */
export class Asks extends AttendedStore<Ask, AskOwner, AsksState> {
  constructor() {
    super({ pending: [] })
  }

  /** Resolves with what is wrong with an answer; empty when the tool has it. The question stays until an answer is right. */
  async answer(id: string, value: unknown): Promise<readonly ValidationIssue[]> {
    return this.ownerOf(id)?.answer(value) ?? [{ message: 'This is no longer asked.' }]
  }

  /** Ends the wait: the tool's `ctx.ask` rejects `AskDeclinedError`. */
  decline(id: string, reason?: string): void {
    this.ownerOf(id)?.decline(reason)
  }
}
