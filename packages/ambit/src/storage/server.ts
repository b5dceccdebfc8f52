export { serverStorage, type ServerStorageOptions } from '@ambit/browser/server-storage'
