export type * from '../../ports.ts'
export * from './memory-ledger.ts'
