export * from './store-scope.ts'
