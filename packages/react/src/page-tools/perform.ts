import type { ToolContext } from '@ambit/core'
import { isControl, readControls, setControls } from '../forms/controls.ts'
import { whyLocked } from '../forms/locked-controls.ts'
import type { Act, Args, PageAction } from './acts.ts'
import { noteBegun } from './begun.ts'
import { clean, everything, heldBy, isPrivate, labelsOf, placeOf, valueOf } from './control.ts'
import { type HeldRequest, holdRequests } from './held-requests.ts'
import { pressKey, pressOn } from './input-events.ts'
import { describeRef } from './refs.ts'
import { oneStep, type Target, untilUsable } from './target.ts'
import type { UsedPage } from './used-page.ts'

/** What is done with a control, and by which call. */
interface Performed {
  readonly ctx: ToolContext
  readonly page: UsedPage
  /** Whether a user has allowed the act, and so what it sends. */
  readonly isAllowed: boolean
}

/** Does an act, and returns what the model learns of it once the page rests. */
export async function perform(
  act: Act,
  args: Args,
  { ctx, page, isAllowed }: Performed,
): Promise<Readonly<Record<string, unknown>>> {
  const target = await untilUsable(act, args.ref, page, ctx.signal)
  const { pathname } = location
  const by = `${act.verb} ${describeRef(target.ref)}`
  const answers: Promise<boolean>[] = []
  const ask = (request: HeldRequest): Promise<boolean> => {
    const call = ctx.runTool('allow_request', { by, ...request })
    const answer = call.then(
      () => true,
      () => false,
    )
    answers.push(answer)
    return answer
  }
  const release = isAllowed ? undefined : holdRequests(ask)
  ctx.touched(target.element)
  noteBegun(ctx.idempotencyKey)
  try {
    const rested = runs[act.name](target, args, { ctx, page, ask })
    await rest(ctx.signal)
    rested?.()
    for (const answer of answers) await answer
    if (answers.length) await rest(ctx.signal)
  } finally {
    release?.()
  }
  const isRefused = (await Promise.all(answers)).includes(false)
  const value = valueOf(target.element, page.privacy)
  return {
    done: by,
    ...(value !== undefined && { value }),
    ...(isRefused && { refused: 'The user did not allow what it would have sent.' }),
    ...(location.pathname !== pathname && { page: location.pathname }),
  }
}

/** What an act may use of its call. */
interface ActCall {
  readonly ctx: ToolContext
  readonly page: UsedPage
  /** Asks the user whether a request may be sent. */
  readonly ask: (request: HeldRequest) => Promise<boolean>
}

/** Does an act. Returns what to do once the page rests. */
type Run = (target: Target, args: Args, call: ActCall) => (() => void) | void

const runs: Readonly<Record<PageAction, Run>> = {
  press: ({ element }) => pressOn(element),
  press_key: ({ element }, { key = '' }) => pressKey(element, key),
  fill({ element, ref }, { text = '' }, { ctx, page }) {
    const before = heldBy(element)
    page.refs.write(element, () => write(element, text))
    if (text !== before && heldBy(element) === before) throw new Error('The page did not take it.')
    // What an editor shows is more than its text.
    return isControl(element) ? undoWith(ctx, page, { element, ref }, before) : undefined
  },
  choose({ element, ref }, { option }, { ctx, page }) {
    const { options, multiple, value } = element as HTMLSelectElement
    const found = [...options].filter(
      (one) =>
        [clean(one.label), one.value].includes(option ?? '') && !isPrivate(one, page.privacy),
    )
    const [chosen] = found
    const labels = labelsOf(options, page.privacy).join(', ')
    if (!chosen || found.length > 1)
      throw new Error(`It has ${found.length} such options, of ${labels}.`)
    const all = [readControls([element as HTMLSelectElement])].flat() as string[]
    const others = multiple ? all.filter((one) => one !== chosen.value) : []
    const isAdded = !multiple || others.length === all.length
    const now = multiple ? [...others, ...(isAdded ? [chosen.value] : [])] : chosen.value
    page.refs.write(element, () => write(element, now))
    return undoWith(ctx, page, { element, ref }, multiple ? all : value)
  },
  open_link({ element }, _args, { ask }) {
    const { href, origin } = element as HTMLAnchorElement
    const load = (event: Event): void => {
      // A router of the page has opened it, or it leads to a place on this page.
      if (event.defaultPrevented || origin !== location.origin || isSamePage(href)) return
      event.preventDefault()
      void ask({ method: 'GET', url: href }).then((isAllowed) => isAllowed && location.assign(href))
    }
    addEventListener('click', load, { once: true })
    pressOn(element)
    removeEventListener('click', load)
  },
}

