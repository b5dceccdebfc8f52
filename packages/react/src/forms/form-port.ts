import type { ToolContext } from '@ambit/core'
import type { Control } from './controls.ts'
import type { FieldValue } from './form-fields.ts'

/** The form that the tools use, made with any library. */
export interface FormPort {
  readonly values: Record<string, unknown>
  /** The errors that the user sees, by the paths of the fields. */
  readonly errors: Readonly<Record<string, string>>
  readonly isSubmitting: boolean
  /** Whether the values are still to come, which replace those of now. */
  readonly isLoading: boolean
  /** A value that changes when the form edits something else, as far as the form can tell. */
  readonly edits: unknown
  /** Returns the fields on the page by name, each with its controls, as far as they are known. */
  controls(): ReadonlyMap<string, readonly Control[]>
  /** Whether `controls` has every field that is on the page. */
  readonly knowsAll: boolean
  /** Returns why a user cannot change a field, as far as only the form can tell. */
  whyOff?(name: string): string | undefined
  set(fields: readonly FieldValue[]): void
  /** Checks fields, and shows their errors. */
  check(paths: readonly string[]): Promise<void>
  /** Removes the errors that checking showed. */
  clear(paths: readonly string[]): void
  /**
   * Submits the form. Resolves with the result of the application, or with undefined if the form is
   * invalid and shows that. `isUnsure`: the form may have refused without a word.
   */
  submit(
    ctx: ToolContext,
  ): Promise<{ readonly result: unknown; readonly isUnsure?: boolean } | undefined>
}
