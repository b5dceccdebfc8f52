import { DisabledToolError, type ToolContext } from '@ambit/core'
import { isDisabled } from '../tools/can-press.ts'
import {
  type Control,
  disabled,
  notShown,
  ofUser,
  readControls,
  type Shown,
  shows,
} from './controls.ts'
import { type FieldValue, isIn, readPath } from './form-fields.ts'
import { choicesWithoutName, whyLocked } from './locked-controls.ts'
import { copyOf, type FormView, isEqual, type MountedForm, valuesOf } from './mounted-form.ts'

/** The result of filling. */
export interface FilledForm extends Pick<FormView, 'errors'> {
  /** The paths of the fields that have their new values on the page. */
  readonly filled: readonly string[]
  /** Why the other fields do not have theirs, by their paths. */
  readonly notFilled?: Readonly<Record<string, string | undefined>> | undefined
  /** What the page shows of those of `filled` that it shows in another form, by their paths. */
  readonly shown?: Readonly<Record<string, unknown>> | undefined
}

/** The result of submitting. */
export type SubmittedForm =
  | { readonly submitted: true; readonly result: unknown }
  | { readonly submitted: false; readonly errors: FormView['errors'] }
  | { readonly submitted: 'unknown'; readonly why: string }

/**
 * Sets the fields that a user could set, and checks them as the form checks the input of a user.
 * Then reads each of them back: the result says what is on the page, whatever was set. `about`
 * tells what the form is for.
 */
export async function fillForm(
  form: MountedForm,
  args: Record<string, unknown>,
  ctx: ToolContext,
  about: () => string,
): Promise<FilledForm> {
  const { port, fields, nextCommit } = form
  const values = valuesOf(form)
  const seen = fields.pick(values)
  const base = ctx.base ? fields.pick(ctx.base) : seen
  const asked = fields
    .toFields(args)
    .map((field) => new Filling(form, field, { base, seen, values }))
  const set = asked.filter(({ why }) => why === undefined)
  const before = set.map(({ path, before }): FieldValue => [path, before])
  let after = set.map(({ path, value }): FieldValue => [path, value])
  const paths = pathsOf(after)
  let page = copyOf(form)
  port().set(after)
  if (set.some(({ value, before }) => !isEqual(value, before))) {
    const thing = about()
    ctx.undo(() => {
      if (form.isMounted() && about() !== thing)
        throw new Error('The form is for something else now.')
      return restore(form, before, after)
    })
  }
  const show = async (): Promise<void> => {
    await nextCommit()
    const now = copyOf(form)
    const own = Object.entries(now).filter(([key, value]) => !isEqual(value, page[key]))
    if (ctx.base) ctx.base = { ...ctx.base, ...Object.fromEntries(own) }
    page = now
  }
  await show()
  // What is in a field after this, a user may have typed.
  after = valuesAt(form, after)
  if (set.length) await port().check(paths)
  await nextCommit()
  const unseen = before.filter((_, at) => set[at]?.readBack() === 'unseen')
  if (unseen.length) {
    // A user who goes on with the form must not save what the page does not show.
    port().set(unseen)
    port().clear(pathsOf(unseen))
    await show()
  }
  const left = asked.filter(({ why }) => why !== undefined)
  const other = set.filter(({ shown }) => shown !== undefined)
  return {
    filled: pathsOf(after).filter((path) => !left.some((other) => other.path === path)),
    ...(left.length && { notFilled: Object.fromEntries(left.map(({ path, why }) => [path, why])) }),
    ...(other.length && {
      shown: Object.fromEntries(other.map(({ path, shown }) => [path, shown])),
    }),
    errors: port().errors,
  }
}

/** The values of a form before it is filled. */
interface Page {
  /** What the model was shown, with what its own calls have made of it. */
  readonly base: object
  /** What it would be shown now. */
  readonly seen: object
  readonly values: Record<string, unknown>
}

/** A field that is being filled. */
class Filling {
  readonly path: string
  readonly value: unknown
  readonly before: unknown
  /** Why the field does not get its value, or has not got it. */
  why: string | undefined
  /** What the page shows in place of the value that the form has. */
  shown: unknown
  readonly #form: MountedForm
  readonly #seen: unknown
  /** The choices that may be those of a field that no control has the name of. */
  readonly #nameless: readonly Shown[]

