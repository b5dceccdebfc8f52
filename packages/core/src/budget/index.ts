export type { Ledger, LedgerRow } from '../features.ts'
export { type Budget, type Rate, type Rates, createBudget } from './budget.ts'
export { memoryLedger } from './ledger.ts'
