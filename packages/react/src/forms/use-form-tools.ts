import {
  AgentError,
  type Enabled,
  jsonSchema,
  type OptionNames,
  type StandardSchema,
  type Subject,
  type ToolContext,
  type ToolOptions,
  unavailable,
} from '@ambit/core'
import { useMemo, useRef, useState } from 'react'
import type { ScopeHandle } from '../tools/scope-registration.ts'
import type { DeepPartial } from '../tools/render-props.ts'
import { useCommitted, useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { useNames } from '../tools/use-names.ts'
import { useScopeRegistration } from '../tools/use-scope.tsx'
import { ruleOf } from '../tools/tool-options.ts'
import { useTool } from '../tools/use-tool.ts'
import { type FormElementRef, toElementFormPort } from './element-form.ts'
import { correctForm, fillForm, submitForm } from './form-actions.ts'
import { type FormFields, toFormFields } from './form-fields.ts'
import type { FormPort } from './form-port.ts'
import { type HookFormLike, isHookForm, toHookFormPort } from './hook-form.ts'
import { copyOf, type MountedForm, notePasswords, readForm } from './mounted-form.ts'
import { isPlainForm, type PlainForm, toPlainFormPort } from './plain-form.ts'

/** The options of a form's tools. */
export interface FormToolsOptions {
  /**
   * The name of the scope and the end of the tools' names: `fill_<name>`. At most 56 letters,
   * digits, `_` and `-`.
   */
  name: string
  /** The label for people. Default: the name. */
  label?: string | undefined
  /**
   * The purpose of the form in a few words for the model. The descriptions of the tools contain it.
   * Default: the label.
   */
  purpose?: string | undefined
  /** The availability of the form. Default: on while the component is mounted. */
  enabled?: Enabled | undefined
  /**
   * The thing that the form edits, such as the id of a customer: the `subject` of its scope.
   * Default: this mount of the form. It ends too if the default values of React Hook Form change,
   * a value of a {@link PlainForm}, or a hidden field of a `<form>`.
   */
  subject?: Subject | undefined
  /**
   * The options of the tool that submits, such as `effect` or `approval`. Default of
   * `approval.preview`: the values of the form.
   */
  submit?: SubmitOptions | undefined
}

/** The options of the tool that submits a form. */
export type SubmitOptions = Omit<
  ToolOptions<Record<string, never>, unknown>,
  'name' | 'description' | 'parameters' | 'handler' | 'enabled'
>

/** The options of a form's tools, for a form that does not submit its values itself. */
export interface SubmittedFormToolsOptions<Submitted> extends FormToolsOptions {
  /** Submits the values of a valid form. The model gets the return value. */
  onSubmit: (values: Submitted, ctx: ToolContext) => unknown
}

/** The options of a form's tools, for a `<form>` that may submit its values itself. */
export interface ElementFormToolsOptions extends FormToolsOptions {
  /**
   * Submits the values of a valid form, by the names of the elements. Default: the form is
   * submitted as by its button, and its result is not known.
   */
  onSubmit?: ((values: Record<string, unknown>, ctx: ToolContext) => unknown) | undefined
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<AnyOptions> = {
  enabled: 'disabled',
  label: 'title',
  name: 'id',
  onSubmit: 'handler',
  purpose: 'description',
  subject: '',
  submit: 'approval effect',
}

/**
 * Lets the agent work with a form while the component is mounted. Registers a scope whose context
 * is the values and the visible errors, with the tools `fill_<name>`, `correct_<name>`,
 * `submit_<name>` and `read_<name>`.
 *
 * The form checks the values of the agent like the input of a user, and the agent gets the errors
 * that the form shows. Of a {@link PlainForm} without `errors`, it gets those of the schema.
 * A tool sets only what a user could set now, and tells by name which fields do not show their new
 * values. Filling can be undone, except for fields that have changed since. Only what the model, or
 * a user who was asked, has seen is submitted. The tools, except `read_<name>`, are off while the
 * form loads its values or is being submitted.
 *
 * `schema` names the fields that the agent sees and fills, and describes them to the model. Other
 * fields, such as a password, are left to the user. So are files, and what else no JSON can say.
 * With zod 4, a member that has to be a `Date` is filled by its text.
 *
 * `form` is the result of `useForm` of React Hook Form, a {@link PlainForm}, or the ref of a
 * `<form>` whose fields have names. Returns the scope, for further tools. With a schema or a name
 * that no tool could have, all of it is left out, as `useTool` tells. So it is with an option that
 * does not exist.
 */
export function useFormTools(
  form: FormElementRef,
  schema: StandardSchema,
  options: ElementFormToolsOptions,
): ScopeHandle
export function useFormTools<Values extends object>(
  form: PlainForm<Values>,
  schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>,
  options: FormToolsOptions,
): ScopeHandle
// TypeScript explains the error of the last overload, so the most common form is last.
export function useFormTools<Values, Submitted = Values>(
  form: HookFormLike<Values, Submitted>,
  schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>,
  options: SubmittedFormToolsOptions<Submitted>,
): ScopeHandle
export function useFormTools(
  given: object,
  schema: StandardSchema,
  asked: AnyOptions,
): ScopeHandle {
  const options = asked ?? ({} as AnyOptions)
  const unknown = useNames('`useFormTools`', options, names)
  const { name, label = name, purpose = label, enabled, subject, submit } = options
  const wrong = whyNoForm(given, name)
  const form = wrong === undefined ? given : noForm
  const { fields, problem } = useFields(schema, name, wrong, 'current' in form)
  const mounted = useMountedForm(form, fields, options)
  const { port } = mounted
  const own = useFormSubject(port)
  const enabledNow = (): Idle => isIdle(port())
  const scope = useScopeRegistration(
    { name, label, enabled, subject: subject ?? own, context: () => toContext(mounted) },
    problem ?? unknown,
  )
  // What a user types into a form in React state is no other thing.
  const about = (): string => scope.about(subject !== undefined || !isPlainForm(form))
  const edits = (): unknown => copyOf(mounted)
  useTool({
    scope,
    name: `fill_${name}`,
    description: `Fill fields of the form "${purpose}". Give only those to set. Tells which are filled, and what it finds wrong. Does not submit it.`,
    parameters: fields.parameters,
    enabled: enabledNow,
    edits,
    handler: (args, ctx) => fillForm(mounted, args, ctx, about),
  })
  useTool({
    scope,
    name: `correct_${name}`,
    description: `Correct fields of the form "${purpose}" that show an error.`,
    parameters: fields.parameters,
    enabled: () => (enabledNow() === true ? showsError(port()) : enabledNow()),
    edits,
    handler: (args, ctx) => correctForm(mounted, args, ctx, about),
  })
  useTool<Record<string, never>, unknown>({
    // A user who is asked sees what is submitted.
    ...submit,
    approval: { preview: () => toPreview(mounted), ...ruleOf(submit ?? {}) },
    scope,
    edits,
    name: `submit_${name}`,
    description: `Submit the form "${purpose}" as it is filled. Tells its result, or what it finds wrong.`,
    enabled: enabledNow,
    handler: (_, ctx) => submitForm(mounted, ctx),
  })
  useTool({
    scope,
    name: `read_${name}`,
    description: `Read values and errors of the form "${purpose}".`,
    effect: 'read',
    handler: () => readForm(mounted),
  })
  return scope
}

/**
 * Returns a function that gives the id of what a form edits. It is another one for each mount, also
 * after a reload, which empties the form.
 */
function useFormSubject(port: () => FormPort): () => string {
  const [subject] = useState(() => {
    const mount = Math.random().toString(36).slice(2)
    let number = 0
    let last: string | undefined
    return () => {
      const now = toText(port().edits)
      if (now !== last) number++
      last = now
      return `${mount}.${number}`
    }
  })
  return subject
}

/** Returns a value as JSON; empty text if JSON cannot say it. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

type Idle = true | ReturnType<typeof unavailable>

const isIdle = ({ isLoading, isSubmitting }: FormPort): Idle =>
  isLoading
    ? unavailable('The form is loading its values')
    : !isSubmitting || unavailable('The form is being submitted')

/** Returns what a user who is asked sees, and may then be submitted. */
function toPreview(form: MountedForm): object {
  form.previewed = copyOf(form)
  return readForm(form).values
}

const toContext = (form: MountedForm): object => ({
  ...readForm(form),
  isSubmitting: form.port().isSubmitting,
})

const showsError = ({ errors }: { errors: object }): Idle =>
  Object.keys(errors).length > 0 || unavailable('No field shows an error')

declare const process: { readonly env: { readonly NODE_ENV?: string } }

type AnyOptions = FormToolsOptions & {
  onSubmit?: ((values: never, ctx: ToolContext) => unknown) | undefined
}

/** The form in place of one that is missing. */
const noForm: PlainForm<Record<string, never>> = {
  values: {},
  setValues: () => undefined,
  submit: () => undefined,
}

/** Returns why what was given is not a form that the tools can use; undefined if it is one. */
function whyNoForm(form: object | null, name: string): string | undefined {
  const isForm =
    typeof form === 'object' &&
    form !== null &&
    ('current' in form || isHookForm(form) || (!('handleSubmit' in form) && isPlainForm(form)))
  if (isForm) return undefined
  const why = `The form "${name}" has no tools.`
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return why
    return form
      ? `${why} It is neither of React Hook Form, nor a PlainForm, nor a ref. Name what is used of a form of another library: { values, setValues, submit, errors }.`
      : `${why} There is none. Give the result of useForm, a PlainForm or a ref; useFormContext() has none outside of a <FormProvider>.`
  } catch {
    // A page without a bundler has no `process`.
    return why
  }
}

/** Reads a form's schema. A schema that cannot be read has no fields, and a problem. */
const useFields: typeof readFields = (schema, name, wrong, isElement) =>
  useMemo(() => readFields(schema, name, wrong, isElement), [schema, name, wrong, isElement])

function readFields(
  schema: StandardSchema,
  name: string,
  wrong: string | undefined,
  isElement: boolean,
): { readonly fields: FormFields; readonly problem?: unknown } {
  try {
    if (wrong !== undefined) throw new AgentError(wrong)
    // The longest of the tools' names.
    return { fields: toFormFields(schema, `correct_${name}`, isElement) }
  } catch (problem) {
    return { fields: toFormFields(jsonSchema({ type: 'object' }), 'none'), problem }
  }
}

/** Returns the form of the latest committed render for the tools. */
function useMountedForm(
  form: object,
  fields: FormFields,
  { name, onSubmit }: AnyOptions,
): MountedForm {
  const nextCommit = useNextCommit()
  const checkedBySchema = useRef({ errors: {} })
  const checkedFields = useRef({ names: new Set<string>() })
  const toPort = (): FormPort => {
    if (isHookForm(form)) return toHookFormPort(form, onSubmit)
    if ('current' in form) {
      return toElementFormPort(form as FormElementRef, onSubmit, checkedFields.current)
    }
    const plain = form as PlainForm<Record<string, unknown>>
    return toPlainFormPort(plain, fields, checkedBySchema.current)
  }
  const committed = useCommitted({ port: toPort(), fields })
  const isMounted = useRef(false)
  useIsomorphicLayoutEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const mounted = useMemo(
    () => ({
      name,
      passwords: new Set<string>(),
      port: () => committed.current.port,
      get fields() {
        return committed.current.fields
      },
      nextCommit,
      isMounted: () => isMounted.current,
    }),
    [name, committed, nextCommit],
  )
  useIsomorphicLayoutEffect(() => notePasswords(mounted))
  return mounted
}

/**
 * Returns a function that resolves once all earlier updates are committed, or the component has
 * unmounted.
 */
function useNextCommit(): () => Promise<void> {
  const [shown, show] = useState(0)
  const waiting = useRef(new Map<number, () => void>())
  const state = useRef({ asked: 0, isMounted: false })
  useIsomorphicLayoutEffect(() => {
    const { current: all } = waiting
    const { current: now } = state
    now.isMounted = true
    return () => {
      now.isMounted = false
      for (const resolve of all.values()) resolve()
      all.clear()
    }
  }, [])
  useIsomorphicLayoutEffect(() => {
    for (const [ticket, resolve] of waiting.current) {
      if (ticket > shown) continue
      waiting.current.delete(ticket)
      resolve()
    }
  }, [shown])
  const [nextCommit] = useState(() => () => {
    const ticket = ++state.current.asked
    if (!state.current.isMounted) return Promise.resolve()
    return new Promise<void>((resolve) => {
      waiting.current.set(ticket, resolve)
      // The update has the same lane as the earlier ones, so React commits it with them.
      show(ticket)
    })
  })
  return nextCommit
}
