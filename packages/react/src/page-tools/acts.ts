import {
  type AnyTool,
  type AssistantToolCall,
  DisabledToolError,
  jsonSchema,
  Tool,
  type ToolContext,
  type UnknownCall,
} from '@ambit/core'
import { isControl, readControls, setControls } from '../forms/controls.ts'
import { whyLocked } from '../forms/locked-controls.ts'
import {
  clean,
  isHarmless,
  isPrivate,
  isSecret,
  heldBy,
  labelsOf,
  reasonOf,
  takesText,
  valueOf,
} from './control.ts'
import { type HeldRequest, holdRequests } from './held-requests.ts'
import { pressKey, pressOn } from './input-events.ts'
import { describeRef, type Ref } from './refs.ts'
import { isShown, ofChat, shownFor, sightAround, whyNotUsable } from './sight.ts'
import type { UsedPage } from './used-page.ts'

/** What the agent does with a control. */
export type PageAction = 'press' | 'press_key' | 'fill' | 'choose' | 'open_link'

/** A control that an act is for, as it is now. */
interface Target {
  readonly element: HTMLElement
  readonly ref: Ref
}

interface Args {
  readonly ref: string
  /** What `fill` writes, the option that `choose` takes, or the key of `press_key`. */
  readonly text?: string
  readonly option?: string
  readonly key?: string
}

/** One thing that an agent can do with a control. */
interface Act {
  readonly name: PageAction
  /** What the application must allow. */
  readonly needs: 'press' | 'fill' | 'links'
  readonly description: string
  /** The verb of the question to the user. */
  readonly verb: string
  /** The schema of the argument beside `ref`. */
  readonly parameter?: Readonly<Record<string, object>>
  /** Returns why it is nothing to do with such a control; undefined if it is. */
  unfit?(target: Target): string | undefined
  /** Whether a user is asked. Default: never. */
  asks?(target: Target, args: Args): boolean
  /** Does it. Returns what to do once the page rests. */
  run(target: Target, args: Args, call: ActCall): (() => void) | void
}

/** What an act may use of its call. */
interface ActCall {
  readonly ctx: ToolContext
  readonly page: UsedPage
  /** Asks the user whether a request may be sent. */
  readonly ask: (request: HeldRequest) => Promise<boolean>
}

/** Returns the tools that use a page. */
export function toActs(page: UsedPage): AnyTool[] {
  const own = acts.filter(({ needs }) => page.allows(needs)).map((act) => toTool(act, page))
  return [...own, ...(own.length ? [allowRequest] : []), scrollTo(page), readMore(page)]
}

const pressAct: Act = {
  name: 'press',
  needs: 'press',
  verb: 'Press',
  description: 'Presses a control, as a user does.',
  unfit({ element, ref }) {
    if (element.matches('a[href]')) return 'it is a link: use open_link'
    return ref.role === 'file' ? 'only the user chooses files' : undefined
  },
  asks: ({ element, ref }) => !isHarmless(element, ref.role),
  run: ({ element }) => pressOn(element),
}

/** The keys that the agent may press. */
const keys = 'Enter Escape Space ArrowUp ArrowDown ArrowLeft ArrowRight Home End'.split(' ')

const keyAct: Act = {
  name: 'press_key',
  needs: 'press',
  verb: 'Press a key at',
  description: 'Presses a key at a control, such as an arrow in a list.',
  parameter: { key: { type: 'string', enum: keys } },
  asks: ({ element, ref }, { key }) =>
    /^(?:Enter|Space)$/.test(key ?? '') &&
    (!isHarmless(element, ref.role) || (element as HTMLInputElement).form !== undefined),
  run: ({ element }, { key = '' }) => pressKey(element, key),
}

const fillAct: Act = {
  name: 'fill',
  needs: 'fill',
  verb: 'Fill',
  description: 'Writes a text into a field, in place of what is there. Sends nothing.',
  parameter: { text: { type: 'string' } },
  unfit({ element }) {
    if (element.localName === 'select') return 'it is a list: use choose'
    return takesText(element) ? undefined : 'it takes no text: press it'
  },
  run({ element, ref }, { text = '' }, { ctx, page }) {
    const before = heldBy(element)
    write(element, text, page)
    if (text !== before && heldBy(element) === before) throw new Error('The page did not take it.')
    // What an editor shows is more than its text.
    return isControl(element) ? undoWith(ctx, page, { element, ref }, before) : undefined
  },
}

