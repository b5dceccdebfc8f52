import {
  type AnyTool,
  type AssistantToolCall,
  DisabledToolError,
  jsonSchema,
  Tool,
} from '@ambit/core'
import { askReconcile } from './begun.ts'
import { isHarmless, takesText } from './control.ts'
import type { HeldRequest } from './held-requests.ts'
import { find, type Target, untilUsable } from './target.ts'
import type { UsedPage } from './used-page.ts'

/** What the agent does with a control. */
export type PageAction = 'press' | 'press_key' | 'fill' | 'choose' | 'open_link'

/** The arguments of an act. */
export interface Args {
  readonly ref: string
  /** What `fill` writes, the option that `choose` takes, or the key of `press_key`. */
  readonly text?: string
  readonly option?: string
  readonly key?: string
}

/** One thing that an agent can do with a control. */
export interface Act {
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
}

/** The keys that the agent may press. */
const keys = 'Enter Escape Space ArrowUp ArrowDown ArrowLeft ArrowRight Home End'.split(' ')

const keyAct: Act = {
  name: 'press_key',
  needs: 'press',
  verb: 'Press a key at',
  description: 'Presses a key at a control.',
  parameter: { key: { type: 'string', enum: keys } },
  asks: ({ element, ref }, { key }) =>
    /^(?:Enter|Space)$/.test(key ?? '') &&
    (!isHarmless(element, ref.role) || (element as HTMLInputElement).form !== undefined),
}

const fillAct: Act = {
  name: 'fill',
  needs: 'fill',
  verb: 'Fill',
  description: 'Replaces the text of a field. Sends nothing.',
  parameter: { text: { type: 'string' } },
  unfit({ element }) {
    if (element.localName === 'select') return 'it is a list: use choose'
    return takesText(element) ? undefined : 'it takes no text: press it'
  },
}

const chooseAct: Act = {
  name: 'choose',
  needs: 'fill',
  verb: 'Choose in',
  description:
    'Chooses an option of a list by its label. In a list of several, takes back one that is chosen. Sends nothing.',
  parameter: { option: { type: 'string' } },
  unfit: ({ element }) =>
    element.localName === 'select'
      ? undefined
      : 'it is no list of the browser: press it, then the option',
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
      : 'only the user opens it'
  },
  asks: ({ element, ref }) => {
    const { origin, target, download } = element as HTMLAnchorElement
    // A link that leads nowhere is a button.
    if (ref.role !== 'link' || /^#?$/.test(element.getAttribute('href') ?? '')) return true
    return origin !== location.origin || download !== '' || !/^(?:_self)?$/.test(target)
  },
}

/** Fetches what acts. The error of a browser has an address, which is not for the model. */
const loadActs = () =>
  import('./perform.ts').catch(() => {
    throw new Error('A part of the page is missing: nothing was done.')
  })

const acts: readonly Act[] = [pressAct, keyAct, fillAct, chooseAct, linkAct]

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
    async handler(args, ctx) {
      const isAllowed = asks(args)
      const { perform } = await loadActs()
      return perform(act, args, { ctx, page, isAllowed })
    },
  }) as unknown as AnyTool
}

function isAsked(act: Act, args: Args, page: UsedPage): boolean {
  const target = find(act.name, args.ref, page)
  const { element, ref } = target
  const { role, name, place } = ref
  const own = page.asks?.({ action: act.name, element, role, name, place })
  return own ?? act.asks?.(target, args) ?? false
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

/** The question about a request that a press sends. Only the tools of the page call it. */
const allowRequest = new Tool<HeldRequest & { readonly by: string }>({
  name: 'allow_request',
  description: 'Asks the user about a request.',
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
    description: 'Scrolls to a ref. Then the page may load more.',
    visible: { outside: false },
    parameters: toSchema({ ref: ofPage }),
    handler: async ({ ref }, ctx) => {
      find('scroll_to', ref, page).element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { rest } = await loadActs()
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
