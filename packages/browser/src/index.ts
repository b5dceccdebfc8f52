export { sandboxScriptHash } from './sandbox/frame.ts'
export { fromSource, sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
export {
  type IndexedDbStorage,
  indexedDbStorage,
  type IndexedDbStorageOptions,
} from './storage/indexed-db-storage.ts'
export type { LedgerFilter, StoredLedger } from './storage/records.ts'
