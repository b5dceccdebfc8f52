import { describeTool } from './describe-tool.ts'
import type { ToolList } from './tool-list.ts'

/**
 * Creates the tool list that holds only the tools that are on now. A provider's cache of the
 * prompt is lost with each tool that goes on or off. The other tools are named at the end of the
 * request, each with its reason.
 */
export const present = (): ToolList => ({
  choose: (tools) => ({
    tools: tools.flatMap(({ tool, availability }) =>
      availability.enabled ? [describeTool(tool)] : [],
    ),
  }),
})
