'use client'

export { useProvidedAgent } from './agent/agent-context.ts'
export { AgentProvider, type AgentProviderProps } from './agent/agent-provider.tsx'
export { type ReactRouterLike, reactRouter } from './routers/react-router.ts'
export { tanstackRouter, type TanStackRouterLike } from './routers/tanstack-router.ts'
export {
  AgentScope,
  type AgentScopeProps,
  type UseScopeOptions,
  useScope,
} from './tools/use-scope.tsx'
export type { ScopeHandle } from './tools/scope-registration.ts'
export type { SentRun } from './agent/session-actions.ts'
export { PageBusy, type PageBusyProps } from './settle/page-busy.tsx'
export type { Until } from './settle/until.ts'
export type {
  DeepPartial,
  ToolCallError,
  RenderProps,
  ToolRenderState,
  ToolRenderer,
} from './tools/render-props.ts'
export { Call, type CallProps, type CallView, useCall } from './messages/call.tsx'
export { findCall, useCallRecord } from './messages/call-record.ts'
export { useAgent, type UseAgentResult } from './agent/use-agent.ts'
export { useAgentEvent } from './agent/use-agent-event.ts'
export { usePlugin } from './agent/use-plugin.ts'
export { type AnswerableItem, usePending } from './agent/use-pending.ts'
export { useMessage } from './messages/use-message.ts'
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
export { type MessagePage, useMessages, type UseMessagesResult } from './messages/use-messages.ts'
export { useRenderers } from './messages/use-renderers.ts'
export { type RenderOnlyToolOptions, useTool, type UseToolOptions } from './tools/use-tool.ts'
export { canPress } from './tools/can-press.ts'
export { type ToolList, useTools } from './tools/use-tools.ts'
export { useCallRenderer, useRegisteredRenderer } from './messages/use-call-renderer.ts'
