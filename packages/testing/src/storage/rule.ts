import type { Pages } from './pages.ts'

/**
 * An ability that a storage may lack:
 *
 * - `pages`: several objects made with the same `store` have the same data. Without it, one object is
 *   all pages, as with `memoryStorage`
 * - `notes`: `send` reaches the watchers of other pages
 * - `leases`: claims have `leaseMs` and `renew`
 * - `push`: `lost` aborts without a question of the page, when another page has the session
 * - `blobs`: `putBlob` and `getBlob`
 * - `search`: `list` has `before`, `limit` and `query`
 * - `signals`: readings end with their `signal`
 */
export type StorageAbility = 'pages' | 'notes' | 'leases' | 'push' | 'blobs' | 'search' | 'signals'

/** A rule that every storage must keep. */
export interface Rule {
  /** The rule, as a sentence without a subject. */
  readonly name: string
  /** The advice for whoever wrote a storage that breaks the rule. */
  readonly advice: string
  /** The abilities without which the rule says nothing. */
  readonly needs?: readonly StorageAbility[]
  /** The ability with which the rule says nothing. */
  readonly unless?: StorageAbility
  run(pages: Pages): Promise<void>
}
