'use client'

export { useProvidedAgent } from './agent/agent-context.ts'
export { AgentProvider, type AgentProviderProps } from './agent/agent-provider.tsx'
export { type ReactRouterLike, settleOnReactRouter } from './routers/settle-on-react-router.ts'
export {
  settleOnTanStackRouter,
  type TanStackRouterLike,
} from './routers/settle-on-tanstack-router.ts'
export {
  ScopeProvider,
  type ScopeProviderProps,
  type UseScopeOptions,
  useScope,
} from './tools/use-scope.tsx'
export type { ScopeHandle } from './tools/scope-registration.ts'
export type { SentRun } from './agent/session-actions.ts'
export { AgentPending, type AgentPendingProps } from './settle/agent-pending.tsx'
export type { Until } from './settle/until.ts'
export type {
  DeepPartial,
  ToolCallError,
  ToolRenderProps,
  ToolRenderState,
  ToolRenderer,
} from './tools/tool-render-props.ts'
export { ToolView, type ToolViewProps } from './messages/tool-view.tsx'
export { useAgent, type UseAgentResult } from './agent/use-agent.ts'
export { useAgentEvents, useHook } from './agent/use-agent-events.ts'
export { useArtifacts, useSessions, useUsage } from './messages/session-store.ts'
export { useApprovals, type UseApprovalsResult } from './agent/use-approvals.ts'
export { useAsks, type UseAsksResult } from './agent/use-asks.ts'
export { useBranches, useMessage } from './messages/use-message.ts'
export type { FormElementRef } from './forms/element-form.ts'
export type { HookFormLike } from './forms/hook-form.ts'
export type { PlainForm, PlainFormState } from './forms/plain-form.ts'
export {
  type ElementFormToolsOptions,
  type FormToolsOptions,
  type SubmitOptions,
  type SubmittedFormToolsOptions,
  useFormTools,
} from './forms/use-form-tools.ts'
export { type MessagePage, useMessageIds, useMessagePages } from './messages/use-message-ids.ts'
export { useRenderers } from './messages/use-renderers.ts'
export { type ScopeView, useScopes } from './tools/use-scopes.ts'
export { type RenderOnlyToolOptions, useTool, type UseToolOptions } from './tools/use-tool.ts'
export { useToolCall } from './messages/use-tool-call.ts'
export { useToolRenderer } from './messages/use-tool-renderer.ts'
export { useToolView } from './messages/use-tool-view.ts'
export { useUndo, type UseUndoResult } from './agent/use-undo.ts'
