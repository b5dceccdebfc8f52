import { mountNothing } from './chats/nothing.ts'
import { type Conversation, markRenders, type Mount } from './conversation.ts'
import { begin, finish, frames, type Pace, type Seen, stream } from './stream.ts'
import { toDeltas, write, writeEarlier } from './text.ts'
import { prepareRows, type RegisteringKind, showRows } from './tools/rows.tsx'

const chats = {
  ambit: async () => (await import('./chats/ambit.tsx')).mount,
  floor: async () => (await import('./chats/floor.tsx')).mount,
  useChat: async () => (await import('./chats/use-chat.tsx')).mount,
  useChatThrottled: async () => (await import('./chats/use-chat.tsx')).mountThrottled,
  textNode: async () => (await import('./chats/text-node.tsx')).mountTextNode,
  nothing: () => Promise.resolve(mountNothing),
  assistantUi: async () => (await import('./chats/assistant-ui.tsx')).mount,
} satisfies Record<string, () => Promise<Mount>>

export type ChatKind = keyof typeof chats

/**
 * The functions that the benchmark calls in the page. Each call is its own task, so that the
 * main-thread time can be read before and after it.
 */
export interface Bench {
  /** Shows a conversation of `earlier` messages, and begins an answer with `chars` characters. */
  readonly begin: (kind: ChatKind, earlier: number, chars: number) => Promise<void>
  /** Makes a trace show each later render of a row. */
  readonly markRenders: () => void
  readonly stream: (count: number, pace: Pace) => Promise<Seen>
  readonly finish: () => Promise<void>
  readonly prepareRows: (kind: RegisteringKind) => Promise<void>
  readonly showRows: (kind: RegisteringKind, count: number) => number
}

declare global {
  interface Window {
    bench: Bench
  }
}

let conversation: Conversation | undefined

window.bench = {
  async begin(kind, earlier, chars) {
    const mount = await chats[kind]()
    const root = document.getElementById('root') ?? document.body
    root.replaceChildren(document.createElement('main'))
    conversation = await mount(root.firstElementChild as HTMLElement, writeEarlier(earlier))
    await frames(10)
    await begin(conversation, chars > 0 ? write(chars) : '')
    scrollTo(0, document.body.scrollHeight)
    await frames(10)
  },
  markRenders,
  stream: (count, pace) => stream(toDeltas(count), pace),
  finish,
  async prepareRows(kind) {
    prepareRows(kind)
    await frames(5)
  },
  showRows,
}
