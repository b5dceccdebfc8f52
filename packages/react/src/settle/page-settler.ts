import type { ScopeRegistry, Settlement, Settler } from '@ambit/core'
import type { PendingMarkers } from './pending-markers.ts'
import type { LaneSweep, Sweep } from './lane-sweep.ts'
import type { Until } from './until.ts'
import { type Announcer, waitUntil } from './wait-until.ts'

/** The parts of a page that a settler waits for. */
export interface Page {
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
