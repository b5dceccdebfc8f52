export type { Ledger, LedgerRow } from '../features.ts'
export { type Budget, createBudget } from './budget.ts'
export { type Rate, type Rates } from './rates.ts'
export { memoryLedger } from './ledger.ts'
