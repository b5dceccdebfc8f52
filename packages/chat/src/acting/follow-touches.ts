import type { Agent, CallTouch, CallUndo } from '@ambit/core'
import { bringIntoView } from './bring-into-view.ts'
import { PageMarks } from './page-marks.ts'
import { watchPointedCalls } from './pointed-calls.ts'
import { scopeElements, touchedElements } from './touched-elements.ts'

/** The longest wait for an element that a call has named, in milliseconds. */
const WAIT_MS = 3000

/** Marks on the page what the calls of an agent touch. Returns a function that ends it. */
export function followTouches(agent: Agent): () => void {
  const marks = new PageMarks()
  const touched = new TouchedMarker(marks)
  const { calls, scopes } = agent
  const running = new Set<string>()
  const followRunning = (): void => {
    const names = new Set<string>()
    for (const { tool, state } of calls.getState().values()) {
      const scope = state === 'running' && scopes.find(tool)?.scope.name
      if (scope) names.add(scope)
    }
    for (const name of without(names, running)) marks.hold(name, scopeElements(name))
    for (const name of without(running, names)) marks.release(name)
    running.clear()
    for (const name of names) running.add(name)
  }
  followRunning()

  /** What is shown already: what calls touched, and what undos took back. */
  const known = new WeakSet<CallTouch | CallUndo>()
  const isNew = (change: CallTouch | CallUndo | undefined): boolean => {
    if (!change || known.has(change)) return false
    known.add(change)
    return true
  }
  const followChanges = (show: (touch: CallTouch) => void): void => {
    for (const { touched: touch, undo } of calls.getState().values()) {
      const isUndone = isNew(undo?.status === 'undone' ? undo : undefined)
      if ((isNew(touch) || isUndone) && touch) show(touch)
    }
  }
  followChanges(() => undefined)

  let pointed: ReadonlySet<string> = new Set()
  const showPointed = (callIds: ReadonlySet<string>): void => {
    for (const id of without(pointed, callIds)) marks.release(`call ${id}`, { atOnce: true })
    for (const id of without(callIds, pointed)) {
      const touch = calls.getState().get(id)?.touched
      if (touch) marks.hold(`call ${id}`, touchedElements(touch))
    }
    pointed = callIds
  }
  const stops = [
    calls.subscribe(() => {
      followRunning()
      followChanges((touch) => touched.show(touch))
    }),
    // A component may bring both a scope and its elements to the page, even while a tool runs.
    scopes.subscribe(() => running.forEach((name) => marks.hold(name, scopeElements(name)))),
    agent.on('agent:settled', () => touched.look()),
    watchPointedCalls(showPointed),
    () => touched.stop(),
    () => marks.clear(),
  ]
  return () => stops.forEach((stop) => stop())
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...all].filter((one) => !others.has(one))

/** Shows what calls touched once it is on the page: all that is new in one pass. */
class TouchedMarker {
  readonly #marks: PageMarks
  readonly #waiting = new Map<CallTouch, ReturnType<typeof setTimeout>>()
  #frame: number | undefined
  #stopScroll: () => void = () => undefined

  constructor(marks: PageMarks) {
    this.#marks = marks
  }

  /** Shows a call after the page's next commit, or later if its elements come later. */
  show(touch: CallTouch): void {
    clearTimeout(this.#waiting.get(touch))
    const timer = setTimeout(() => this.#waiting.delete(touch), WAIT_MS)
    this.#waiting.set(touch, timer)
    this.look()
  }

  /** Looks for the elements of the calls that are not shown yet. */
  look(): void {
    if (this.#frame !== undefined || this.#waiting.size === 0) return
    // React may commit in the next frame.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = undefined
        this.#mark()
      })
    })
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
    this.#stopScroll()
  }

  #mark(): void {
    const found = new Set<Element>()
    for (const [touch, timer] of this.#waiting) {
      const elements = touchedElements(touch)
      if (elements.length === 0) continue
      for (const element of elements) found.add(element)
      clearTimeout(timer)
      this.#waiting.delete(touch)
    }
    if (found.size === 0) return
    this.#stopScroll()
    this.#stopScroll = bringIntoView([...found])
    this.#marks.flash([...found])
  }
}
