export type { Ledger, LedgerRow } from '../../ports.ts'
export { memoryLedger } from './memory-ledger.ts'
