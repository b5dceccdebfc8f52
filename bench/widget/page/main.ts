import 'ambit/chat/styles.css'
import type { Conversation, Mount } from '../../browser/page/conversation.ts'
import { begin, finish, frames, type Pace, type Seen, stream } from '../../browser/page/stream.ts'
import { bareField, fill, writeText } from './fill.ts'
import { keepAtEnd } from './keep-at-end.ts'
import type { Lasting } from './lasting.tsx'
import { scrollThrough } from './scroll-through.ts'
import { writeDeltas, writeEarlier } from './text.ts'
import { beginWork, readWork, type Work } from './work.ts'

const chats = {
  ambit: async () => (await import('./copilot.tsx')).mount,
  floor: async () => (await import('../../browser/page/chats/floor.tsx')).mount,
  useChat: async () => (await import('../../browser/page/chats/use-chat.tsx')).mount,
  useChatThrottled: async () =>
    (await import('../../browser/page/chats/use-chat.tsx')).mountThrottled,
  assistantUi: async () => (await import('../../browser/page/chats/assistant-ui.tsx')).mount,
} satisfies Record<string, () => Promise<Mount>>

export type ChatKind = keyof typeof chats

/**
 * The functions that the benchmark calls in the page. Each call is its own task, so that the
 * main-thread time can be read before and after it.
 */
export interface WidgetBench {
  /** Shows a conversation of `earlier` messages. */
  readonly show: (kind: ChatKind, earlier: number) => Promise<void>
  /** Asks the model. */
  readonly begin: () => Promise<void>
  readonly stream: (count: number, pace: Pace) => Promise<Seen & Work>
  readonly finish: () => Promise<void>
  readonly scrollThrough: () => Promise<void>
  /** Shows the composer or a bare text field, with a text of a length in it, and focuses it. */
  readonly fill: (kind: 'ambit' | 'bare', chars: number) => Promise<void>
  readonly settle: () => Promise<void>
  /** Shows the widget after a number of chats with two calls each. */
  readonly last: (chats: number, from: 'page' | 'storage') => Promise<void>
  /** Holds more such chats, one after another. */
  readonly chat: (count: number) => Promise<void>
  /** Says a text of a length after `last`, or shows its beginning in a bare element. */
  readonly say: (kind: 'ambit' | 'bare', chars: number) => Promise<void>
  /** Shows 1,000 rows, of which `touch` touches 100. */
  readonly rows: () => Promise<void>
  readonly touch: () => Promise<void>
}

declare global {
  interface Window {
    widgetBench: WidgetBench
  }
}

let conversation: Conversation | undefined
let lasting: Lasting | undefined
let touch: (() => Promise<void>) | undefined

window.widgetBench = {
  async show(kind, earlier) {
    const mount = await chats[kind]()
    const root = document.getElementById('root') ?? document.body
    const box = document.createElement('main')
    root.replaceChildren(box)
    // The widget has its own scroll box. The others scroll in the page's box.
    if (kind === 'ambit') box.style.blockSize = '100%'
    else keepAtEnd(root, box)
    conversation = await mount(box, writeEarlier(earlier))
    await settled(box, `${earlier - 1}`)
  },
  async begin() {
    if (!conversation) throw new Error('There is no conversation.')
    await begin(conversation, '')
  },
  async stream(count, pace) {
    const deltas = writeDeltas(count)
    beginWork(deltas.join(''))
    const seen = await stream(deltas, pace)
    return { ...seen, ...readWork() }
  },
  finish,
  scrollThrough,
  async fill(kind, chars) {
    const bare = bareField()
    if (kind === 'bare') document.getElementById('root')?.replaceChildren(bare)
    else await window.widgetBench.show('ambit', 2)
    const field = kind === 'bare' ? bare : document.querySelector('textarea')
    if (!field) throw new Error('The widget has no field.')
    await fill(field, chars)
  },
  settle: () => frames(3),
  async last(chats, from) {
    const { mountLasting } = await import('./lasting.tsx')
    const box = document.createElement('main')
    box.style.blockSize = '100%'
    document.getElementById('root')?.replaceChildren(box)
    conversation = lasting = await mountLasting(box, chats, from)
  },
  async chat(count) {
    for (let at = 0; at < count; at++) await lasting?.chat()
  },
  async say(kind, chars) {
    const text = writeText(chars)
    if (kind === 'ambit') return lasting?.say(text)
    const element = document.createElement('div')
    element.style.cssText = 'white-space:pre-wrap;overflow-wrap:anywhere'
    element.textContent = text
    document.getElementById('root')?.replaceChildren(element)
    await frames(10)
  },
  async rows() {
    const { mountTouching } = await import('./touching.tsx')
    touch = await mountTouching(document.getElementById('root') ?? document.body)
  },
  touch: async () => touch?.(),
}

/**
 * Waits until the last message, which contains `last`, is on the page and the page is idle. The
 * floor has one more row after it, for the answer.
 */
async function settled(box: Element, last: string): Promise<void> {
  const articles = box.getElementsByTagName('article')
  const isThere = (fromEnd: number): boolean =>
    articles.item(articles.length - fromEnd)?.textContent.includes(last) === true
  while (!isThere(1) && !isThere(2)) await frames(1)
  await frames(10)
  await new Promise((resolve) => requestIdleCallback(resolve))
}
