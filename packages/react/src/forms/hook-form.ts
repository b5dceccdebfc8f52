import type { ToolContext } from '@ambit/core'
import { type Control, disabled, isControl, isHidden, notShown } from './controls.ts'
import { isIn, readPath } from './form-fields.ts'
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
    readonly isLoading?: boolean
    readonly disabled?: boolean
    readonly defaultValues?: unknown
  }
  handleSubmit(
    onValid: (values: Submitted) => unknown,
    onInvalid?: () => unknown,
  ): () => Promise<unknown>
  readonly control?: object
  /** Tells the type of the form's values. It is never called. */
  reset(values?: (values: Values) => Values): void
}

/** Whether a form is one of React Hook Form. Other libraries have a `handleSubmit`, too. */
export const isHookForm = (form: object): form is HookFormLike<unknown, unknown> => {
  const { getValues, trigger, formState } = form as Record<string, unknown>
  return typeof getValues === 'function' && typeof trigger === 'function' && Boolean(formState)
}

/** Wraps a React Hook Form. Reads `formState` while rendering, so that a change re-renders. */
export function toHookFormPort(
  form: HookFormLike<unknown, unknown>,
  onSubmit: ((values: never, ctx: ToolContext) => unknown) | undefined,
): FormPort {
  const { formState } = form
  const { errors, isSubmitting, isLoading = false, defaultValues } = formState
  const { _fields, _names } = (form.control ?? {}) as HookControl
  return {
    get values() {
      return form.getValues() as Record<string, unknown>
    },
    errors: Object.fromEntries(messagesIn(errors, '')),
    isSubmitting,
    isLoading,
    // `reset` and the option `values` give the form another thing to edit.
    edits: defaultValues,
    controls: () => controlsIn({ _fields, _names }, form.getValues()),
    knowsAll: true,
    whyOff: (name) => {
      const { disabled: names = [] } = _names ?? {}
      if (formState.disabled || [...names].some((other) => isIn(name, other))) return disabled
      const own = new Map(fieldsIn(_fields, '')).get(name)
      return own?.length && own.every(isHidden) ? notShown : undefined
    },
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

/** What a control of React Hook Form knows of its fields. */
interface HookControl {
  /** The fields, nested like the values. Each has its own data as `_f`. */
  readonly _fields?: object | undefined
  readonly _names?:
    | { readonly array?: ReadonlySet<string>; readonly disabled?: ReadonlySet<string> }
    | undefined
}

/** What React Hook Form has of one field. The `ref` of a `Controller` is not an element. */
interface HookField {
  readonly ref?: unknown
  readonly refs?: readonly unknown[]
  /** False once what showed the field has left the page. */
  readonly mount?: boolean
}

/**
 * Yields the fields that were registered, by their names. Each has its elements on the page, or
 * undefined if it is not there.
 */
function* fieldsIn(
  node: unknown,
  name: string,
): Generator<[string, readonly Control[] | undefined]> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node) as [string, HookField][]) {
    if (key === '_f') {
      const all = [...(value.refs ?? []), value.ref].filter(isControl)
      const own = all.filter(({ isConnected }) => isConnected)
      // A component may register a field that it does not render now.
      const isGone = value.mount === false || own.length < Math.min(1, all.length)
      yield [name, isGone ? undefined : own]
    } else yield* fieldsIn(value, name ? `${name}.${key}` : key)
  }
}

/**
 * Returns the fields on the page, each with its controls. What a `Controller` renders is found by
 * its name: in the form of the other fields. Without others, no second form may have that name.
 */
function controlsIn(
  { _fields, _names }: HookControl,
  values: unknown,
): Map<string, readonly Control[]> {
  const all = new Map(fieldsIn(_fields, ''))
  // A list may show its entries as something else than fields.
  for (const list of _names?.array ?? []) {
    const isOfFields = [...all.keys()].some((name) => isIn(name, list))
    if (!isOfFields || !Object(readPath(values, list)).length) all.set(list, [])
  }
  const forms = new Set([...all.values()].flatMap((own = []) => own.map(({ form }) => form)))
  const named = (name: string): readonly Control[] => {
    const found = [...(globalThis.document?.getElementsByName(name) ?? [])].filter(isControl)
    const own = forms.size ? forms : new Set(found.map(({ form }) => form))
    return own.size === 1 ? found.filter(({ form }) => own.has(form)) : []
  }
  return new Map(
    [...all].flatMap(([name, own]) => (own ? [[name, own.length ? own : named(name)]] : [])),
  )
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
