export {
  type IndexedDbStorage,
  indexedDbStorage,
  type IndexedDbStorageOptions,
} from './storage/indexed-db-storage.ts'
export type { LedgerFilter, StoredLedger } from './storage/records.ts'
