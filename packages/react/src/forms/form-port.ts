import type { ToolContext } from '@ambit/core'
import type { FieldValue } from './form-fields.ts'

/** A form as its tools use it, whatever library it is made with. */
export interface FormPort {
  /** As they are now. */
  readonly values: Record<string, unknown>
  /** What the person is shown, by the fields' paths. */
  readonly errors: Readonly<Record<string, string>>
  readonly isSubmitting: boolean
  set(fields: readonly FieldValue[]): void
  /** Checks fields, and shows what is wrong with them. */
  check(paths: readonly string[]): Promise<void>
  /** Takes back what checking showed. */
  clear(paths: readonly string[]): void
  /** What the application's submit returned, or undefined where the form is not valid, which is shown. */
  submit(ctx: ToolContext): Promise<{ readonly result: unknown } | undefined>
}
