export type { Ledger, LedgerRow } from '../../ports.ts'
export type { Budget } from '../../limits.ts'
export { createBudget, memoryLedger } from './budget.ts'
export { type Rate, type Rates } from '../../options/rates.ts'
