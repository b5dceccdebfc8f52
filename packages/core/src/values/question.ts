import type { StandardSchema } from '../schema/standard-schema.ts'

/** What a tool asks the person for, by a schema of the answer. */
export interface Question<Answer> {
  /** What the person is asked, as text. */
  readonly message?: string | undefined
  /** Describes the answer, and checks it; of any type, an object for several fields. */
  readonly schema: StandardSchema<unknown, Answer>
}

/** Asks the person at the page. */
export interface AskPerson {
  /**
   * Shows a question and resolves with the person's text. Rejects `AskDeclinedError` when they decline, `CancellationError` as soon as the call
   * is cancelled, `AgentError` when nothing on the page shows questions. `limits.wallMs` stands still meanwhile; the tool's own `timeout` does not.
   */
  (question: string): Promise<string>
  /** The same for an answer of a form of its own: resolves with what the schema reads in it. Other answers do not end the wait. */
  <Answer>(question: Question<Answer> | StandardSchema<unknown, Answer>): Promise<Answer>
}
