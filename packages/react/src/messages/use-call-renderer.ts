import { useMemo } from 'react'
import type { ToolRenderer } from '../tools/render-props.ts'
import { useRenderers } from './use-renderers.ts'

/**
 * Gives a tool that the page did not register by `useTool` a `render`: one of a server, for
 * example. A tool that has a `render` of another owner keeps it. Calls in the conversation keep
 * what they show when the component unmounts.
 */
export function useCallRenderer(tool: string, render: ToolRenderer): void {
  useRenderers(useMemo(() => ({ [tool]: render }), [tool, render]))
}
