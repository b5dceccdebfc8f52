export type * from '../../ports.ts'
export * from './secrets.ts'
export * from './redaction.ts'
