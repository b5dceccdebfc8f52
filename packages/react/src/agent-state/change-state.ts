import type { ToolContext, ValidationIssue } from '@ambit/core'
import { carryMoved, carryOver, isSame, refuseChange, takeBack } from '@ambit/core/put-back'
import type { Dispatch, SetStateAction } from 'react'
import type { ScopeRegistration } from '../tools/scope-registration.ts'
import type { Pair } from './use-agent-state.ts'

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
  /** The state that the page shows, and what replaces it. */
  readonly committed: { readonly current: Pair<State> }
  /** The function that replaces the state, if the hook itself keeps it. */
  readonly setOwn: Dispatch<SetStateAction<State>>
  /** What was last written in place of a state that the page shows. */
  readonly written: Map<State, State>
  readonly scope: Pick<ScopeRegistration, 'registered' | 'about'>
  /** What the scope was about when the call began. */
  readonly about: unknown
}

/** Whether the state is still on the page, and about the same thing. */
const isThere = ({ scope, about }: Pick<EditedState<unknown>, 'scope' | 'about'>): boolean =>
  scope.registered !== undefined && scope.about() === about

/**
 * Does what a patch asks for: merges its change of the state that was shown into the state of now.
 * Members that the schema drops or alters stay as they are, unless the patch changes them. Throws
 * `DisabledToolError`, and changes nothing, if somebody else has changed the same since.
 */
export async function changeState<State>(
  state: EditedState<State>,
  patch: unknown,
  ctx: ToolContext,
  undo: boolean,
): Promise<void> {
  const { name, apply, check, committed } = state
  const base = asWritten(state, ctx.base === undefined ? committed.current[0] : (ctx.base as State))
  const { value: asked, issues } = apply(base, patch)
  if (issues) throw new Error(unfit)
  const shown = check(base)
  const known = shown.issues ? base : shown.value
  const wanted = carryMoved(base, known, carryOver(base, known, asked))
  const merge = (now: State): unknown => {
    if (now === base) return wanted
    // The change turned round takes the base away, and puts in what is asked for.
    const { value, names } = takeBack({ before: wanted, after: base }, now, name)
    names.push(...keptOf(patch, name, base, wanted, now))
    if (names.length) throw refuseChange(`set_${name}`, names)
    if (check(value).issues) throw new Error(unfit)
    return value
  }
  let before = base
  let after = base
  await replace(state, (now) => {
    before = now
    after = merge(now) as State
    return after
  })
  ctx.base = wanted
  if (!undo) return
  ctx.undo(async () => {
    if (!isThere(state)) throw new Error(gone)
    let left: string | undefined
    await replace(state, (now) => {
      const { value, stays } = takeBack({ before, after }, now, name)
      const isFit = !check(value).issues
      left = isFit ? stays : 'It was changed since and stays as it is.'
      return isFit ? (value as State) : now
    })
    if (left !== undefined) throw new Error(left)
  })
}

/**
 * Returns the names of what a patch wants as it was shown, and somebody has changed since. Lists
 * are left out: what a patch does not change in one stays as it is now.
 */
function keptOf(patch: unknown, name: string, ...states: readonly unknown[]): string[] {
  const isWhole = Array.isArray(patch) || Object(patch) !== patch
  const membersOf = (value: unknown): Record<string, unknown> =>
    isWhole ? { [name]: value } : Object(value)
  return Object.keys(membersOf(patch)).filter((key) => {
    const [shown, asked, now] = states.map((state) => membersOf(state)[key])
    return !Array.isArray(asked) && isSame(shown, asked) && !isSame(shown, now)
  })
}

const gone = 'That is no longer on the page.'

const unfit = 'It changed, and the patch no longer fits.'

const asWritten = <State>({ written }: EditedState<State>, state: State): State =>
  written.has(state) ? (written.get(state) as State) : state

/**
 * Replaces the state by what a function makes of the state of now. Rejects with what that throws,
 * and changes nothing then.
 */
async function replace<State>(
  state: EditedState<State>,
  toNext: (now: State) => State,
): Promise<void> {
  const { committed, setOwn, written } = state
  const [before, set] = committed.current
  if (set !== setOwn) {
    const next = toNext(asWritten(state, before))
    const setting = set(next)
    // A server may have a state long before the page shows it.
    if (!(setting instanceof Promise)) return
    await setting
    if (committed.current[0] === before) written.set(before, next)
    return
  }
  let outcome: { readonly thrown?: unknown } | undefined
  let isOver = false
  // As with any functional update, changes that are not committed yet come first.
  setOwn((now) => {
    if (isOver) return now
    try {
      const next = toNext(now)
      outcome = {}
      return next
    } catch (thrown) {
      outcome = { thrown }
      return now
    }
  })
  // With such changes, React calls the function when it renders.
  while (!outcome && isThere(state)) await new Promise((resolve) => setTimeout(resolve))
  isOver = true
  if (!outcome) throw new Error(gone)
  if ('thrown' in outcome) throw outcome.thrown
}
