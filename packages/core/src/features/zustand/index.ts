export {
  type StoreAction,
  type StoreLike,
  storeScope,
  type StoreScopeOptions,
} from './store-scope.ts'
