export {
  type Audit,
  type AuditFilter,
  type AuditFormat,
  type AuditRedact,
  type AuditRow,
  type AuditSource,
  type MemoryAudit,
  formatAudit,
  matchesAudit,
  memoryAudit,
} from './audit.ts'
