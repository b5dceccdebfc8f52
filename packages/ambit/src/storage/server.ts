export {
  offlineStorage,
  type OfflineStorageOptions,
  serverStorage,
  type ServerStorageOptions,
} from '@ambit/browser/server-storage'
