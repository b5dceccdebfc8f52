import { useProvidedAgent } from '../agent-context.ts'
import type { RegisteredRenderer, ToolRenderer } from '../tools/tool-renderer.ts'
import { renderersOf } from '../tools/tool-renderers.ts'
import { useStore } from '../use-store.ts'

/**
 * What a tool's owner gave `useTool` as `render`, also after it has unmounted; undefined where there is none. It shows what
 * `useToolView` returns; {@link ToolView} does all of it.
 */
export const useToolRenderer = (name: string): ToolRenderer | undefined =>
  useRegisteredRenderer('useToolRenderer', name)?.render

export function useRegisteredRenderer(
  hook: string,
  name: string | undefined,
): RegisteredRenderer | undefined {
  const renderers = renderersOf(useProvidedAgent(hook))
  return useStore(renderers, (byName) => (name === undefined ? undefined : byName.get(name)))
}
