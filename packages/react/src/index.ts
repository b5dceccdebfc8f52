export { AgentProvider, type AgentProviderProps } from './agent-provider.tsx'
export type { InstanceOption } from './instance.ts'
export { type ReactRouterLike, settleOnReactRouter } from './routers/settle-on-react-router.ts'
export {
  settleOnTanStackRouter,
  type TanStackRouterLike,
} from './routers/settle-on-tanstack-router.ts'
export { ScopeProvider, type ScopeProviderProps } from './scope-provider.tsx'
export type { ScopeHandle } from './scope-slot.ts'
export type { SentRun } from './sent-run.ts'
export { AgentPending, type AgentPendingProps } from './settle/agent-pending.tsx'
export type { Until } from './settle/until.ts'
export type {
  DeepPartial,
  ToolCallError,
  ToolRenderProps,
  ToolRenderState,
} from './tool-render-props.ts'
export type { ToolRenderer } from './tool-renderer.ts'
export { ToolView, type ToolViewProps } from './tool-view.tsx'
export { useAgent, type UseAgentResult } from './use-agent.ts'
export { useAgentEvents } from './use-agent-events.ts'
export { useArtifacts } from './use-artifacts.ts'
export { useApprovals, type UseApprovalsResult } from './use-approvals.ts'
export { useAsks, type UseAsksResult } from './use-asks.ts'
export { useBranches } from './use-branches.ts'
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
export { useMessage } from './use-message.ts'
export { useMessageIds } from './use-message-ids.ts'
export { useScope, type UseScopeOptions } from './use-scope.ts'
export { type ScopeView, useScopes } from './use-scopes.ts'
export { type RenderOnlyToolOptions, useTool, type UseToolOptions } from './use-tool.ts'
export { useToolCall } from './use-tool-call.ts'
export { useToolRenderer } from './use-tool-renderer.ts'
export { useToolView } from './use-tool-view.ts'
export { useUndo, type UseUndoResult } from './use-undo.ts'
export { useUsage } from './use-usage.ts'
