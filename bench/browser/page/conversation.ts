/** A message that is there before anything is measured. */
export interface EarlierMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** Where a model's answer goes, a delta at a time. */
export interface Sink {
  readonly delta: (text: string) => void
  readonly end: () => void
}

/** A conversation on the page. */
export interface Conversation {
  /** Asks the model, which answers through the sink. */
  readonly ask: () => Promise<Sink>
}

/** Shows a conversation in `root`: every message an `article`, the answers in Markdown. */
export type Mount = (root: HTMLElement, earlier: readonly EarlierMessage[]) => Promise<Conversation>

/** How often rows were rendered, by the ids of their messages. */
export const renders: Map<string, number> = new Map()

/** What a trace shows where a row was rendered, once `markRenders` was called. */
export const renderMark = 'row rendered'
let isMarked = false

export function markRenders(): void {
  isMarked = true
}

/** For rows to call as they render. */
export function countRender(id: string): void {
  if (isMarked) performance.mark(renderMark)
  renders.set(id, (renders.get(id) ?? 0) + 1)
}
