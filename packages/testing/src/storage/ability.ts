/**
 * An ability that a storage may lack:
 *
 * - `pages`: objects that were made with the same `store` have the same data. Without it, one
 *   object is all pages, as with `memoryStorage`
 * - `notes`: `send` reaches the watchers of other pages
 * - `leases`: claims have `leaseMs` and `renew`
 * - `push`: `lost` aborts without a question of the page, when another page has the session
 * - `blobs`: `putBlob` and `getBlob`
 * - `search`: `list` has `before`, `limit` and `query`
 * - `signals`: readings end with their `signal`
 */
export type StorageAbility = 'pages' | 'notes' | 'leases' | 'push' | 'blobs' | 'search' | 'signals'
