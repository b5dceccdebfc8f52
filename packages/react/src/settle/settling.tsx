import type { Agent, ScopeRegistry, Settlement, Settler } from '@ambit/core'
import {
  Fragment,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { markersOf, type PendingMarkers } from './pending-markers.ts'
import { LaneSweep, type Probe, type Sweep } from './lane-sweep.ts'
import type { Until } from './until.ts'
import { Listeners } from '../agent/use-store.ts'

/** The settler of a React root, with the components that it needs. */
export interface Settling {
  readonly settler: Settler
  /** The components to render in the root, after all components to wait for. */
  readonly probes: ReactElement
  /** Ends every wait. */
  close(): void
}

/** Creates the settler that makes an agent wait for a React root. */
export function createSettling(agent: Agent, untils: () => readonly Until[]): Settling {
  const sweep = new LaneSweep()
  const { scopes } = agent
  const transition = new PendingViewTransition(document)
  const stopHearing = hearUser(scopes)
  return {
    settler: new PageSettler({
      sweep,
      scopes,
      markers: markersOf(agent),
      untils: () => [transition, ...untils()],
    }),
    probes: <SweepProbes sweep={sweep} />,
    close: () => {
      sweep.close()
      stopHearing()
    },
  }
}

/**
 * Renders the components of a sweep. Place them in the same root, after all components to wait for.
 * Only they have the state of the sweep, so no other component is rendered.
 *
 * They report from passive effects only. With another effect in a transition, React would start a
 * view transition, and animate, in every `<ViewTransition>`.
 */
export function SweepProbes({ sweep }: { sweep: LaneSweep }): ReactElement {
  const [generation, setGeneration] = useState(0)
  useIsomorphicLayoutEffect(
    () => sweep.attach(() => setGeneration((last) => last + 1)),
    [sweep, generation],
  )
  return (
    <>
      <Fragment key={generation}>
        {sweep.lanes.map((probe) => (
          <StateProbe key={probe.id} probe={probe} />
        ))}
        <DeferredProbe probe={sweep.deferred} />
      </Fragment>
      <EffectsProbe sweep={sweep} />
    </>
  )
}

function StateProbe({ probe }: { probe: Probe }): null {
  const [number, set] = useState(0)
  useIsomorphicLayoutEffect(() => probe.mount(set), [probe, set])
  useEffect(() => probe.commit(number), [probe, number])
  return null
}

function EffectsProbe({ sweep }: { sweep: LaneSweep }): ReactElement {
  useSyncExternalStore(sweep.subscribeFlushes, sweep.flushes)
  return <StateProbe probe={sweep.effects} />
}

function DeferredProbe({ probe }: { probe: Probe }): null {
  const [number, set] = useState(0)
  const deferred = useDeferredValue(number)
  useIsomorphicLayoutEffect(() => probe.mount(set), [probe, set])
  useEffect(() => probe.begin(number), [probe, number])
  useEffect(() => probe.commit(deferred), [probe, deferred])
  return null
}

/** The events that only an act of a user causes, if they are trusted. */
const events = 'pointerdown keydown beforeinput paste drop'.split(' ')

/** The keys that only move the focus, or wait for another one. */
const idle: ReadonlySet<unknown> = new Set(
  'Alt AltGraph CapsLock Control Meta Shift Tab'.split(' '),
)

/** What is no part of the page: the chat, devtools, and the application's own chat. */
const notOfPage = '.ambit-chat, .ambit-layer, [data-ambit-ui]'

/** What acts on the page from there: what a tool renders, and the buttons that undo. */
const ofPage = '.ambit-own, .ambit-undo, .ambit-undo-all'

/** Tells the scopes of an agent of the acts of the user. Returns a function that ends this. */
function hearUser(scopes: Pick<Agent['scopes'], 'userActed'>): () => void {
  const over = new AbortController()
  const hear = (event: Event & Partial<NavigateEvent & KeyboardEvent>): void => {
    const isOwn = event.userInitiated ?? event.isTrusted
    if (isOwn && !idle.has(event.key) && isOnPage(event)) scopes.userActed()
  }
  const options = { capture: true, signal: over.signal }
  for (const name of events) addEventListener(name, hear, options)
  // Back is an act, too. A browser without that API does not tell it from a step of a program.
  window.navigation?.addEventListener('navigate', hear, options)
  return () => over.abort()
}

/** Whether an event acts on the page, also inside of a shadow root. */
function isOnPage(event: Event): boolean {
  const path = event.composedPath() as Partial<Element>[]
  const nearest = path.find((at) => at.matches?.(`${ofPage}, ${notOfPage}`))
  return nearest?.matches?.(ofPage) ?? true
}

// Chromium 142, Firefox 147 and Safari 26.2 tell which view transition is active.
interface Transitioning {
  readonly activeViewTransition?: Pick<ViewTransition, 'updateCallbackDone'> | null
}

/**
 * A source that is pending while a view transition has not yet changed the page. The browser first
 * takes a picture of the page, so a handler that starts one has returned by then. The animation is
 * not waited for.
 */
class PendingViewTransition implements Until {
  readonly #page: Transitioning
  readonly #listeners = new Listeners()
  /** For each view transition that was seen, if it has changed the page. */
  readonly #seen = new WeakMap<object, boolean>()

  constructor(page: Transitioning) {
    this.#page = page
  }

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  isPending(): boolean {
    const active = this.#page.activeViewTransition
    if (!active) return false
    if (!this.#seen.has(active)) this.#watch(active)
    return this.#seen.get(active) === false
  }

  #watch(active: Pick<ViewTransition, 'updateCallbackDone'>): void {
    const end = (): void => {
      this.#seen.set(active, true)
      this.#listeners.announce()
    }
    this.#seen.set(active, false)
    active.updateCallbackDone.then(end, end)
  }
}

/** The parts of a page that a settler waits for. */
interface Page {
  readonly sweep: LaneSweep
  readonly scopes: Pick<ScopeRegistry, 'getState' | 'subscribe' | 'has' | 'loading'>
  readonly markers: Pick<PendingMarkers, 'count' | 'subscribe'>
  /** Returns the sources outside React that the page waits for now. */
  readonly untils: () => readonly Until[]
}

/** The longest that a tool waits for React to finish older work, in milliseconds. */
const baselineMs = 100

/**
 * The time that React gets after the tool if that older work is still pending, in milliseconds. It
 * is ample for urgent updates.
 */
const heldMs = 150

/** A settler that waits for React, the registry and the sources that the page names. */
export class PageSettler implements Settler {
  readonly #page: Page
  /** The check of what was pending before the next tool; undefined if nothing was. */
  #base: Sweep | undefined
  /** True if a transition from before the last tool is pending: the tool did not cause it. */
  #isHeld = false

  constructor(page: Page) {
    this.#page = page
  }

  baseline(): void {
    this.#base = this.#page.sweep.start()
    this.#isHeld = false
  }

  async beforeTool(): Promise<void> {
    const base = this.#base
    const { sweep } = this.#page
    if (!base || (await waitUntil(isOver(base), [sweep], { timeoutMs: baselineMs }))) return
    // A transition that takes long to render ends by itself. In an `act`, React renders none. On a
    // busy machine, the time may be over before React had a turn: that proves nothing.
    this.#isHeld = isInTest() || sweep.state() === 'held'
  }

  async settle(at: Parameters<Settler['settle']>[0]): Promise<Settlement> {
    const startedAt = performance.now()
    this.#base = undefined
    const why = await this.#waitForPage(at, startedAt + at.timeoutMs).catch((error: unknown) => {
      console.error('[ambit] An `until` of <AgentProvider> threw, so it is not waited for.', error)
      return 'until'
    })
    const durationMs = performance.now() - startedAt
    if (why === 'done') return { ok: true, why: 'react', durationMs }
    if (this.#page.sweep.isGone) return { ok: true, why: 'unmounted', durationMs }
    if (at.signal.aborted) return { ok: false, why: 'aborted', durationMs }
    if (why === 'held-before-tool') warnOfHeld()
    return { ok: false, why, durationMs }
  }

  /** Waits for the page. Resolves with the name of the last wait, or with `done`. */
  async #waitForPage(at: Parameters<Settler['settle']>[0], endsAt: number): Promise<string> {
    const { signal, waitFor } = at
    const { sweep, scopes, markers, untils } = this.#page
    const comesTrue = (
      isDone: () => boolean,
      announcers: readonly Announcer[],
      mostMs = Infinity,
    ) => {
      const timeoutMs = Math.min(endsAt - performance.now(), mostMs)
      const isOver = (): boolean => sweep.isGone || isDone()
      return waitUntil(isOver, [sweep, ...announcers], { signal, timeoutMs })
    }
    const hasScopes = (): boolean => !scopes.loading && waitFor.every((name) => scopes.has(name))
    const hasMarkers = (): boolean => markers.count > 0
    const isPending = (): boolean => untils().some((until) => until.isPending())

    /** The number of times that the registry changed after React had finished. */
    let unrest = 0
    const react = (): string =>
      unrest > 1 ? 'unstable' : sweep.state() === 'rendering' ? 'rendering' : 'react'
    for (let round = 1; !sweep.isGone; round++) {
      const { version } = scopes.getState()
      if (!(await comesTrue(hasScopes, [scopes]))) return 'scope'
      const isHeld = this.#isHeld
      const pending = sweep.start()
      if (!(await comesTrue(isOver(pending), [], isHeld ? heldMs : undefined))) {
        this.#base = pending
        if (!isHeld) return react()
        // React commits what is urgent in any case, and the next call must see that.
        await comesTrue(isOver(sweep.flushEffects()), [])
        return 'held-before-tool'
      }
      if (!(await comesTrue(isOver(sweep.flushEffects()), []))) {
        return unrest > 1 ? 'unstable' : 'rendering'
      }
      // The page renders something when the marker or `until` ends: the next round waits for that.
      if (hasMarkers()) {
        if (await comesTrue(() => !hasMarkers(), [markers])) continue
        return 'marker'
      }
      if (isPending()) {
        if (await comesTrue(() => !isPending(), untils())) continue
        return 'until'
      }
      // Effects of the first round may have started transitions.
      const isAtRest = scopes.getState().version === version && hasScopes()
      if (isAtRest && round > 1) return 'done'
      if (!isAtRest) unrest++
    }
    return 'unmounted'
  }
}

