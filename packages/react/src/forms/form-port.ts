import type { ToolContext } from '@ambit/core'
import type { FieldValue } from './form-fields.ts'

/** The form that the tools use, made with any library. */
export interface FormPort {
  readonly values: Record<string, unknown>
  /** The errors that the user sees, by the paths of the fields. */
  readonly errors: Readonly<Record<string, string>>
  readonly isSubmitting: boolean
  /** A value that changes when the form edits something else, as far as the form can tell. */
  readonly edits: unknown
  set(fields: readonly FieldValue[]): void
  /** Checks fields, and shows their errors. */
  check(paths: readonly string[]): Promise<void>
  /** Removes the errors that checking showed. */
  clear(paths: readonly string[]): void
  /**
   * Submits the form. Resolves with the result of the application, or with undefined if the form is
   * invalid and shows that.
   */
  submit(ctx: ToolContext): Promise<{ readonly result: unknown } | undefined>
}
