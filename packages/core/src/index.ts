export type {
  ApprovalCause,
  ApprovalOutcome,
  ApprovalRequest,
  RememberedApproval,
} from './approval/approval-request.ts'
export type { ApprovalDecision, ApproveOptions } from './approval/approval-decision.ts'
export { type ApprovalOwner, Approvals, type ApprovalsState } from './approval/approval-store.ts'
export {
  type ApprovalOptions,
  type ApprovalPolicy,
  approvals,
  type OnApproval,
} from './approval/approvals.ts'
export { Agent, createAgent } from './engine/agent/agent.ts'
export { AgentHistory } from './engine/agent/agent-history.ts'
export type { AgentOptions, CallOptions, ExecuteOptions } from './engine/agent/agent-options.ts'
export { cancelCall } from './engine/call/cancel-call.ts'
export type { EventHandler, EventHandlerMap } from './engine/run/event-handlers.ts'
export type { HookContext, HookName, Hooks } from './engine/run/hooks.ts'
export type { Conversation, OnBusy, RunOptions } from './engine/run/run-options.ts'
export type { IterationReport, RunReport, RunResult, RunStatus } from './engine/run/run-result.ts'
export { Run } from './engine/run/run.ts'
export type { Settlement, Settler } from './engine/loop/settler.ts'
export { AgentError, type RunEvidence } from './errors/agent-error.ts'
export { LoadError } from './values/lazily.ts'
export { AskDeclinedError } from './errors/ask-errors.ts'
export { ModelError, type ModelErrorOptions } from './errors/model-error.ts'
export {
  AgentBusyError,
  type BudgetExcess,
  BudgetExceededError,
  CancellationError,
  TimeoutError,
} from './errors/run-errors.ts'
export {
  DisabledToolError,
  SerializationError,
  ToolDeniedError,
  ToolHandlerError,
  ToolValidationError,
  UnknownToolError,
  type ValidationIssue,
} from './errors/tool-errors.ts'
export { createProxyModel, type ProxyModelOptions } from './proxy-model.ts'
export { jsonSchema } from './schema/json-schema.ts'
export { registerSchemaConverter, type SchemaConverter } from './schema/parameters.ts'
export type { StandardSchema } from './schema/standard-schema.ts'
export {
  Activity,
  type ActivityState,
  type CallActivity,
  type MessageDraft,
} from './stores/activity.ts'
export { type Ask, type AskOwner, Asks, type AsksState } from './stores/asks.ts'
export { History, type HistoryState } from './stores/history.ts'
export { Artifacts, type ArtifactsState, type SessionArtifact } from './stores/artifacts.ts'
export { Queue, type QueuedChat, type QueueState } from './stores/queue.ts'
export { UsageMeter, type UsageState } from './stores/usage-meter.ts'
export { type RegisteredTool, ScopeRegistry, type ScopesState } from './stores/scope-registry.ts'
export { type CallUndo, Undos, type UndosState } from './stores/undos.ts'
export type { Artifact } from './values/artifact.ts'
export {
  type Availability,
  type Enabled,
  type Unavailable,
  unavailable,
} from './values/availability.ts'
export { Budget, createBudget } from './values/budget.ts'
export type { CallSubject } from './values/call-subject.ts'
export type { CancelKind, CancelReason } from './values/cancel-reason.ts'
export { type Clock, systemClock } from './values/clock.ts'
export type {
  ChatInput,
  ContentInput,
  ContentPart,
  MediaPart,
  UserContent,
} from './values/content.ts'
export type { Effect } from './values/effect.ts'
export { type Duration, parseDuration } from './values/duration.ts'
export type { AgentEvent, DeltaEvent, EventBase, EventOf, EventType } from './values/event.ts'
export type { JsonObject, JsonValue } from './values/json.ts'
export type { Limits } from './values/limits.ts'
export {
  type AssistantMessage,
  type AssistantToolCall,
  type FinishReason,
  type Message,
  parseToolContent,
  type Taint,
  type ToolMessage,
  type ToolStatus,
  type UserMessage,
} from './values/message.ts'
export type { MessagePart, ProviderMetadata } from './values/message-part.ts'
export type { ModelRequest } from './values/model-request.ts'
export type { ModelResponse } from './values/model-response.ts'
export type { ModelRetryOptions } from './values/model-retry.ts'
export type { AskPerson, Question } from './values/question.ts'
export type { Rate, Rates } from './values/rates.ts'
export type { Dependencies, Metadata, Register, State } from './values/register.ts'
export { type ResourceOperation, resourceTools } from './values/resource-tools.ts'
export type { Retry } from './values/retry.ts'
export type { SandboxRequest, SandboxRunner, ToolSandboxOptions } from './values/sandbox.ts'
export { Scope, type ScopeOptions } from './values/scope.ts'
export { type AnyTool, Tool, type ToolOptions } from './values/tool.ts'
export type { ToolTrustOptions } from './values/tool-trust.ts'
export type { ToolContext } from './values/tool-context.ts'
export type { Undo, UndoContext, UndoneCall, UndoResult } from './values/undo.ts'
export type { TraceEntry } from './values/trace.ts'
export type { Usage, UsageTotal } from './values/usage.ts'
export { replay, type Replayed } from './engine/run/replay.ts'
export { renderTree } from './engine/run/render-tree.ts'
export {
  type AgentScope,
  type CodeToolOptions,
  runAgent,
  type RunAgentOptions,
  type RunAgentResult,
} from './engine/agent/run-agent.ts'
export { listProxyModels } from './list-proxy-models.ts'
export type { ProxyConnection } from './proxy-request.ts'
export type { ListedModel } from './wire.ts'
export type {
  Compaction,
  ExtraContext,
  Followups,
  Guardrail,
  Ledger,
  LedgerRow,
  Redaction,
  Repair,
  ToolCache,
  ToolResultLimit,
} from './engine/run/extras.ts'
export type {
  Audit,
  AuditFilter,
  AuditFormat,
  AuditRedact,
  AuditRow,
  AuditSource,
} from './ports/audit.ts'
export { GuardrailError, OutputSchemaError } from './errors/output-errors.ts'
export {
  type CompactionOptions,
  hybrid,
  summarize,
  type SummaryOptions,
  trim,
} from './extras/compaction.ts'
export { formatAudit, matchesAudit, memoryAudit, type MemoryAudit } from './extras/audit.ts'
export { followups } from './extras/followups.ts'
export { input, output } from './extras/guardrails.ts'
export { memoryLedger } from './extras/ledger.ts'
export { redact, Redacted, redaction, type RedactionOptions } from './extras/redaction.ts'
export { repair } from './extras/repair.ts'
export type { StoreLike } from './extras/store-changes.ts'
export { type StoreAction, storeScope, type StoreScopeOptions } from './extras/store-scope.ts'
export { toolCache } from './extras/tool-cache.ts'
export { condense, truncate, type ToolResultLimitOptions } from './extras/tool-result-limit.ts'
export type { ReasoningOptions } from './values/reasoning.ts'
export { StorageError, type StorageErrorCode } from './errors/storage-error.ts'
export { changeSession, memoryStorage, newSession, toSessionInfo } from './extras/memory-storage.ts'
export type {
  AgentStorage,
  Intent,
  MessageRange,
  MessageRow,
  RunCheckpoint,
  SessionChange,
  SessionClaim,
  PageActivity,
  SessionCommand,
  SessionInfo,
  SessionNote,
  SessionRow,
  SessionWrite,
} from './ports/storage.ts'
export type { OnResume, UnknownCall } from './values/tool-resume.ts'
export { Sessions } from './sessions/sessions.ts'
export type { SessionsState } from './sessions/sessions-state.ts'
export type { SessionExport } from './sessions/portable-session.ts'
export type { Lifecycle } from './ports/lifecycle.ts'
export type { DegradeReason, StorageDegradation } from './values/storage-degradation.ts'