const isOver =
  (sweep: Sweep): (() => boolean) =>
  () =>
    sweep() === 0

/** Whether a testing library says that updates happen in an `act`. */
function isInTest(): boolean {
  return (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT === true
}

declare const process: { readonly env: { readonly NODE_ENV?: string } }

let hasWarned = false

function warnOfHeld(): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
    // With the false timers of a test, the time was over before React could render.
    if (hasWarned || Object.hasOwn(setTimeout, 'clock')) return
    hasWarned = true
    console.warn(
      '[ambit] A transition that began before the tool ran is still pending, so the agent goes on without what the tool changed in a transition. Where `chat` is awaited inside a form action or `startTransition(async …)`, React holds back every transition until the whole run is over: call `chat` there without awaiting it.',
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}

/** A source that announces when to check again. */
interface Announcer {
  subscribe(listener: () => void): () => void
}

interface WaitBounds {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}

/**
 * Resolves with true as soon as `isDone` returns true, and with false after `timeoutMs` or on
 * abort. Calls `isDone` again with every announcement. Rejects with the error that `isDone` or an
 * announcer throws.
 *
 * The timer is only for the bound. In a hidden tab, where timers are late, announcements are still
 * on time.
 */
export async function waitUntil(
  isDone: () => boolean,
  announcers: readonly Announcer[],
  { signal, timeoutMs }: WaitBounds,
): Promise<boolean> {
  if (isDone()) return true
  if (signal?.aborted || timeoutMs <= 0) return false
  const stops: (() => void)[] = []
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const check = (): void => {
        try {
          if (isDone()) resolve(true)
        } catch (error) {
          reject(error)
        }
      }
      const giveUp = (): void => resolve(false)
      const timer = setTimeout(giveUp, Math.min(timeoutMs, 2 ** 31 - 1))
      stops.push(() => clearTimeout(timer))
      signal?.addEventListener('abort', giveUp)
      stops.push(() => signal?.removeEventListener('abort', giveUp))
      for (const announcer of announcers) stops.push(announcer.subscribe(check))
    })
  } finally {
    for (const stop of stops) stop()
  }
}