const chooseAct: Act = {
  name: 'choose',
  needs: 'fill',
  verb: 'Choose in',
  description:
    'Chooses an option of a list by its label. In a list of several, takes it back if it is chosen. Sends nothing.',
  parameter: { option: { type: 'string' } },
  unfit: ({ element }) =>
    element.localName === 'select'
      ? undefined
      : 'it is no list of the browser: press it, and then press the option',
  run({ element, ref }, { option }, { ctx, page }) {
    const { options, multiple, value } = element as HTMLSelectElement
    const found = [...options].filter(
      (one) =>
        [clean(one.label), one.value].includes(option ?? '') && !isPrivate(one, page.privacy),
    )
    const [chosen] = found
    const labels = labelsOf(options, page.privacy).join(', ')
    if (!chosen || found.length > 1)
      throw new Error(`It has ${found.length} such options. It has: ${labels}.`)
    const all = [readControls([element as HTMLSelectElement])].flat() as string[]
    const others = multiple ? all.filter((one) => one !== chosen.value) : []
    const isAdded = !multiple || others.length === all.length
    write(element, multiple ? [...others, ...(isAdded ? [chosen.value] : [])] : chosen.value, page)
    return undoWith(ctx, page, { element, ref }, multiple ? all : value)
  },
}

const linkAct: Act = {
  name: 'open_link',
  needs: 'links',
  verb: 'Open',
  description: 'Opens a link.',
  unfit({ element }) {
    if (!element.matches('a[href]')) return 'it is no link: press it'
    return /^(?:https?|mailto|tel):$/.test((element as HTMLAnchorElement).protocol)
      ? undefined
      : 'only the user opens such a link'
  },
  asks: ({ element, ref }) => {
    const { origin, target, download } = element as HTMLAnchorElement
    // A link that leads nowhere is a button.
    if (ref.role !== 'link' || /^#?$/.test(element.getAttribute('href') ?? '')) return true
    return origin !== location.origin || download !== '' || !/^(?:_self)?$/.test(target)
  },
  run({ element }, _args, { ask }) {
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

const acts: readonly Act[] = [pressAct, keyAct, fillAct, chooseAct, linkAct]

const isSamePage = (href: string): boolean =>
  href.includes('#') && href.split('#')[0] === location.href.split('#')[0]

/** Returns the tool of an act. */
function toTool(act: Act, page: UsedPage): AnyTool {
  const { name, verb, parameter = {} } = act
  const asks = (args: Args): boolean => isAsked(act, args, page)
  return new Tool<Args>({
    name,
    description: act.description,
    parameters: toSchema<Args>({ ref: ofPage, ...parameter }),
    result: { untrusted: true },
    visible: { outside: false },
    approval: {
      when: asks,
      preview: ({ ref: id, text, option, key }) => {
        const { element, ref } = find(name, id, page)
        const { href } = element as Partial<HTMLAnchorElement>
        return { in: ref.place || undefined, to: href, text, option, key }
      },
      binds: ({ ref }) => [page.refs.find(ref, page.privacy)],
      remember: false,
    },
    title: ({ ref }) => `${verb} “${page.refs.get(ref)?.name ?? ref}”?`,
    resume: { reconcile: askReconcile },
    handler: (args, ctx) => perform(act, args, { ctx, page, isAllowed: asks(args) }),
  }) as unknown as AnyTool
}

function isAsked(act: Act, args: Args, page: UsedPage): boolean {
  const target = find(act.name, args.ref, page)
  const { element, ref } = target
  const { role, name, place } = ref
  const own = page.asks?.({ action: act.name, element, role, name, place })
  return own ?? act.asks?.(target, args) ?? false
}

/** What is done with a control, and by which call. */
interface Performed {
  readonly ctx: ToolContext
  readonly page: UsedPage
  /** Whether a user has allowed the act, and so what it sends. */
  readonly isAllowed: boolean
}

/** Does an act, and returns what the model learns of it once the page rests. */
async function perform(
  act: Act,
  args: Args,
  { ctx, page, isAllowed }: Performed,
): Promise<Readonly<Record<string, unknown>>> {
  const target = await untilUsable(act, args.ref, page, ctx.signal)
  const { pathname } = location
  const by = `${act.verb} ${describeRef(target.ref)}`
  const answers: Promise<boolean>[] = []
  const ask = (request: HeldRequest): Promise<boolean> => {
    const call = ctx.runTool(allowRequest.name, { by, ...request })
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
    const row = act.needs === 'fill' ? page.refs.holdRow(target.element, page.privacy) : undefined
    const rested = act.run(target, args, { ctx, page, ask })
    await rest(ctx.signal)
    row?.()
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

/** Rejects if a call is for a control that is not what was read, or that nobody could use now. */
export async function requireReady(
  { name, arguments: args }: AssistantToolCall,
  page: UsedPage,
  signal: AbortSignal,
): Promise<void> {
  const { ref } = Object(args) as Partial<Args>
  const act = acts.find((one) => one.name === name)
  if (ref === undefined) return
  if (act) await untilUsable(act, ref, page, signal)
  else find(name, ref, page)
}

/** Returns the control of a ref. Throws an error that makes the call `stale` if it is another. */
function find(tool: string, id: string, { refs, privacy }: UsedPage): Target {
  const ref = refs.get(id)
  if (!ref) throw new DisabledToolError(tool, `the page has no ${id}`, 'changed')
  const element = refs.find(id, privacy)
  if (!element)
    throw new DisabledToolError(tool, `${id} is no longer ${describeRef(ref)}`, 'changed')
  return { element: element as HTMLElement, ref }
}

/** Returns the control of a ref, if a user could use it now. */
function requireUsable(act: Act, id: string, page: UsedPage): Target {
  const target = find(act.name, id, page)
  const refuse = (why: string): DisabledToolError => new DisabledToolError(act.name, why)
  const { element, ref } = target
  // The agent never answers what waits for the user, wherever the page shows it.
  if (page.agent.pending.getState().items.length > 0)
    throw refuse('something waits for the user, so nothing was done')
  if (element.closest(`${ofChat}, ${page.privacy.hide}`)) throw refuse('it is not for you')
  const own = page.toolsFor(element)
  if (own.length) throw refuse(`use ${own.join(' or ')} for it`)
  if (isControl(element) && isSecret(element)) throw refuse('only the user fills it in')
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
async function untilUsable(
  act: Act,
  id: string,
  page: UsedPage,
  signal: AbortSignal,
): Promise<Target> {
  const until = performance.now() + LONGEST_FADE
  while (whyNotUsable(find(act.name, id, page).element) && performance.now() < until) {
    signal.throwIfAborted()
    await oneStep()
  }
  return requireUsable(act, id, page)
}

/** Writes a text or the value of an option. Throws if a user could not. */
function write(element: HTMLElement, value: string | string[], { refs }: UsedPage): void {
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
  refs.note(element)
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
  let after = heldBy(field)
  ctx.undo(() => {
    const element = page.refs.find(id, page.privacy) as HTMLElement | undefined
    if (!element || heldBy(element) !== after) throw new Error(`“${name}” has changed since.`)
    write(element, before, page)
  })
  return () => {
    if (document.activeElement === field) return
    after = heldBy(field)
    page.refs.note(field)
  }
}

/** The question about a request that a press sends. Only the tools of the page call it. */
const allowRequest = new Tool<HeldRequest & { readonly by: string }>({
  name: 'allow_request',
  description: 'Asks the user about a request that a press sends.',
  visible: { model: false, outside: false },
  effect: 'destructive',
  parameters: jsonSchema<HeldRequest & { readonly by: string }>({ type: 'object' }),
  title: ({ by, method }) =>
    method === 'GET' ? `${by} loads another page. Allow it?` : `${by} sends something. Allow it?`,
  approval: {
    when: true,
    preview: ({ method, url, body = '' }) => ({
      request: `${method} ${url.replace(location.origin, '')}`,
      ...(body && { data: body }),
    }),
  },
  handler: () => null,
})

const scrollTo = (page: UsedPage): AnyTool =>
  new Tool<Pick<Args, 'ref'>>({
    name: 'scroll_to',
    effect: 'read',
    description: 'Scrolls to a ref. What the page loads late is then in its text.',
    visible: { outside: false },
    parameters: toSchema({ ref: ofPage }),
    handler: async ({ ref }, ctx) => {
      find('scroll_to', ref, page).element.scrollIntoView({ block: 'center', behavior: 'instant' })
      await rest(ctx.signal)
      return 'Done.'
    },
  }) as unknown as AnyTool

const readMore = (page: UsedPage): AnyTool =>
  new Tool<{ readonly after: string }>({
    name: 'read_more',
    effect: 'read',
    description: 'Returns the part of a long page after a ref.',
    result: { untrusted: true, toModel: (text) => String(text) },
    visible: { outside: false },
    parameters: toSchema({ after: ofPage }),
    handler: ({ after }) => {
      const element = page.refs.get(after)?.element.deref()
      if (!element?.isConnected)
        throw new DisabledToolError('read_more', `the page has no ${after}`, 'changed')
      return page.read(element)
    },
  }) as unknown as AnyTool

const ofPage = { type: 'string', description: 'A ref, as in the text of the page.' }

/** Returns the schema of arguments that are all required. */
const toSchema = <T>(properties: Readonly<Record<string, object>>) =>
  jsonSchema<T>({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  })

/** The time for which nothing changes on a page that rests, and the longest wait for it, in ms. */
const QUIET = 80
const LONGEST = 1_500

/** Resolves once the page has not changed for a moment: only then is known what an act sends. */
async function rest(signal: AbortSignal): Promise<void> {
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

const oneStep = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40))

/** The key of the act that was begun last, in the storage of this tab. */
const item = 'ambit-page-act'

/** Notes that a call acts now: the page may be loaded anew before it ends. */
function noteBegun(idempotencyKey: string): void {
  try {
    sessionStorage.setItem(item, idempotencyKey)
  } catch {
    // A page without a storage does not know it again.
  }
}

/**
 * Resolves with the result of a call that has acted before the page was loaded anew. One that has
 * not acted runs again, and finds its ref gone.
 */
async function askReconcile({
  idempotencyKey,
}: UnknownCall): Promise<{ readonly result: object } | undefined> {
  if (sessionStorage.getItem(item) !== idempotencyKey) return undefined
  return { result: { done: 'The page was loaded anew.', page: location.pathname } }
}
