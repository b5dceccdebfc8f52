export { fromSource } from './sandbox/from-source.ts'
export { sandboxScriptHash } from './sandbox/frame-document.ts'
export { sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
export {
  type IndexedDbStorage,
  indexedDbStorage,
  type IndexedDbStorageOptions,
} from './storage/indexed-db-storage.ts'
export type { LedgerFilter, StoredLedger } from './storage/records.ts'
export { pageLifecycle } from './lifecycle/page-lifecycle.ts'
