export type {
  Audit,
  AuditFilter,
  AuditFormat,
  AuditRedact,
  AuditRow,
  AuditSource,
  AuditStatus,
} from '../../ports.ts'
export {
  audit,
  completeAudit,
  formatAudit,
  matchesAudit,
  type MemoryAudit,
  memoryAudit,
} from './audit.ts'
