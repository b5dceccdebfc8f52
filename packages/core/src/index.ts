export type { AgentHistory } from './agent-history.ts'
export type { AgentOptions, Conversation, OnBusy, RunOptions } from './agent-options.ts'
export type { AnswerOptions, CallOptions, ExecuteOptions, RunToolOptions } from './call-options.ts'
export { type Agent, createAgent } from './agent.ts'
export {
  type ApprovalOptions,
  type ApprovalPolicy,
  type OnApproval,
  approvals,
} from './approval/approval-policy.ts'
export type {
  ApprovalAnswerer,
  ApprovalCause,
  ApprovalDecision,
  ApprovalOutcome,
  ApprovalRequest,
  ApproveOptions,
  RememberedApproval,
} from './approval/approval-request.ts'
export type { ApprovalOwner, Approvals, ApprovalsState } from './approval/approvals.ts'
export type { Usage, UsageTotal } from './budget/usage.ts'
export type { CancelKind, CancelReason } from './cancel-reason.ts'
export { type Clock, type Duration, systemClock } from './clock.ts'
export { cancelCall } from './engine/run-of.ts'
export type { Settlement, Settler } from './engine/settle.ts'
export { AgentError, type RunEvidence } from './errors/agent-error.ts'
export type { ErrorJson } from './errors/error-json.ts'
export { ModelError, type ModelErrorOptions } from './errors/model-error.ts'
export { AgentBusyError, CancellationError } from './errors/run-errors.ts'
export { AskDeclinedError } from './errors/answer-errors.ts'
export { BudgetExceededError, type BudgetExcess, TimeoutError } from './errors/limit-errors.ts'
export {
  DisabledToolError,
  SerializationError,
  ToolDeniedError,
  ToolHandlerError,
  ToolValidationError,
  UnknownToolError,
  type ValidationIssue,
} from './errors/tool-errors.ts'
export type { EventHandler, EventHandlerMap } from './event-handlers.ts'
export type { AgentEvent, DeltaEvent, EventBase, EventOf, EventType } from './events.ts'
export type { CallResult } from './call-result.ts'
export type { ToolCache } from './features.ts'
export type { HookContext, HookName, Hooks } from './hooks.ts'
export type { JsonObject, JsonValue } from './json/json.ts'
export { LoadError } from './lazily.ts'
export { type CallState, type EndedCallState, callState } from './messages/call-state.ts'
export type {
  ChatInput,
  ContentInput,
  ContentPart,
  MediaPart,
  UserContent,
} from './messages/content.ts'
export type { History, HistoryState } from './messages/history.ts'
export {
  type AssistantMessage,
  type AssistantToolCall,
  type FinishReason,
  type Message,
  type MessagePart,
  type ProviderMetadata,
  type Taint,
  type ToolMessage,
  type ToolStatus,
  type UndoNotice,
  type UserMessage,
} from './messages/message.ts'
export { parseToolContent } from './messages/tool-content.ts'
export type { MessageInput } from './messages/message-input.ts'
export type { TraceEntry } from './messages/trace.ts'
export type { Lifecycle } from './model/over-network.ts'
export type { BuiltRequest, BuiltScope, BuiltTool } from './model/built-request.ts'
export type { ModelRequest, ReasoningOptions } from './model/request.ts'
export { stableEnd } from './wire/stable-end.ts'
export type { ModelResponse } from './model/response.ts'
export type { Limits } from './options/limits.ts'
export { type Retry, parseDuration } from './options/retry.ts'
export { type ModelRetryOptions } from './options/model-retry.ts'
export { createProxyModel, type ProxyModel, type ProxyModelOptions } from './proxy/proxy-model.ts'
export { isSupported } from './platform.ts'
export { type CallIdentity, type ProxyConnection, listProxyModels } from './proxy/proxy-request.ts'
export { fetchProxyUsage } from './proxy/proxy-usage.ts'
export type { Dependencies, Metadata, Register, State } from './register.ts'
export type { IterationReport, RunReport, RunResult, RunStatus } from './run-result.ts'
export type { Run } from './run.ts'
export { jsonSchema } from './schema/json-schema.ts'
export type { StandardSchema } from './schema/parameters.ts'
export type { ImportOptions, SessionExport } from './sessions/portable-session.ts'
export type { SessionsState } from './sessions/session-host.ts'
export type { Sessions } from './sessions/sessions.ts'
export type { Activity, ActivityState, CallActivity, MessageDraft } from './state/activity.ts'
export type { Artifacts, ArtifactsState, SessionArtifact } from './state/artifacts.ts'
export type { Ask, AskOwner, Asks, AsksState } from './state/questions.ts'
export type { Queue, QueueState, QueuedChat } from './state/queue.ts'
export type { Outside, OutsideCall, OutsideState } from './state/outside.ts'
export type { SignInOffer, SignIns, SignInsState } from './state/sign-ins.ts'
export { type Expose, isExposed, type OutsideSource } from './tools/call-source.ts'
export type { CallTouch, Touches, TouchesState } from './state/touches.ts'
export type { CallUndo, Undos, UndosState } from './state/undos.ts'
export type { UsageMeter, UsageState } from './state/usage-meter.ts'
export {
  type Availability,
  type Enabled,
  type Unavailable,
  unavailable,
} from './tools/availability.ts'
export type { Effect } from './tools/effect.ts'
export type { LeftOut } from './tools/left-out.ts'
export { type ResourceOperation, resourceTools } from './tools/resource-tools.ts'
export type { SandboxRequest, SandboxRunner, ToolSandboxOptions } from './tools/sandbox.ts'
export type { RegisteredTool } from './tools/registered-tool.ts'
export type { ScopeRegistry, ScopesState } from './tools/scope-registry.ts'
export { Scope, type ScopeOptions } from './tools/scope.ts'
export { toolCache } from './tools/tool-cache.ts'
export type {
  Artifact,
  AskPerson,
  Question,
  ToolContext,
  TouchTarget,
  Undo,
  UndoContext,
  UndoResult,
  UndoneCall,
} from './tools/tool-context.ts'
export type { CallSubject, ToolInstance } from './tools/call-subject.ts'
export type { OnResume, ToolTrustOptions, UnknownCall } from './tools/tool-effects.ts'
export { type AnyTool, Tool, type ToolOptions } from './tools/tool.ts'
export type { ToolExample } from './tools/tool-wire.ts'
export { undoTool } from './tools/undo-tool.ts'
export type { LimitUse, ListedModel, ProxyUsage } from './wire/index.ts'
