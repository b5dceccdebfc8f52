export { AgentProvider, type AgentProviderProps } from './agent-provider.tsx'
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
export { useAgent, type UseAgentResult } from './use-agent.ts'
export { useMessage } from './use-message.ts'
export { useMessageIds } from './use-message-ids.ts'
export { useScope, type UseScopeOptions } from './use-scope.ts'
export { type ScopeView, useScopes } from './use-scopes.ts'
export { useTool, type UseToolOptions } from './use-tool.ts'
export { useToolCall } from './use-tool-call.ts'
