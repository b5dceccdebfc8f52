export {
  type ConformanceCase,
  type ConformanceOptions,
  type StorageAbility,
  type StorageOfPage,
  storageConformance,
} from './storage-conformance.ts'
