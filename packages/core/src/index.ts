export type {
  ApprovalCause,
  ApprovalOutcome,
  ApprovalRequest,
  RememberedApproval,
} from './approval/approval-request.ts'
export type { ApprovalDecision, ApproveOptions } from './approval/approval-request.ts'
export { type ApprovalOwner, Approvals, type ApprovalsState } from './approval/approvals.ts'
export {
  type ApprovalOptions,
  type ApprovalPolicy,
  approvals,
  type OnApproval,
} from './approval/approval-policy.ts'
export { Agent, createAgent } from './agent.ts'
export { AgentHistory } from './agent-history.ts'
export type { AgentOptions, CallOptions, ExecuteOptions } from './agent-options.ts'
export { cancelCall } from './engine/run-of.ts'
export type { EventHandler, EventHandlerMap } from './event-handlers.ts'
export type { HookContext, HookName, Hooks } from './hooks.ts'
export type { Conversation, OnBusy, RunOptions } from './agent-options.ts'
export type { IterationReport, RunReport, RunResult, RunStatus } from './run-result.ts'
export { Run } from './run.ts'
export type { Settlement, Settler } from './engine/settle.ts'
export { AgentError, type RunEvidence } from './errors/agent-error.ts'
export { LoadError } from './lazily.ts'
export { AskDeclinedError } from './errors/run-errors.ts'
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
export { createProxyModel, type ProxyModelOptions } from './proxy/proxy-model.ts'
export { jsonSchema } from './schema/json-schema.ts'
export { registerSchemaConverter, type SchemaConverter } from './schema/parameters.ts'
export type { StandardSchema } from './schema/parameters.ts'
export {
  Activity,
  type ActivityState,
  type CallActivity,
  type MessageDraft,
} from './state/activity.ts'
export { type Ask, type AskOwner, Asks, type AsksState } from './state/questions.ts'
export { History, type HistoryState } from './messages/history.ts'
export { Artifacts, type ArtifactsState, type SessionArtifact } from './state/artifacts.ts'
export { Queue, type QueuedChat, type QueueState } from './state/queue.ts'
export { UsageMeter, type UsageState } from './state/usage-meter.ts'
export { type RegisteredTool, ScopeRegistry, type ScopesState } from './tools/scope-registry.ts'
export { type CallUndo, Undos, type UndosState } from './state/undos.ts'
export type { Artifact } from './tools/tool-context.ts'
export {
  type Availability,
  type Enabled,
  type Unavailable,
  unavailable,
} from './tools/availability.ts'
export { Budget, createBudget } from './budget/budget.ts'
export type { CallSubject } from './tools/tool-context.ts'
export type { CancelKind, CancelReason } from './cancel-reason.ts'
export { type Clock, systemClock } from './clock.ts'
export type {
  ChatInput,
  ContentInput,
  ContentPart,
  MediaPart,
  UserContent,
} from './messages/content.ts'
export type { Effect } from './tools/effect.ts'
export type { Duration } from './clock.ts'
export { parseDuration } from './options/retry.ts'
export type { AgentEvent, DeltaEvent, EventBase, EventOf, EventType } from './events.ts'
export type { JsonObject, JsonValue } from './json/json.ts'
export type { Limits } from './options/limits.ts'
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
} from './messages/message.ts'
export type { MessagePart, ProviderMetadata } from './messages/message.ts'
export type { ModelRequest } from './model/request.ts'
export type { ModelResponse } from './model/response.ts'
export type { ModelRetryOptions } from './options/retry.ts'
export type { AskPerson, Question } from './tools/tool-context.ts'
export type { Rate, Rates } from './budget/budget.ts'
export type { Dependencies, Metadata, Register, State } from './register.ts'
export { type ResourceOperation, resourceTools } from './tools/resource-tools.ts'
export type { Retry } from './options/retry.ts'
export type { SandboxRequest, SandboxRunner, ToolSandboxOptions } from './tools/sandbox.ts'
export { Scope, type ScopeOptions } from './tools/scope.ts'
export { type AnyTool, Tool, type ToolOptions } from './tools/tool.ts'
export type { ToolTrustOptions } from './tools/tool-effects.ts'
export type { ToolContext } from './tools/tool-context.ts'
export type { Undo, UndoContext, UndoneCall, UndoResult } from './tools/tool-context.ts'
export type { TraceEntry } from './messages/trace.ts'
export type { Usage, UsageTotal } from './budget/usage.ts'
export { replay, type Replayed } from './code/replay.ts'
export { renderTree } from './code/render-tree.ts'
export {
  type AgentScope,
  type CodeToolOptions,
  runAgent,
  type RunAgentOptions,
  type RunAgentResult,
} from './code/run-agent.ts'
export { listProxyModels } from './proxy/proxy-request.ts'
export type { ProxyConnection } from './proxy/proxy-request.ts'
export type { ListedModel } from './wire/index.ts'
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
} from './features.ts'
export type {
  Audit,
  AuditFilter,
  AuditFormat,
  AuditRedact,
  AuditRow,
  AuditSource,
} from './audit/audit.ts'
export { GuardrailError, OutputSchemaError } from './errors/run-errors.ts'
export {
  type CompactionOptions,
  hybrid,
  summarize,
  type SummaryOptions,
  trim,
} from './compaction/compaction.ts'
export { formatAudit, matchesAudit, memoryAudit, type MemoryAudit } from './audit/audit.ts'
export { followups } from './answers/answers.ts'
export { input, output } from './answers/answers.ts'
export { memoryLedger } from './budget/ledger.ts'
export { redact, Redacted, redaction, type RedactionOptions } from './redaction/redaction.ts'
export { repair } from './answers/answers.ts'
export type { StoreLike } from './zustand/store-changes.ts'
export { type StoreAction, storeScope, type StoreScopeOptions } from './zustand/store-scope.ts'
export { toolCache } from './tools/tool-cache.ts'
export { condense, truncate, type ToolResultLimitOptions } from './compaction/tool-result-limit.ts'
export type { ReasoningOptions } from './model/request.ts'
export { StorageError, type StorageErrorCode } from './storage/storage.ts'
export {
  changeSession,
  memoryStorage,
  newSession,
  toSessionInfo,
} from './storage/memory-storage.ts'
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
} from './storage/storage.ts'
export type { OnResume, UnknownCall } from './tools/tool-effects.ts'
export { Sessions } from './sessions/sessions.ts'
export type { SessionsState } from './sessions/session-host.ts'
export type { SessionExport } from './sessions/portable-session.ts'
export type { Lifecycle } from './model/over-network.ts'
export type { DegradeReason, StorageDegradation } from './events.ts'
