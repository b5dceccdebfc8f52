export type { StoreLike } from './store-changes.ts'
export { type StoreAction, type StoreScopeOptions, storeScope } from './store-scope.ts'
