import { startTransition, version } from 'react'
import { Listeners } from '../agent/use-store.ts'

/**
 * The number of probes, one for each transition lane. React gives each event the next lane, in
 * turn: React 19.3 has 10 transition lanes, React 18 has 16. With fewer probes than lanes, a
 * pending transition could be missed. The test beside this file checks that with each supported
 * React.
 */
const laneCount = 16

const isReact18 = version.startsWith('18.')

/**
 * Returns the number of probes that React has not committed. At 0, all earlier work is committed.
 */
export type Sweep = () => number

/**
 * The check that React has committed all earlier updates. Its components render nothing.
 *
 * A sweep starts one transition in every lane. One of them has the same lane as a pending
 * transition of the page, and React holds back both. Another probe is a deferred value, which has
 * its own kind of lane.
 */
export class LaneSweep {
  readonly lanes: readonly Probe[]
  readonly deferred: Probe
  readonly effects: Probe
  readonly #listeners = new Listeners()
  readonly #stores = new Set<() => void>()
  #sweeps = 0
  #flushes = 0
  #remount: () => void = nothing
  /** True if the probes are mounted and are not about to be replaced. */
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

  /** Calls the listener when the result of a sweep may have changed. */
  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  /** Calls the listener, as that of a store, when `flushes` changes. */
  readonly subscribeFlushes = (listener: () => void): (() => void) => {
    this.#stores.add(listener)
    return () => this.#stores.delete(listener)
  }

  /** Returns the number of times that `flushEffects` was called. */
  readonly flushes = (): number => this.#flushes

  /** True if the sweep was closed: there is nothing left to wait for. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Starts a sweep: probes the transitions and deferred values of now. */
  start(): Sweep {
    if (this.#isUsed) this.#renew()
    const sweep = ++this.#sweeps
    if (this.#isAttached) void this.#ask(sweep)
    else this.#isAwaited = true
    return () => this.#pending(sweep)
  }

  /**
   * What React does with the latest sweep, if it is not over. `rendering`: it has not committed the
   * deferred value. React 19 renders that after every transition that does not wait for a promise,
   * and after a view transition. `held`: a transition waits. `unknown`: it has not committed the
   * urgent value either, and may not have had a turn yet. In React 18, one waiting transition holds
   * back all of them, so there it is always `unknown`.
   */
  state(): 'rendering' | 'held' | 'unknown' {
    const { begun, committed } = this.deferred
    if (isReact18 || begun < this.#sweeps) return 'unknown'
    return committed < this.#sweeps ? 'rendering' : 'held'
  }

  /**
   * Makes React commit all urgent updates now, run the effects that wait for a paint, and commit
   * their updates.
   */
  flushEffects(): Sweep {
    const flush = ++this.#flushes
    this.effects.ask(flush)
    // React 19 commits every urgent update with a store's. It does so soon, even in a test's `act`.
    for (const listener of this.#stores) listener()
    // The new components come with this commit: the next sweep need not wait for another one.
    if (this.#isUsed) this.#renew()
    return () => (this.#isGone || this.effects.committed >= flush ? 0 : 1)
  }

  /**
   * Reports that the components are committed. `remount` replaces them. Returns a function that
   * reports that they are hidden or replaced.
   */
  attach(remount: () => void): () => void {
    this.#remount = remount
    this.#isAttached = true
    if (this.#isAwaited) void this.#ask(this.#sweeps)
    return () => {
      this.#isAttached = false
    }
  }

  /** Closes the sweep. All waits are over. */
  readonly close = (): void => {
    this.#isGone = true
    this.#listeners.announce()
  }

  /**
   * Replaces the used components by new ones. React remembers the lanes in which a queue was
   * updated and entangles them. If one sweep reused the queues of another, a stuck transition would
   * hold back unrelated transitions of the app.
   */
  #renew(): void {
    this.#isAwaited ||= this.#pending(this.#sweeps) > 0
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
      // React treats an update after a microtask as another event.
      await Promise.resolve()
    }
  }

  #pending(sweep: number): number {
    if (this.#isGone) return 0
    return [...this.lanes, this.deferred].filter(({ committed }) => committed < sweep).length
  }
}

/** The state of one probe component: the number that was set, and the one last committed. */
export class Probe {
  readonly id: number
  readonly #announce: () => void
  #set: (number: number) => void = nothing
  #committed = 0
  #begun = 0

  constructor(id: number, announce: () => void) {
    this.id = id
    this.#announce = announce
  }

  get committed(): number {
    return this.#committed
  }

  /** The number of which React has committed the urgent part; always 0 where it has none. */
  get begun(): number {
    return this.#begun
  }

  ask(number: number): void {
    this.#set(number)
  }

  readonly mount = (set: (number: number) => void): void => {
    this.#set = set
  }

  readonly begin = (number: number): void => {
    this.#begun = number
  }

  readonly commit = (number: number): void => {
    if (number === this.#committed) return
    this.#committed = number
    this.#announce()
  }
}

const nothing = (): void => undefined
