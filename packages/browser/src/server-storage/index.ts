export { offlineStorage, type OfflineStorageOptions } from './offline-storage.ts'
export { serverStorage, type ServerStorageOptions } from './server-storage.ts'
