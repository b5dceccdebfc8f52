import type { AnyTool } from '@ambit/core'

/** Returns a tool in the form of MCP. */
export const toMcpTool = ({ name, title, description, jsonSchema, effect }: AnyTool): object => ({
  name,
  title,
  description,
  inputSchema: { ...jsonSchema, type: 'object' },
  annotations: {
    title,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive',
    openWorldHint: effect === 'egress',
  },
})
