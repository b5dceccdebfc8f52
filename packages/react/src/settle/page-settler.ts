import type { ScopeRegistry, Settlement, Settler } from '@ambit/core'
import type { PendingMarkers } from './pending-markers.ts'
import type { LaneSweep, Sweep } from './lane-sweep.ts'
import type { Until } from './until.ts'
import { type Announcer, waitUntil } from './wait-until.ts'

/** What a settler looks at. */
export interface Page {
  readonly sweep: LaneSweep
  readonly scopes: Pick<ScopeRegistry, 'getState' | 'subscribe' | 'has'>
  readonly markers: Pick<PendingMarkers, 'count' | 'subscribe'>
  /** Whether code is being loaded that is yet to register something; `scopes` tells when it has. */
  readonly isLoading?: (() => boolean) | undefined
  /** What the page waits for outside React, as it is now. */
  readonly untils: () => readonly Until[]
}

/** How long the tool is kept waiting for React to finish what began before the model's request. */
const baselineMs = 100

/** What is left for React when it has not: its own urgent updates are committed well within this. */
const heldMs = 150

/** Waits until React, the registry and what the page names have come to rest. */
export class PageSettler implements Settler {
  readonly #page: Page
  #base: Sweep | undefined
  /** Whether React holds a transition that is older than the last tool, which is not to blame. */
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
    if (!base) return
    const { sweep } = this.#page
    this.#isHeld = !(await waitUntil(isOver(base), [sweep], { timeoutMs: baselineMs }))
  }

  async settle(at: Parameters<Settler['settle']>[0]): Promise<Settlement> {
    const startedAt = performance.now()
    const why = await this.#catchUp(at, startedAt + at.timeoutMs).catch((error: unknown) => {
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

  /** Resolves with what it waited for last, or with `done`. */
  async #catchUp(at: Parameters<Settler['settle']>[0], endsAt: number): Promise<string> {
    const { signal, waitFor } = at
    const { sweep, scopes, markers, untils, isLoading } = this.#page
    const comes = (isDone: () => boolean, announcers: readonly Announcer[], mostMs = Infinity) => {
      const timeoutMs = Math.min(endsAt - performance.now(), mostMs)
      const isOver = (): boolean => sweep.isGone || isDone()
      return waitUntil(isOver, [sweep, ...announcers], { signal, timeoutMs })
    }
    const hasScopes = (): boolean => !isLoading?.() && waitFor.every((name) => scopes.has(name))
    const hasMarkers = (): boolean => markers.count > 0
    const isPending = (): boolean => untils().some((until) => until.isPending())

    /** How often React had caught up, and then what is registered changed. */
    let unrest = 0
    const react = (): string => (unrest > 1 ? 'unstable' : 'react')
    for (let round = 1; !sweep.isGone; round++) {
      const { version } = scopes.getState()
      if (!(await comes(hasScopes, [scopes]))) return 'scope'
      const isHeld = this.#isHeld
      if (!(await comes(isOver(sweep.start()), [], isHeld ? heldMs : undefined))) {
        return isHeld ? 'held-before-tool' : react()
      }
      if (!(await comes(isOver(sweep.flushEffects()), []))) return react()
      // What ends these is yet to be rendered.
      if (hasMarkers()) {
        if (await comes(() => !hasMarkers(), [markers])) continue
        return 'marker'
      }
      if (isPending()) {
        if (await comes(() => !isPending(), untils())) continue
        return 'until'
      }
      // Effects of the first round may have begun transitions of their own.
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

let hasWarned = false

function warnOfHeld(): void {
  if (hasWarned || !isDevelopment()) return
  hasWarned = true
  console.warn(
    '[ambit] A transition that began before the tool ran is still pending, so the agent goes on without what the tool changed in a transition. Where `send` is awaited inside a form action or `startTransition(async …)`, React holds back every transition until the whole run is over: call `send` there without awaiting it.',
  )
}

// Bundlers write the value in; where nothing did, there is no `process` to ask.
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Whether advice to developers is wanted. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}
