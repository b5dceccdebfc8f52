export type * from '../../ports.ts'
export * from './audit.ts'
export * from './rows.ts'
