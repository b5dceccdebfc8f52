import { startTransition } from 'react'
import { Listeners } from '../agent/listeners.ts'

/**
 * React gives each event the next of its transition lanes, round robin: 10 of them in 19.3, 16 in
 * 18. With fewer probes than lanes a pending transition could be missed: the test beside this file
 * finds out with each React that is supported.
 */
const laneCount = 16

/** How many probes React has not committed. At 0 it has caught up with what came before them. */
export type Sweep = () => number

/**
 * Asks React whether it has committed everything that it was given before, through components that
 * render nothing. A transition in every lane: one of them shares the lane of any transition that is
 * pending, and React holds back both. Beside them a deferred value, which has a lane of its own kind.
 */
export class LaneSweep {
  readonly lanes: readonly Probe[]
  readonly deferred: Probe
  readonly effects: Probe
  readonly #listeners = new Listeners()
  #sweeps = 0
  #flushes = 0
  #remount: () => void = nothing
  /** Whether the probes are mounted, and no others are about to be. */
  #isAttached = false
  #isUsed = false
  #isAwaited = false
  #isGone = false

  constructor() {
    const { announce } = this.#listeners
    this.lanes = Array.from({ length: laneCount }, (_, index) => new Probe(index, announce))
    this.deferred = new Probe(laneCount, announce)
    this.effects = new Probe(laneCount + 1, announce)
  }

  /** Announces what may have changed what a sweep comes to. */
  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  /** Whether it was closed, so that there is nothing left to wait for. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Begins to probe transitions and deferred values. */
  start(): Sweep {
    if (this.#isUsed) this.#renew()
    const sweep = ++this.#sweeps
    if (this.#isAttached) void this.#ask(sweep)
    else this.#isAwaited = true
    return () => this.#held(sweep)
  }

  /** Has React run the effects that wait for a paint, and commit what they set. */
  flushEffects(): Sweep {
    const flush = ++this.#flushes
    this.effects.ask(flush)
    // In the same commit, so that the next sweep need not wait for one of its own.
    if (this.#isUsed) this.#renew()
    return () => (this.#isGone || this.effects.committed >= flush ? 0 : 1)
  }

  /** The components are committed. Returns what says that they are hidden or replaced. */
  attach(remount: () => void): () => void {
    this.#remount = remount
    this.#isAttached = true
    if (this.#isAwaited) void this.#ask(this.#sweeps)
    return () => {
      this.#isAttached = false
    }
  }

  /** Ends it for good: nothing is held any more. */
  readonly close = (): void => {
    this.#isGone = true
    this.#listeners.announce()
  }

  /**
   * Puts unused components in the place of the used ones. React remembers which lanes a queue was
   * updated in and ties them together: with queues of one sweep used in the next, a transition that
   * is stuck would take unrelated ones of the app with it.
   */
  #renew(): void {
    this.#isAwaited ||= this.#held(this.#sweeps) > 0
    this.#isAttached = false
    this.#isUsed = false
    this.#remount()
  }

  async #ask(sweep: number): Promise<void> {
    this.#isUsed = true
    this.#isAwaited = false
    this.deferred.ask(sweep)
    for (const lane of this.lanes) {
      if (!this.#isAttached) this.#isAwaited = true
      if (this.#isAwaited || sweep !== this.#sweeps) return
      startTransition(() => lane.ask(sweep))
      // To React, what comes after a microtask is another event.
      await Promise.resolve()
    }
  }

  #held(sweep: number): number {
    if (this.#isGone) return 0
    return [...this.lanes, this.deferred].filter(({ committed }) => committed < sweep).length
  }
}

/** One component's state, as it was asked to be and as it was last committed. */
export class Probe {
  readonly id: number
  readonly #announce: () => void
  #set: (number: number) => void = nothing
  #committed = 0

  constructor(id: number, announce: () => void) {
    this.id = id
    this.#announce = announce
  }

  get committed(): number {
    return this.#committed
  }

  ask(number: number): void {
    this.#set(number)
  }

  readonly mount = (set: (number: number) => void): void => {
    this.#set = set
  }

  readonly commit = (number: number): void => {
    if (number === this.#committed) return
    this.#committed = number
    this.#announce()
  }
}

const nothing = (): void => undefined
