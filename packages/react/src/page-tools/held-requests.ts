import { sessionsPath } from '@ambit/protocol'

/** A request that a page is about to send. */
export interface HeldRequest {
  readonly method: string
  readonly url: string
  /** The beginning of the body, if it is text. */
  readonly body?: string | undefined
}

/** Resolves with whether a request may be sent. */
export type AskRequest = (request: HeldRequest) => Promise<boolean>

/** The most characters of a body that a card shows. */
const MOST_OF_BODY = 1_000

type Method = (this: XMLHttpRequest, ...args: unknown[]) => void
type Submit = (this: HTMLFormElement) => void

/** The methods that change nothing. */
const safe = /^(?:GET|HEAD|OPTIONS)$/i

/**
 * Holds each request by `fetch` and `XMLHttpRequest` that may change something until `ask` has
 * answered. The agent's own are not held, nor are those that an event of the user sends. Returns a
 * function that ends it; what is held by then still waits for its answer.
 *
 * It is a second net: a page that has kept `fetch`, a socket, a beacon or a later timer passes it.
 */
export function holdRequests(ask: AskRequest): () => void {
  const { fetch } = globalThis
  const { prototype } = XMLHttpRequest
  const open = Reflect.get(prototype, 'open') as Method
  const send = Reflect.get(prototype, 'send') as Method
  const opened = new WeakMap<XMLHttpRequest, HeldRequest & { readonly isAsync: boolean }>()
  const held: typeof fetch = async (input, init) => {
    const given = input instanceof Request ? input : undefined
    const method = init?.method ?? given?.method ?? 'GET'
    const url = new URL(given?.url ?? (input as string | URL), document.baseURI).href
    const headers = new Headers(init?.headers ?? given?.headers)
    if (safe.test(method) || isOfUser() || isOfAgent(url, headers)) return fetch(input, init)
    const body = init?.body ?? (await given?.clone().text())
    if (await ask({ method, url, ...textOf(body) })) return fetch(input, init)
    throw new TypeError('The user did not allow this request of the agent.')
  }
  globalThis.fetch = held
  const stop = holdForms(ask)
  const heldOpen: Method = function (this: XMLHttpRequest, method, url, isAsync = true, ...rest) {
    const address = new URL(url as string | URL, document.baseURI).href
    opened.set(this, { method: String(method), url: address, isAsync: isAsync === true })
    Reflect.apply(open, this, [method, url, isAsync, ...rest])
  }
  const heldSend: Method = function (this: XMLHttpRequest, body) {
    const request = opened.get(this)
    if (!request || safe.test(request.method) || isOfUser())
      return Reflect.apply(send, this, [body])
    const { method, url, isAsync } = request
    if (!isAsync) throw new DOMException('The agent sends nothing in this way.', 'NetworkError')
    void ask({ method, url, ...textOf(body) }).then((isAllowed) => {
      if (isAllowed) Reflect.apply(send, this, [body])
      else for (const type of ['error', 'loadend']) this.dispatchEvent(new ProgressEvent(type))
    })
  }
  Object.assign(prototype, { open: heldOpen, send: heldSend })
  return () => {
    stop()
    if (globalThis.fetch === held) globalThis.fetch = fetch
    if (Reflect.get(prototype, 'send') === heldSend) Object.assign(prototype, { open, send })
  }
}

/** Holds the forms that a press sends as the browser does. Returns a function that ends it. */
function holdForms(ask: AskRequest): () => void {
  const { prototype } = HTMLFormElement
  const submit = Reflect.get(prototype, 'submit') as Submit
  const hold = (form: HTMLFormElement, by: Submitter | null = null): void => {
    const url = new URL(attributeOf('action', form, by) ?? '', document.baseURI).href
    void ask({ method: 'POST', url, ...textOf(new FormData(form, by)) }).then(
      (isAllowed) => isAllowed && sendAs(form, by, submit),
    )
  }
  const hear = (event: SubmitEvent): void => {
    const form = event.target as HTMLFormElement
    const by = event.submitter as Submitter | null
    if (event.defaultPrevented || !isPost(form, by) || isOfUser()) return
    event.preventDefault()
    hold(form, by)
  }
  prototype.submit = function () {
    if (isPost(this) && !isOfUser()) hold(this)
    else submit.call(this)
  }
  for (const type of userActs) addEventListener(type, noteUser, true)
  addEventListener('submit', hear)
  return () => {
    prototype.submit = submit
    for (const type of userActs) removeEventListener(type, noteUser, true)
    removeEventListener('submit', hear)
  }
}

/** A button that submits a form. It may say how, and its name and value are sent, too. */
type Submitter = HTMLButtonElement | HTMLInputElement

/** Returns an attribute of a form, or its button's own. A field may take its name as a property. */
const attributeOf = (name: string, form: HTMLFormElement, by: Submitter | null): string | null =>
  by?.getAttribute(`form${name}`) ?? form.getAttribute(name)

const isPost = (form: HTMLFormElement, by: Submitter | null = null): boolean =>
  attributeOf('method', form, by)?.toLowerCase() === 'post'

/** Sends a form as its button would: `submit` of a form knows of none. */
function sendAs(form: HTMLFormElement, by: Submitter | null, submit: Submit): void {
  const copy = form.cloneNode() as HTMLFormElement
  for (const name of ['method', 'action', 'enctype', 'target'])
    copy.setAttribute(name, attributeOf(name, form, by) ?? '')
  const all = new FormData(form, by)
  copy.addEventListener('formdata', ({ formData }) => {
    for (const [key, value] of all) formData.append(key, value)
  })
  document.body.append(copy)
  submit.call(copy)
  copy.remove()
}

/** The events that only a user makes. A browser sends others, such as `submit`, for scripts too. */
const userActs = ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'drop', 'paste'] as const
let isUserActing = false

/** Notes that the user acts, up to the end of what the page and the browser do about it at once. */
function noteUser({ isTrusted }: Event): void {
  if (!isTrusted) return
  isUserActing = true
  setTimeout(() => (isUserActing = false))
}

/** Whether the page handles an act of the user now, and not one of the agent. */
const isOfUser = (): boolean => isUserActing

/** Whether a request is one of Ambit: to a model, a proxy or a storage. */
const isOfAgent = (url: string, headers: Headers): boolean =>
  [...headers.keys()].some((name) => name.startsWith('ambit-')) ||
  headers.get('user-agent')?.includes('ai-sdk/') === true ||
  new URL(url).pathname.endsWith(sessionsPath)

/** Returns the beginning of a body, if it is text or a form. */
function textOf(body: unknown): { readonly body?: string } {
  const text =
    body instanceof FormData
      ? Array.from(body, ([key, value]) => `${key}=${typeof value === 'string' ? value : 'file'}`)
      : typeof body === 'string' || body instanceof URLSearchParams
        ? [body.toString()]
        : []
  return text.length ? { body: text.join('&').slice(0, MOST_OF_BODY) } : {}
}
