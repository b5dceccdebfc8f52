export { type Agent, type AgentHistory, type AgentVerbs, createAgent } from './agent.ts'
export type {
  AgentOptions,
  CallOptions,
  CallResult,
  ChatOptions,
  ExecuteOptions,
  OnBusy,
  Reasoning,
  RequestRetry,
  ResumeOptions,
  RunOptions,
  RunToolOptions,
  WithOptions,
} from './options.ts'
export { type Conversation, conversation } from './features/conversation/conversation.ts'
export type {
  AgentPlugin,
  ChangeDelta,
  Next,
  PluginResponse,
  PluginsToUse,
  RequestChange,
} from './plugins.ts'
export type { ToolCache } from './ports.ts'
export {
  type ApprovalAnswerer,
  type ApprovalCause,
  type ApprovalDecision,
  type ApprovalOptions,
  type ApprovalOutcome,
  type PendingApproval,
  type ApproveOptions,
  type DecideApproval,
  type RememberedApproval,
} from './approval/policy.ts'
export { asksUser } from './approval/asked.ts'
export type { Usage, UsageTotal } from './model/usage.ts'
export type { CancelKind, CancelReason } from './cancellation.ts'
export { type Clock, type Duration, systemClock } from './environment.ts'
export { isDeeper, nearest } from '@ambit/protocol'
export { checkMembers } from './dev/in-development.ts'
export { checkOptions } from './options/check-names.ts'
export type { OptionNames } from './options/names.ts'
export { cancelCall } from './engine/current-call.ts'
export type { Settlement, Settler } from './engine/page.ts'
export {
  AgentError,
  CancellationError,
  type ErrorCode,
  type ErrorDetails,
  type ErrorJson,
  type RunEvidence,
} from './errors/agent-error.ts'
export {
  DisabledToolError,
  ToolDeniedError,
  ToolValidationError,
  UnknownToolError,
  type ValidationIssue,
} from './errors/errors.ts'
export { BudgetExceededError, type BudgetExcess, TimeoutError } from './errors/limit-errors.ts'
export { ModelError, type ModelErrorOptions } from './errors/model-error.ts'
export type {
  AgentEvent,
  EventBase,
  EventHandler,
  EventHandlerMap,
  EventOf,
  EventType,
  OnOptions,
} from './events.ts'
export type { JsonObject, JsonValue } from './json/json.ts'
export { lazily, type Loader } from './lazily.ts'
export type { TraceEntry } from './messages/trace.ts'
export {
  type CallState,
  callState,
  type EndedCallState,
  parseToolContent,
} from './messages/call-state.ts'
export { type CutText, type ModelResult, toModelResult } from './model/model-result.ts'
export type {
  ChosenModel,
  ChosenModelState,
  LocalModel,
  LocalModelState,
  MachineModel,
  MachineModels,
  MachineModelsState,
} from './model/local-model.ts'
export { describeTool } from './features/tool-list/tools-on.ts'
export type {
  AssistantMessage,
  AssistantToolCall,
  ChatInput,
  ContentInput,
  ContentPart,
  FinishReason,
  MediaPart,
  Message,
  MessagePart,
  ProviderMetadata,
  Taint,
  ToolMessage,
  ToolStatus,
  RefusedPart,
  UndoNotice,
  UserContent,
  UserMessage,
} from './messages/message.ts'
export type { History, HistoryState } from './messages/history.ts'
export type { MessageInput } from './messages/read.ts'
export { isNote, isOfContent, refusedIn } from './messages/refused.ts'
export type { BuiltRequest, BuiltScope, BuiltTool, ModelRequest } from './model/request.ts'
export type { ModelResponse } from './model/response.ts'
export { type Budget, type BudgetState, createBudget, type Limit, type Limits } from './limits.ts'
export type { Price, Prices } from './options/prices.ts'
export { type Retry, parseDuration } from './options/values.ts'
export {
  createProxyModel,
  type ProxyModel,
  type ProxyModelOptions,
} from './features/proxy/proxy-model.ts'
export { isSupported } from './platform.ts'
export {
  type CallIdentity,
  fetchProxyUsage,
  listProxyModels,
  type ProxyConnection,
} from './features/proxy/proxy-request.ts'
export type { Dependencies, Metadata, Register, State } from './register.ts'
export type { IterationReport, Run, RunReport, RunResult, RunStatus } from './run.ts'
export { jsonSchema } from './schema/json-schema.ts'
export type { StandardSchema } from './schema/parameters.ts'
export type { ImportOptions, SessionExport, SessionsState } from './session-port.ts'
export type { Sessions } from './sessions.ts'
export type { AgentState, ScopeView } from './state/agent-state.ts'
export type { CallRecord, Calls, CallTouch, CallUndo } from './state/calls.ts'
export type { MessageDraft, Queue, QueuedChat, QueueState } from './state/stores.ts'
export type {
  Pending,
  PendingItem,
  PendingKind,
  PendingQuestion,
  PendingSignIn,
  PendingState,
} from './state/pending.ts'
export type { SessionArtifact, UsageState } from './state/session-stores.ts'
export {
  type Artifact,
  type AskUser,
  type CallSubject,
  isExposed,
  type OutsideSource,
  type Question,
  type ToolContext,
  type ToolInstance,
  type TouchTarget,
  type Undo,
  type UndoContext,
  type Visible,
  type UndoneCall,
  type UndoResult,
} from './tools/context.ts'
export {
  type Availability,
  type Enabled,
  type Unavailable,
  unavailable,
} from './tools/availability.ts'
export type {
  Effect,
  OnResume,
  SandboxRequest,
  ToolSandboxOptions,
  ToolTrustOptions,
  UnknownCall,
} from './tools/effects.ts'
export type { LeftOut, RegisteredTool, ScopeRegistry, ScopesState } from './tools/registry.ts'
export {
  type AliasedToolOptions,
  type AnyTool,
  Tool,
  type ToolExample,
  type ToolOptions,
  type UndoneWork,
} from './tools/tool.ts'
export { Scope, type ScopeOptions } from './tools/scope.ts'
export type { Subject } from './tools/subject.ts'
export type { AskOptions, RunContext } from './engine/run-context.ts'
export { agentTool, type AgentToolOptions } from './features/agent-tool/agent-tool.ts'
export { type ResourceOperation, resourceTools } from './features/resource-tools/resource-tools.ts'
export { toolCache, type ToolCacheOptions } from './features/tool-cache/tool-cache.ts'
export { undoTool } from './features/undo/undo-tool.ts'
export {
  type LimitUse,
  type ListedModel,
  localModelsPath,
  type ProxyUsage,
  isTextType,
  readMediaType,
  stableEnd,
} from '@ambit/protocol'
