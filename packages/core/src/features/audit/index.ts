export type {
  Audit,
  AuditFilter,
  AuditFormat,
  AuditRedact,
  AuditRow,
  AuditSource,
  AuditStatus,
} from '../../ports.ts'
export { audit, type MemoryAudit, memoryAudit } from './audit.ts'
export { completeAudit, formatAudit, matchesAudit } from './rows.ts'
