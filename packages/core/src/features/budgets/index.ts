export type { Ledger, LedgerRow } from '../../ports.ts'
export { ledger, memoryLedger } from './memory-ledger.ts'
