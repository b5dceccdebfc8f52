export {
  type Conversation,
  conversation,
  type ModelRequest,
  type ModelResponse,
  type Next,
  type PluginResponse,
  type RequestChange,
  type Settlement,
  type Settler,
  stableEnd,
  type ToolCache,
  toolCache,
  undoTool,
} from '@ambit/core'
export {
  followups,
  GuardrailError,
  inputGuardrail,
  outputGuardrail,
  repair,
} from '@ambit/core/answers'
export {
  type Audit,
  audit,
  type AuditFilter,
  type AuditFormat,
  type AuditRedact,
  type AuditRow,
  completeAudit,
  formatAudit,
  matchesAudit,
  type MemoryAudit,
  memoryAudit,
} from '@ambit/core/audit'
export { type Ledger, ledger, type LedgerRow, memoryLedger } from '@ambit/core/budget'
export { condense, hybrid, summarize, trim, truncate } from '@ambit/core/compaction'
export { type Memory, memory, type MemoryEntry, type MemoryStore } from '@ambit/core/memory'
export {
  hideKeys,
  hideSecrets,
  redact,
  Redacted,
  type Redaction,
  redaction,
  type RedactionOptions,
} from '@ambit/core/redaction'
export { deferred, digest, steadyTools, type ToolList } from '@ambit/core/tool-list'
export { fromSource, sandbox, sandboxScriptHash } from '@ambit/browser/sandbox'
