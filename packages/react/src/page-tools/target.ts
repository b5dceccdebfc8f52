import { DisabledToolError } from '@ambit/core'
import { isSecret, reasonOf } from './control.ts'
import { describeRef, type Ref } from './refs.ts'
import { isShown, ofChat, shownFor, sightAround, whyNotUsable } from './sight.ts'
import type { UsedPage } from './used-page.ts'

/** A control that an act is for, as it is now. */
export interface Target {
  readonly element: HTMLElement
  readonly ref: Ref
}

/** The act that a control is for. */
interface Use {
  readonly name: string
  /** Returns why it is nothing to do with such a control; undefined if it is. */
  unfit?(target: Target): string | undefined
}

/** Returns the control of a ref. Throws an error that makes the call `stale` if it is another. */
export function find(tool: string, id: string, { refs, privacy }: UsedPage): Target {
  const ref = refs.get(id)
  if (!ref) throw new DisabledToolError(tool, `the page has no ${id}`, 'changed')
  const element = refs.find(id, privacy)
  if (!element)
    throw new DisabledToolError(tool, `${id} is no longer ${describeRef(ref)}`, 'changed')
  return { element: element as HTMLElement, ref }
}

/** Returns the control of a ref, if a user could use it now. */
function requireUsable(act: Use, id: string, page: UsedPage): Target {
  const target = find(act.name, id, page)
  const refuse = (why: string): DisabledToolError => new DisabledToolError(act.name, why)
  const { element, ref } = target
  // The agent never answers what waits for the user, wherever the page shows it.
  if (page.agent.pending.getState().items.length > 0)
    throw refuse('something waits for the user, so nothing was done')
  if (element.closest(`${ofChat}, ${page.privacy.hide}`)) throw refuse('it is not for you')
  const own = page.toolsFor(element)
  if (own.length) throw refuse(`use ${own.join(' or ')} for it`)
  if (isSecret(element)) throw refuse('only the user fills it in')
  const shown = shownFor(element)
  if (!isShown(shown, sightAround(shown))) throw refuse('the user cannot see it')
  const unfit = act.unfit?.(target)
  if (unfit) throw refuse(unfit)
  const why = whyNotUsable(element)
  if (why) {
    const said = reasonOf(element, page.privacy)
    throw refuse(`${describeRef(ref)} cannot be used: ${why}${said && ` (${said})`}`)
  }
  return target
}

/** The longest wait, in ms, for what is in front of a control to leave, such as a fading menu. */
const LONGEST_FADE = 1_000

/** Waits a moment for a control that cannot be used, because of what the call before has done. */
export async function untilUsable(
  act: Use,
  id: string,
  page: UsedPage,
  signal: AbortSignal,
): Promise<Target> {
  const until = performance.now() + LONGEST_FADE
  while (whyNotUsable(find(act.name, id, page).element) && performance.now() < until) {
    signal.throwIfAborted()
    await oneStep()
  }
  // The call may have been stopped while its code was fetched.
  signal.throwIfAborted()
  return requireUsable(act, id, page)
}

/** Resolves after a moment. */
export const oneStep = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40))
