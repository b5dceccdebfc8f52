export { serverStorage, type ServerStorageOptions } from './server-storage.ts'
