export {
  type Audit,
  type AuditFilter,
  type AuditFormat,
  type AuditRedact,
  type AuditRow,
  type AuditSource,
  type AuditStatus,
  type MemoryAudit,
} from './audit.ts'
export { completeAudit, formatAudit, matchesAudit, memoryAudit } from './audit-rows.ts'
