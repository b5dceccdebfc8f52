export type { Ledger, LedgerRow } from '../../options.ts'
export { type Budget, createBudget, memoryLedger } from './budget.ts'
export { type Rate, type Rates } from '../../options/rates.ts'
