import type { Clock } from '../clock.ts'
import { StorageError, type SessionClaim } from '../storage/storage.ts'

/** The longest wait for a release, in milliseconds. The storage frees the session by itself. */
const releaseMs = 2_000

/**
 * Returns a claim that is kept: `renew` is called about every third of its lease, until it is
 * released or lost. The claim is lost if the storage says so, or if its lease ends before `renew`
 * succeeds. `release` waits at most 2 s for the storage. `claim` rejects with `StorageError` alone.
 */
export function keepLease(claim: SessionClaim, clock: Clock): SessionClaim {
  const { leaseMs, lost } = claim
  const release = (): Promise<void> => within(releaseMs, claim.release(), clock)
  if (leaseMs === undefined || !claim.renew) return { ...claim, release }
  const over = new AbortController()
  const renewing = new Renewing(claim.renew, leaseMs, clock, () => over.abort())
  lost.addEventListener('abort', renewing.stop, { once: true })
  return {
    ...claim,
    lost: AbortSignal.any([lost, over.signal]),
    release: () => {
      renewing.stop()
      return release()
    },
  }
}

/** The renewals of one lease. One goes on at a time. */
class Renewing {
  readonly #renew: () => Promise<void>
  readonly #leaseMs: number
  readonly #clock: Clock
  readonly #onLost: () => void
  #until: number
  #timer: unknown
  #isOver = false

  constructor(renew: () => Promise<void>, leaseMs: number, clock: Clock, onLost: () => void) {
    this.#renew = renew
    this.#leaseMs = leaseMs
    this.#clock = clock
    this.#onLost = onLost
    this.#until = clock.now() + leaseMs
    this.#wait(leaseMs / 3, this.#ask)
  }

  readonly stop = (): void => {
    this.#isOver = true
    this.#clock.clearTimeout(this.#timer)
  }

  #wait(ms: number, then: () => void): void {
    this.#clock.clearTimeout(this.#timer)
    this.#timer = this.#clock.setTimeout(then, ms)
  }

  readonly #lose = (): void => {
    this.stop()
    this.#onLost()
  }

  readonly #ask = (): void => {
    const at = this.#clock.now()
    // A page that was asleep may be late. Its storage knows if the session is still free.
    this.#wait(Math.max(this.#until - at, this.#leaseMs / 3), this.#lose)
    this.#renew().then(
      () => {
        if (this.#isOver) return
        this.#until = at + this.#leaseMs
        const tookMs = this.#clock.now() - at
        this.#wait(Math.max(0, this.#leaseMs / 3 - tookMs), this.#ask)
      },
      (error: unknown) => {
        if (this.#isOver) return
        const leftMs = this.#until - this.#clock.now()
        const isLost = StorageError.isInstance(error) && error.code === 'lost'
        if (isLost || leftMs <= 0) this.#lose()
        else this.#wait(Math.min(this.#leaseMs / 10, leftMs), this.#ask)
      },
    )
  }
}

/** Resolves when some work settles, or after `ms` milliseconds. */
async function within(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clock.clearTimeout(timer))
}
