import { type Conversation, renders, type Sink } from './conversation.ts'
import { ending } from './text.ts'

/** The counts of one answer in a page. */
export interface Seen {
  /** The renders of the answer's row. */
  readonly commits: number
  /** The renders of all earlier rows. */
  readonly oldRenders: number
  /** The tasks of more than 50 ms. */
  readonly longTasks: number
}

let open: Sink | undefined

/** Asks the model, and begins the answer with a text that arrives at once. */
export async function begin(conversation: Conversation, text: string): Promise<void> {
  open = await conversation.ask()
  for (let at = 0; at < text.length; at += 1_000) open.delta(text.slice(at, at + 1_000))
  await frames(60)
}

/**
 * The pace of the deltas, each in its own task: one after another, with a frame after each, or one
 * every given number of milliseconds.
 */
export type Pace = 'tasks' | 'frames' | number

/** Streams deltas into the answer. */
export async function stream(deltas: readonly string[], pace: Pace): Promise<Seen> {
  const sink = open
  if (!sink) throw new Error('Nobody asked.')
  renders.clear()
  let longTasks = 0
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
  observer.observe({ type: 'longtask' })
  if (typeof pace === 'number') await paced(sink, deltas, pace)
  else
    await (pace === 'tasks' ? inTasks(sink, deltas) : withEagerFrames(() => inTasks(sink, deltas)))
  await frames(2)
  observer.disconnect()
  const counts = [...renders].sort(([, a], [, b]) => b - a).map(([, count]) => count)
  const [commits = 0, ...others] = counts
  return { commits, oldRenders: others.reduce((sum, count) => sum + count, 0), longTasks }
}

/** Ends the answer, and resolves when the whole answer is on the page. */
export async function finish(): Promise<void> {
  open?.delta(ending)
  open?.end()
  open = undefined
  const last = ending.trim()
  for (let frame = 0; !lastArticle()?.textContent.includes(last); frame++) {
    if (frame > 600) throw new Error('The answer did not come to its end.')
    await frames(1)
  }
  await frames(2)
}

function lastArticle(): Element | null {
  const articles = document.getElementsByTagName('article')
  return articles.item(articles.length - 1)
}

function inTasks(sink: Sink, deltas: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let next = 0
    port1.addEventListener('message', () => {
      const delta = deltas[next++]
      if (delta === undefined) return resolve()
      sink.delta(delta)
      port2.postMessage(undefined)
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/**
 * Runs each animation frame at once as its own task. So no deltas are joined, and every delta is
 * committed.
 */
async function withEagerFrames(work: () => Promise<void>): Promise<void> {
  const request = window.requestAnimationFrame.bind(window)
  const cancel = window.cancelAnimationFrame.bind(window)
  const { port1, port2 } = new MessageChannel()
  const callbacks = new Map<number, FrameRequestCallback>()
  let last = 0
  port1.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const callback = callbacks.get(data)
    callbacks.delete(data)
    callback?.(performance.now())
  })
  port1.start()
  window.requestAnimationFrame = (callback) => {
    callbacks.set(++last, callback)
    port2.postMessage(last)
    return last
  }
  window.cancelAnimationFrame = (frame) => void callbacks.delete(frame)
  await work()
  Object.assign(window, { requestAnimationFrame: request, cancelAnimationFrame: cancel })
}

function paced(sink: Sink, deltas: readonly string[], everyMs: number): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let next = 0
    const step = (): void => {
      const delta = deltas[next++]
      if (delta === undefined) return resolve()
      sink.delta(delta)
      setTimeout(step, Math.max(0, startedAt + next * everyMs - performance.now()))
    }
    step()
  })
}

/** Waits for a number of animation frames. */
export async function frames(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
