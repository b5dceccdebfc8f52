import type { CallTouch, TouchTarget, Agent, CallUndo } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { useEffect } from 'react'
import { watchPointedCalls } from './pointed-calls.ts'

/**
 * Scrolls to the first of these elements if none of them is in view. What a panel of half the
 * height covers is not in view. The focus stays. Does nothing while the user writes on the page,
 * outside of the chat. The browser reports what is in view by itself, so that no layout is forced.
 * Returns a function that gives up.
 */
function bringIntoView(elements: readonly Element[]): () => void {
  if (elements.length === 0 || isWriting(document.activeElement)) return () => undefined
  const panel = document.querySelector('.ambit-panel[data-half]')
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect()
    const { boundingClientRect: covered } = entries.find(({ target }) => target === panel) ?? {}
    const isInView = entries.some(
      ({ target, isIntersecting, intersectionRect }) =>
        target !== panel && isIntersecting && (!covered || intersectionRect.top < covered.top),
    )
    if (!isInView) scrollTo(elements[0], covered?.height ?? 0)
  })
  if (panel) observer.observe(panel)
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** Scrolls an element to the middle of the screen without its covered lower part. */
function scrollTo(element: Element | undefined, coveredHeight: number): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const style = element instanceof HTMLElement ? element.style : undefined
  const own = style?.scrollMarginBottom ?? ''
  if (style && coveredHeight > 0) style.scrollMarginBottom = `${coveredHeight}px`
  element?.scrollIntoView({
    // A bar of the page may lie over its edges.
    block: 'center',
    inline: 'nearest',
    behavior: isStill ? 'instant' : 'smooth',
  })
  if (style) style.scrollMarginBottom = own
}

const isWriting = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea')) &&
  !element.closest('.ambit-chat')

/** Returns the elements of the page that a call touched, as far as they are there now. */
function touchedElements({ scope, targets }: CallTouch): Element[] {
  if (scope !== undefined) return scopeElements(scope)
  const elements = new Set<Element>()
  for (const target of targets) {
    const element = toElement(target)
    if (element?.isConnected) elements.add(element)
  }
  return [...elements]
}

/** Returns the elements of a scope: those with its name in `data-ambit-scope`. */
const scopeElements = (name: string): Element[] => [
  ...document.querySelectorAll(`[data-ambit-scope="${CSS.escape(name)}"]`),
]

function toElement(target: TouchTarget): Element | undefined {
  if (typeof target === 'string') return document.getElementById(target) ?? undefined
  return [target, Object(target).current].find(isElement)
}

/** Whether a thing is an element. That of a frame is not an instance of this window's `Element`. */
const isElement = (thing: unknown): thing is Element => (thing as Node | null)?.nodeType === 1

/** The time of a flash, and of the still outline in place of it, in milliseconds. */
const FLASH_MS = 1800
const STILL_MS = 3000
/** The shortest time that a held mark stays. Most tools end before a user could see a mark. */
const LEAST_MS = 700

interface Held {
  readonly since: number
  readonly animations: Animation[]
  timer?: ReturnType<typeof setTimeout> | undefined
}

/**
 * The outlines on elements of the page. They are animations of the browser: no attribute and no
 * style of the page's elements is written, and nothing moves. An outline of a flash ends by itself.
 */
class PageMarks {
  readonly #held = new Map<string, Held>()
  readonly #flashes = new Set<Animation>()

  /** Outlines these elements for a moment. */
  flash(elements: readonly Element[]): void {
    const isStill = prefersLess()
    const color = markColor()
    const line = outlineOf(color)
    const frames = isStill
      ? [line, line]
      : [
          { ...outlineOf(color, 4), offset: 0 },
          { ...line, offset: 0.3 },
          { ...line, offset: 0.7 },
          { ...outlineOf('transparent'), offset: 1 },
        ]
    for (const element of elements) {
      const animation = draw(element, frames, { duration: isStill ? STILL_MS : FLASH_MS })
      if (!animation) continue
      this.#flashes.add(animation)
      const forget = (): void => void this.#flashes.delete(animation)
      animation.addEventListener('finish', forget)
      animation.addEventListener('cancel', forget)
    }
  }

  /** Outlines these elements until `release` of the same key. */
  hold(key: string, elements: readonly Element[]): void {
    const before = this.#held.get(key)
    this.#end(before)
    const line = outlineOf(markColor())
    const held: Held = { since: before?.since ?? performance.now(), animations: [] }
    for (const element of elements) {
      const animation = draw(element, [line, line], { duration: 0, fill: 'forwards' })
      if (animation) held.animations.push(animation)
    }
    this.#held.set(key, held)
  }

  /** Takes the outlines of a key away: at once, or as soon as a user could have seen them. */
  release(key: string, { atOnce = false }: { atOnce?: boolean } = {}): void {
    const held = this.#held.get(key)
    if (!held || held.timer !== undefined) return
    const leftMs = atOnce ? 0 : held.since + LEAST_MS - performance.now()
    const end = (): void => {
      this.#end(held)
      if (this.#held.get(key) === held) this.#held.delete(key)
    }
    if (leftMs > 0) held.timer = setTimeout(end, leftMs)
    else end()
  }

  /** Takes all outlines away. */
  clear(): void {
    for (const held of this.#held.values()) this.#end(held)
    this.#held.clear()
    for (const animation of this.#flashes) animation.cancel()
  }

  #end(held: Held | undefined): void {
    clearTimeout(held?.timer)
    for (const animation of held?.animations ?? []) animation.cancel()
  }
}

/** Returns the outline as a keyframe. It lies inside of the element, where no box cuts it off. */
const outlineOf = (color: string, width = 2): Keyframe => ({
  outline: `${width}px solid ${color}`,
  outlineOffset: `${-width}px`,
})

/** Draws keyframes on an element. Does nothing in a browser without animations. */
const draw = (
  element: Element,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
): Animation | undefined => element.animate?.(frames, timing)

const prefersLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Returns the colour of a mark: `--ambit-mark` of the page, else the accent of its chat. A browser
 * with forced colours takes that of its text instead.
 */
function markColor(): string {
  const chat = document.querySelector('.ambit-chat')
  const accent = chat ? getComputedStyle(chat).accentColor : 'auto'
  return `var(--ambit-mark, ${accent && accent !== 'auto' ? accent : 'Highlight'})`
}

/** The longest wait for an element that a call has named, in milliseconds. */
const WAIT_MS = 3000

/** Marks on the page what the calls of an agent touch. Returns a function that ends it. */
function followTouches(agent: Agent): () => void {
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

/**
 * Marks on the page what the agent works on. The elements of a scope are outlined while one of its
 * tools runs. What a call touched flashes once the page has the change, and again when the call is
 * undone. It is scrolled to if none of it is in view; the focus stays. See `ctx.touched`.
 *
 * What a call touched is also outlined while its card has the pointer or the keyboard's focus. A
 * card is an element with the id of the call in `data-ambit-call`, or with several, separated by
 * spaces. With reduced motion nothing flashes. Renders nothing, and works without `Chat.Root`. The
 * variable `--ambit-mark` is the colour.
 */
export function TouchedMarks(): null {
  const agent = useProvidedAgent()
  useEffect(() => followTouches(agent), [agent])
  return null
}
