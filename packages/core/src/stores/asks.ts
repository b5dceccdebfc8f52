import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ValidationIssue } from '../errors/tool-errors.ts'
import { AttendedStore } from './attended-store.ts'

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
}

/** What a page shows of questions. */
export interface AsksState {
  /** In the order in which they were asked. */
  readonly pending: readonly Ask[]
}

const gone = 'nothing on the page shows the question any more'

/** What tools ask the person: a zustand store. While nobody is attached tools cannot ask. */
export class Asks extends AttendedStore<AsksState> {
  readonly #owners = new Map<string, AskOwner>()

  constructor() {
    super({ pending: [] })
  }

  /** Resolves with what is wrong with an answer; empty when the tool has it. The question stays until an answer is right. */
  async answer(id: string, value: unknown): Promise<readonly ValidationIssue[]> {
    const owner = this.#owners.get(id)
    return owner ? owner.answer(value) : [{ message: 'This is no longer asked.' }]
  }

  /** Ends the wait: the tool's `ctx.ask` rejects `AskDeclinedError`. */
  decline(id: string, reason?: string): void {
    this.#owners.get(id)?.decline(reason)
  }

  /** Shows a question until the returned function is called. */
  add(ask: Ask, owner: AskOwner): () => void {
    this.#owners.set(ask.id, owner)
    this.setState(({ pending }) => ({ pending: [...pending, ask] }))
    return () => {
      this.#owners.delete(ask.id)
      this.setState(({ pending }) => ({ pending: pending.filter(({ id }) => id !== ask.id) }))
    }
  }

  protected override abandon(): void {
    for (const owner of this.#owners.values()) owner.decline(gone)
  }
}
