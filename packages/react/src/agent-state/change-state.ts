import { DisabledToolError, type ToolContext, type ValidationIssue } from '@ambit/core'
import { takeBack } from '@ambit/core/put-back'

/** A value that a schema has checked, or what it finds wrong. */
export type Checked<State> =
  | { readonly value: State; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[]; readonly value?: undefined }

/** A state on a page, which the user and the agent may change at once. */
export interface EditedState<State> {
  readonly name: string
  /** Applies a patch to a state, and checks what that gives. */
  readonly apply: (now: State, patch: unknown) => Checked<State>
  readonly check: (value: unknown) => Checked<State>
  /** Returns what was last written in place of the state before it. */
  readonly asWritten: (state: State) => State
  /** Returns the state that the page shows. */
  readonly read: () => State
  readonly change: (toNext: (now: State) => State) => unknown
  readonly isThere: () => boolean
}

/**
 * Does what a patch asks for: merges its change of the state that was shown into the state of now.
 * Throws `DisabledToolError`, and changes nothing, if somebody else has changed the same since.
 */
export async function changeState<State>(
  { name, apply, check, asWritten, read, change, isThere }: EditedState<State>,
  patch: unknown,
  ctx: ToolContext,
  undo: boolean,
): Promise<void> {
  const before = asWritten(read())
  const base = ctx.base === undefined ? before : asWritten(ctx.base as State)
  const asked = apply(base, patch)
  const merge = (now: State): Checked<State> & { readonly names?: readonly string[] } => {
    if (now === base || asked.issues) return asked
    // The change turned round takes the base away, and puts in what is asked for.
    const { value, names } = takeBack({ before: asked.value, after: base }, now, name)
    return names.length > 0 ? { names, issues: [] } : check(value)
  }
  const { value: after, issues, names } = merge(before)
  if (names) throw new DisabledToolError(`set_${name}`, toWords(names, before), 'changed')
  if (issues) throw new Error('It changed, and the patch no longer fits.')
  ctx.base = asked.value
  await change((now) => {
    const next = merge(now)
    return next.issues ? now : next.value
  })
  if (!undo) return
  ctx.undo(async () => {
    if (!isThere()) throw new Error('That is no longer on the page.')
    const back = (now: State) => takeBack({ before, after }, now, name)
    const { stays } = back(read())
    await change((now) => back(now).value as State)
    if (stays !== undefined) throw new Error(stays)
  })
}

/** The most characters of a state that the refusal of a call tells. */
const mostTold = 300

/** Returns why a call is stale, and what is there now, for the model. */
function toWords(names: readonly string[], now: unknown): string {
  const what = names.map((name) => `“${name}”`).join(', ')
  const text = JSON.stringify(now)
  const is = text === undefined || text.length > mostTold ? '' : ` It is now ${text}.`
  return `${what} changed after the page was shown to you.${is} Look at the page as it is now, and call it again only if that is still right`
}
