import type { ToolContext } from '@ambit/core'
import type { FormPort } from './form-port.ts'

/** The part of a React Hook Form that the tools use: `useForm` or `useFormContext` returns it. */
export interface HookFormLike<Values, Submitted = Values> {
  getValues(): unknown
  setValue(
    name: never,
    value: never,
    options?: { shouldDirty?: boolean; shouldTouch?: boolean },
  ): void
  trigger(names?: never): Promise<boolean>
  clearErrors?(names?: never): void
  readonly formState: {
    readonly errors: object
    readonly isSubmitting: boolean
    readonly defaultValues?: unknown
  }
  handleSubmit(
    onValid: (values: Submitted) => unknown,
    onInvalid?: () => unknown,
  ): () => Promise<unknown>
  /** Tells the type of the form's values. It is never called. */
  reset(values?: (values: Values) => Values): void
}

/** Whether a form is one of React Hook Form. */
export const isHookForm = (form: object): form is HookFormLike<unknown, unknown> =>
  'handleSubmit' in form

/** Wraps a React Hook Form. Reads `formState` while rendering, so that a change re-renders. */
export function toHookFormPort(
  form: HookFormLike<unknown, unknown>,
  onSubmit: ((values: never, ctx: ToolContext) => unknown) | undefined,
): FormPort {
  const { errors, isSubmitting, defaultValues } = form.formState
  return {
    get values() {
      return form.getValues() as Record<string, unknown>
    },
    errors: Object.fromEntries(messagesIn(errors, '')),
    isSubmitting,
    // `reset` and the option `values` give the form another thing to edit.
    edits: defaultValues,
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

/**
 * Yields the messages of errors, which are nested like the values. Not every error has a message.
 */
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
