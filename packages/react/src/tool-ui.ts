'use client'

export { Call, type CallProps } from './messages/call.tsx'
export type { SkippedNode, UiNode } from './ui/check-node.ts'
export type { UiCatalog, UiComponent } from './ui/ui-catalog.ts'
export { type UiArgs, type UiResult, uiTool, type UiToolOptions } from './ui/ui-tool.tsx'