  constructor(form: MountedForm, [path, value]: FieldValue, page: Page) {
    this.path = path
    this.value = value
    this.before = readPath(page.values, path)
    this.#form = form
    this.#nameless = this.#named(value).length ? [] : choicesWithoutName(this.before, value)
    this.#seen = this.#read()
    if (!isEqual(this.before, value)) this.why = this.#whyNotSeen(page) ?? this.#whyLocked()
  }

  /**
   * Why a field stays that is not as the model was shown it. A list stays too if it was not shown
   * all of it, because it would be set as a whole.
   */
  #whyNotSeen({ base, seen }: Page): string | undefined {
    const shown = readPath(seen, this.path)
    if (!isEqual(readPath(base, this.path), shown)) return 'The user has changed it.'
    const all = readPath(this.#form.port().values, this.path)
    return Array.isArray(all) && !isEqual(all, shown) ? 'It has fields of the user.' : undefined
  }

  /** Compares the page with what was set. `unseen`: the form has a value that the page hides. */
  readBack(): 'unseen' | undefined {
    if (this.#isMissing()) {
      this.why = notShown
      return 'unseen'
    }
    const now = readPath(valuesOf(this.#form), this.path)
    const isSet = isEqual(now, this.value)
    if (this.#isShown(this.value) ?? isSet) return undefined
    const seen = this.#read()
    const isOther = !nothing.includes(seen) && !isEqual(seen, this.#seen)
    // A field may show its value in another form, such as an amount with its currency.
    if (isSet && isOther) {
      this.shown = seen
      return undefined
    }
    const isKnown = isOther || this.#isShown(now) === undefined
    this.why = isKnown ? `It is ${JSON.stringify(now)} now.` : unchanged
    if (!isKnown) hintToShow(this.#form.name, this.path)
    return this.#isShown(now) === false ? 'unseen' : undefined
  }

  #whyLocked(): string | undefined {
    const port = this.#form.port()
    for (const [name, controls] of new Map([[this.path, []], ...this.#controls()])) {
      const value = this.#part(this.value, name)
      if (value === undefined) continue
      if (this.#form.passwords.has(name)) return ofUser
      const isSame = isEqual(value, this.#part(this.before, name))
      const why = (isSame ? undefined : port.whyOff?.(name)) ?? whyLocked({ controls, value })
      if (why !== undefined) return name === this.path ? why : `${name}: ${why}`
    }
    const reasons = this.#nameless.map(whyLocked)
    return reasons.includes(undefined) ? undefined : reasons[0]
  }

  /** Whether nothing on the page shows the field. */
  #isMissing(): boolean {
    const port = this.#form.port()
    const names = [...port.controls().keys()]
    return port.knowsAll && !names.some((name) => isIn(name, this.path) || isIn(this.path, name))
  }

  /** Whether the page shows a value; undefined if no control is known to be of the field. */
  #isShown(value: unknown): boolean | undefined {
    const named = this.#named(value)
    if (named.length) return named.every(shows)
    const there = this.#nameless.filter((one) => one.controls.every((own) => own.isConnected))
    return there.length ? there.some(({ controls }) => shows({ controls, value })) : undefined
  }

  /** Returns what the first control shows, as it is. */
  #read(): unknown {
    const [first] = this.#named(this.value)
    return first && readControls(first.controls)
  }

  /** Returns the controls of the field and of those in it, with the values that they get. */
  #named(value: unknown): Shown[] {
    return this.#controls()
      .map(([name, controls]) => ({ controls, value: this.#part(value, name) }))
      .filter((one) => one.controls.length > 0 && one.value !== undefined)
  }

  #controls(): [string, readonly Control[]][] {
    return [...this.#form.port().controls()].filter(([name]) => isIn(name, this.path))
  }

  #part(value: unknown, name: string): unknown {
    return name === this.path ? value : readPath(value, name.slice(this.path.length + 1))
  }
}

const nothing: readonly unknown[] = [undefined, null, '']

const unchanged = 'The page does not show a new value, so it is as it was.'

const hinted = new Set<string>()

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Warns once per field, in development, that the page does not follow the form. */
function hintToShow(form: string, path: string): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production' || hinted.has(`${form} ${path}`)) return
    hinted.add(`${form} ${path}`)
    console.warn(
      `[ambit] The field "${path}" of the form "${form}" did not show what was filled in, so it was left as it was. A component with \`defaultValue={field.value}\` keeps its first value: write \`value={field.value}\`. If only the application sets it, as a hidden input with \`value\`, leave it out of the schema.`,
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}

/** Fills fields that show an error. Throws if a field shows none. */
export function correctForm(
  form: MountedForm,
  args: Record<string, unknown>,
  ctx: ToolContext,
  about: () => string,
): Promise<FilledForm> {
  const wrong = Object.keys(form.port().errors)
  for (const [path] of form.fields.toFields(args)) {
    if (wrong.some((field) => isIn(field, path) || isIn(path, field))) continue
    throw new Error(`"${path}" shows no error. These do: ${wrong.join(', ') || 'none'}.`)
  }
  return fillForm(form, args, ctx, about)
}

/**
 * Submits the form. `submitted` is false if the form then shows errors. Throws `DisabledToolError`
 * if the user has gone on with the form since the model was shown it, or could not submit it now.
 */
export async function submitForm(form: MountedForm, ctx: ToolContext): Promise<SubmittedForm> {
  const base = ctx.base as Record<string, unknown> | undefined
  const now = copyOf(form)
  const changed = Object.keys(base ?? {}).filter((key) => !isAlike(base?.[key], now[key]))
  if (changed.length && now !== form.previewed)
    throw new DisabledToolError(`submit_${form.name}`, toWords(changed), 'changed')
  const element = [...form.port().controls().values()].flat()[0]?.form
  const all = [...(element?.elements ?? [])] as Control[]
  const buttons: Element[] = all.filter(({ type }) => /^(submit|image)$/.test(type))
  if (element && (buttons.length ? buttons : [element]).every(isDisabled))
    throw new DisabledToolError(`submit_${form.name}`, disabled)
  // A browser does not submit it either, where its button is one that submits.
  if (element && buttons.length && !element.noValidate && !element.reportValidity()) {
    await form.port().check([...form.port().controls().keys()])
    const messages = all.map(({ name, id, validationMessage: text }) => [name || id, text])
    const own = Object.fromEntries(messages.filter(([, text]) => text)) as FormView['errors']
    return { submitted: false, errors: { ...own, ...form.port().errors } }
  }
  // Many forms leave the page when they are submitted, or while they are.
  ctx.outlive()
  const outcome = await form.port().submit(ctx)
  await form.nextCommit()
  // A form that left the page was accepted. One that is still there may show errors of the server.
  const errors = form.isMounted() ? form.port().errors : {}
  if (!outcome || Object.keys(errors).length > 0) return { submitted: false, errors }
  if (outcome.isUnsure) return { submitted: 'unknown', why: unsure }
  return { submitted: true, result: outcome.result }
}

/** Whether two values of a field are the same. A field that comes to the page is empty. */
const isAlike = (a: unknown, b: unknown): boolean =>
  isEqual(a, b) || (nothing.includes(a) && nothing.includes(b))

/** Returns why a form is not submitted as it is now, for the model. */
const toWords = (fields: readonly string[]): string =>
  `${fields.map((name) => `“${name}”`).join(', ')} changed after the page was shown to you`

const unsure = 'The form returned nothing. It may have refused, so do not say that it was sent.'

/**
 * Restores the old values of the fields. Throws if a field has another value since: that one stays.
 */
async function restore(
  form: MountedForm,
  before: readonly FieldValue[],
  after: readonly FieldValue[],
): Promise<void> {
  if (!form.isMounted()) throw new Error('The form is no longer on the page.')
  const now = valuesAt(form, after)
  const isSame = (at: number): boolean => isEqual(now[at]?.[1], after[at]?.[1])
  const back = before.filter((_, at) => isSame(at))
  const paths = pathsOf(back)
  form.port().set(back)
  form.port().clear(paths)
  await form.nextCommit()
  // A form that was reset may have the old value already.
  const isOld = (at: number): boolean => isEqual(now[at]?.[1], before[at]?.[1])
  const stays = pathsOf(before.filter((_, at) => !isSame(at) && !isOld(at)))
  if (stays.length === 0) return
  throw new Error(
    `${stays.join(', ')} changed since and ${stays.length > 1 ? 'stay as they are' : 'stays as it is'}.`,
  )
}

const pathsOf = (fields: readonly FieldValue[]): string[] => fields.map(([path]) => path)

/** Returns the values of fields as they stay. */
const valuesAt = (form: MountedForm, fields: readonly FieldValue[]): FieldValue[] => {
  const values = copyOf(form)
  return fields.map(([path]) => [path, readPath(values, path)])
}
