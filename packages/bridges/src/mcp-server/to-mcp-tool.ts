import { type AnyTool, describeTool } from '@ambit/core'

/** Returns a tool in the form of MCP. */
export function toMcpTool(tool: AnyTool): object {
  const { name, title, outputJsonSchema: outputSchema, effect } = tool
  const { description, inputSchema } = describeTool(tool)
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema,
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destructive',
      openWorldHint: effect === 'egress',
    },
  }
}
