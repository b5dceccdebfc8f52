export {
  type Audit,
  type AuditFilter,
  type AuditFormat,
  type AuditRedact,
  type AuditRow,
  type AuditSource,
  type AuditStatus,
  completeAudit,
  formatAudit,
  matchesAudit,
  type MemoryAudit,
  memoryAudit,
} from './audit.ts'
