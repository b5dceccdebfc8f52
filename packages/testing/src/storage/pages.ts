import type { AgentStorage, SessionClaim } from '@ambit/core/storage'
import type { StorageAbility } from './ability.ts'
import { pause } from './check.ts'

/** The page for which a storage is created. */
export interface StorageOfPage {
  /**
   * The name of the data, new in each case. The second page of a case is created with the same
   * name. A server can take it for the id of a user.
   */
  readonly store: string
  /** Calls a function when the case is over, as to close a connection or to delete the data. */
  readonly onClose: (close: () => void | Promise<void>) => void
}

interface PagesOptions {
  readonly has: (ability: StorageAbility) => boolean
  readonly wait?: ((ms: number) => void | Promise<void>) | undefined
}

/** The pages of one case, and what they hold. */
export class Pages {
  readonly #create: (page: StorageOfPage) => AgentStorage | Promise<AgentStorage>
  readonly #options: PagesOptions
  readonly #store = `conformance-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  readonly #closing: (() => void | Promise<void>)[] = []
  #first: AgentStorage | undefined
  readonly #claims: SessionClaim[] = []

  constructor(
    create: (page: StorageOfPage) => AgentStorage | Promise<AgentStorage>,
    options: PagesOptions,
  ) {
    this.#create = create
    this.#options = options
  }

  /** Opens a page. Another page of a storage without `pages` is the first one again. */
  async open(): Promise<AgentStorage> {
    if (this.#first && !this.#options.has('pages')) return this.#first
    const onClose = (close: () => void | Promise<void>): void => void this.#closing.push(close)
    return (this.#first = await this.#create({ store: this.#store, onClose }))
  }

  /** Opens two pages of the same data. */
  async openTwo(): Promise<[AgentStorage, AgentStorage]> {
    return [await this.open(), await this.open()]
  }

  /** Claims a session for a page. It is released when the case is over. */
  async claim(storage: AgentStorage, id = 's1', at = 1): Promise<SessionClaim> {
    return this.keep(await storage.claim(id, { at, holder: 'page' }))
  }

  /** Releases a claim when the case is over. Throws if there is none. */
  keep(claim: SessionClaim | undefined): SessionClaim {
    if (!claim) {
      throw new Error(
        'A claim without `isWaiting: false` resolved with undefined, or one that was free did.',
      )
    }
    this.#claims.push(claim)
    return claim
  }

  async wait(ms: number): Promise<void> {
    const { wait } = this.#options
    if (wait) return wait(ms)
    if (ms > 10_000) {
      throw new Error(
        `The lease is too long to wait for (${ms} ms). Give the option \`wait\`, or a short lease in tests.`,
      )
    }
    await pause(ms)
  }

  async close(): Promise<void> {
    await Promise.all(this.#claims.map((claim) => claim.release()))
    for (const close of this.#closing) await close()
  }
}
