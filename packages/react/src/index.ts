'use client'

export { AgentProvider, type AgentProviderProps } from './agent-provider.tsx'
export type { InstanceOption } from './tools/instance/instance.ts'
export { type ReactRouterLike, settleOnReactRouter } from './routers/settle-on-react-router.ts'
export {
  settleOnTanStackRouter,
  type TanStackRouterLike,
} from './routers/settle-on-tanstack-router.ts'
export { ScopeProvider, type ScopeProviderProps } from './tools/scope-provider.tsx'
export type { ScopeHandle } from './tools/scope-slot.ts'
export type { SentRun } from './session/sent-run.ts'
export { AgentPending, type AgentPendingProps } from './settle/agent-pending.tsx'
export type { Until } from './settle/until.ts'
export type {
  DeepPartial,
  ToolCallError,
  ToolRenderProps,
  ToolRenderState,
} from './tools/tool-render-props.ts'
export type { ToolRenderer } from './tools/tool-renderer.ts'
export { ToolView, type ToolViewProps } from './tool-ui/tool-view.tsx'
export { useAgent, type UseAgentResult } from './session/use-agent.ts'
export { useAgentEvents } from './use-agent-events.ts'
export { useArtifacts } from './session/use-artifacts.ts'
export { useApprovals, type UseApprovalsResult } from './use-approvals.ts'
export { useAsks, type UseAsksResult } from './use-asks.ts'
export { useBranches } from './session/use-branches.ts'
export { useHook } from './use-hook.ts'
export type { FormElementRef } from './form/element-form.ts'
export type { HookFormLike } from './form/hook-form.ts'
export type { PlainForm, PlainFormState } from './form/plain-form.ts'
export {
  type ElementFormToolsOptions,
  type FormToolsOptions,
  type SubmitOptions,
  type SubmittedFormToolsOptions,
  useFormTools,
} from './form/use-form-tools.ts'
export { useMessage } from './session/use-message.ts'
export { useMessageIds } from './session/use-message-ids.ts'
export { type MessagePage, useMessagePages } from './session/use-message-pages.ts'
export { useScope, type UseScopeOptions } from './tools/use-scope.ts'
export { type ScopeView, useScopes } from './use-scopes.ts'
export { useSessions } from './use-sessions.ts'
export { type RenderOnlyToolOptions, useTool, type UseToolOptions } from './tools/use-tool.ts'
export { useToolCall } from './session/use-tool-call.ts'
export { useToolRenderer } from './tool-ui/use-tool-renderer.ts'
export { useToolView } from './tool-ui/use-tool-view.ts'
export { useUndo, type UseUndoResult } from './use-undo.ts'
export { useUsage } from './session/use-usage.ts'
