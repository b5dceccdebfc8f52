import type { Audit, Ledger, Repair, ToolCache } from './ports.ts'

/** What plug-ins of Ambit give the kernel directly. */
export interface Parts {
  readonly audit?: Pick<Audit, 'append' | 'redact'> | undefined
  readonly ledger?: Ledger | undefined
  readonly repair?: Repair | undefined
  readonly toolCache?: ToolCache | undefined
}
