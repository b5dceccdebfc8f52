export * from './service.ts'
export * from './authorization.ts'
export * from './discovery.ts'
export * from './tokens.ts'
