/** A message that is in the conversation before the measurement. */
export interface EarlierMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** The target of a model's answer, one delta at a time. */
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

/** The number of renders of each row, by the id of its message. */
export const renders: Map<string, number> = new Map()

/** The mark that a trace has for each render of a row after `markRenders` was called. */
export const renderMark = 'row rendered'
let isMarked = false

export function markRenders(): void {
  isMarked = true
}

/** Counts a render of a row. Each row calls it while it renders. */
export function countRender(id: string): void {
  if (isMarked) performance.mark(renderMark)
  renders.set(id, (renders.get(id) ?? 0) + 1)
}
