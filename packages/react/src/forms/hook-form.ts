import type { ToolContext } from '@ambit/core'
import type { FormPort } from './form-port.ts'

/** What this needs of a form of React Hook Form: what `useForm` or `useFormContext` returns. */
export interface HookFormLike<Values, Submitted = Values> {
  getValues(): unknown
  setValue(
    name: never,
    value: never,
    options?: { shouldDirty?: boolean; shouldTouch?: boolean },
  ): void
  trigger(names?: never): Promise<boolean>
  clearErrors?(names?: never): void
  readonly formState: { readonly errors: object; readonly isSubmitting: boolean }
  handleSubmit(
    onValid: (values: Submitted) => unknown,
    onInvalid?: () => unknown,
  ): () => Promise<unknown>
  /** Only its type is used: it says what the form's values are. */
  reset(values?: (values: Values) => Values): void
}

export const isHookForm = (form: object): form is HookFormLike<unknown, unknown> =>
  'handleSubmit' in form

/** A form of React Hook Form. Read while rendering, so that it says when what is read here changes. */
export function toHookFormPort(
  form: HookFormLike<unknown, unknown>,
  onSubmit: ((values: never, ctx: ToolContext) => unknown) | undefined,
): FormPort {
  const { errors, isSubmitting } = form.formState
  return {
    get values() {
      return form.getValues() as Record<string, unknown>
    },
    errors: Object.fromEntries(messagesIn(errors, '')),
    isSubmitting,
    set: (fields) => {
      for (const [path, value] of fields) {
        form.setValue(path as never, value as never, { shouldDirty: true, shouldTouch: true })
      }
    },
    check: async (paths) => void (await form.trigger(paths as never)),
    clear: (paths) => form.clearErrors?.(paths as never),
    submit: async (ctx) => {
      let outcome: { readonly result: unknown } | undefined
      await form.handleSubmit(
        async (values) => {
          outcome = { result: await onSubmit?.(values as never, ctx) }
        },
        () => undefined,
      )()
      return outcome
    },
  }
}

/** Errors are nested as the values are; one has a `type`, and a message where somebody wrote it. */
function* messagesIn(errors: object, prefix: string): Generator<[string, string]> {
  for (const [key, error] of Object.entries(errors) as [string, unknown][]) {
    if (typeof error !== 'object' || error === null || key === 'ref') continue
    const { type, message } = error as { type?: unknown; message?: unknown }
    const path = prefix + key
    if (typeof type === 'string' || typeof message === 'string') {
      yield [path, String(message || type)]
    } else {
      yield* messagesIn(error, `${path}.`)
    }
  }
}