const isSamePage = (href: string): boolean =>
  href.includes('#') && href.split('#')[0] === location.href.split('#')[0]

/** Writes a text or the value of an option. Throws if a user could not. */
function write(element: HTMLElement, value: string | string[]): void {
  if (isControl(element)) {
    const why = whyLocked({ controls: [element], value })
    if (why !== undefined) throw new Error(why)
    for (const type of ['focus', 'focusin'])
      element.dispatchEvent(new FocusEvent(type, focus(type)))
    setControls([element], value)
    // A list of what to choose from stays open.
    const isOpen = element.matches('[role=combobox], [aria-autocomplete], [list]')
    for (const type of isOpen ? [] : ['blur', 'focusout'])
      element.dispatchEvent(new FocusEvent(type, focus(type)))
  } else {
    // An editor takes a text only where the selection is. The user's own focus comes back at once.
    const before = document.activeElement as HTMLElement | null
    element.focus({ preventScroll: true })
    getSelection()?.selectAllChildren(element)
    document.execCommand('insertText', false, String(value))
    before?.focus({ preventScroll: true })
  }
}

/** The focus itself stays with the user. The page hears of it, so that it checks what is filled. */
const focus = (type: string): FocusEventInit => ({
  bubbles: type.includes('in') || type.includes('out'),
  composed: true,
})

/**
 * Puts a value back, unless somebody has changed it since. Returns what to do once the page rests:
 * a page may write the value in its own form.
 */
function undoWith(
  ctx: ToolContext,
  page: UsedPage,
  { element: field, ref: { id, name } }: Target,
  before: string | string[],
): () => void {
  const after = heldBy(field)
  let written = hold(id, page)
  ctx.undo(() => {
    const element = written() as HTMLElement | undefined
    if (!element) throw new Error(`“${name}” has changed since.`)
    page.refs.write(element, () => write(element, before))
  })
  return () => {
    if (document.activeElement !== field && isAlike(heldBy(field), after)) page.refs.note(field)
    written = hold(id, page)
  }
}

/**
 * Returns a function that gives the element of a ref, or none if the ref is another one by now. It
 * also gives none once the element or its row has changed.
 */
function hold(id: string, { refs, privacy }: UsedPage): () => Element | undefined {
  const element = refs.find(id, privacy)
  const describe = (one: Element): string => heldBy(one) + placeOf(one, everything)
  const now = element && describe(element)
  return () => (element?.isConnected && describe(element) === now ? element : undefined)
}

/** Whether a page has only written a value in its own form, such as `3.50` for `3.5`. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map(
    (each) => Number(each) || each.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase(),
  )
  return a === b
}

/** The time for which nothing changes on a page that rests, and the longest wait for it, in ms. */
const QUIET = 80
const LONGEST = 1_500

/** Resolves once the page has not changed for a moment: only then is known what an act sends. */
export async function rest(signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  let changed = begun
  const observer = new MutationObserver(() => (changed = performance.now()))
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  do await oneStep()
  while (!signal.aborted && performance.now() < Math.min(changed + QUIET, begun + LONGEST))
  observer.disconnect()
}
